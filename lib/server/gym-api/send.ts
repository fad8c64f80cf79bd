import 'server-only';
import { type Operation, operations } from '#contracts/v2/operations.ts';
import { retryAfterMsIn } from '#lib/wire/retry-after.ts';
import { readServerRequestId, requestIdHeader } from '#shared/request-id/request-id.ts';
import type { GymAnswer } from './answer.ts';
import { type Ask, type Call, problem, replyTo } from './call.ts';
import { fetchWithin, type Reach } from './fetch-within.ts';
import { describeLoss, isReset } from './outage-cause.ts';
import { isPage, leaveUnread } from './passing-answer.ts';
import type { PlatformClock } from './platform-clock.ts';
import type { LimitHeaders } from './prove-platform.ts';
import { readAnswer } from './read-answer.ts';
import { publishedLimit } from './token-bucket.ts';
import type { Wire } from './wire.ts';

interface Destination {
  /** The origin of the platform. */
  url: string;
  apiKey: string;
  reach: Reach;
}

/** The innermost of the chain: sends a request and parses its response. Writes what the headers say to `call.wire`. */
export const send =
  (destination: Destination, { readMoment }: Pick<PlatformClock, 'readMoment'>, limitHeaders: LimitHeaders): Ask =>
  async (call) => {
    const { request, wire, deadline } = call;
    Object.assign(wire, { remaining: null, operationWaitMs: 0 });
    try {
      const asked = readMoment();
      const response = await ask(destination, call);
      wire.platformRequestId = readServerRequestId(response.headers.get(requestIdHeader));
      Object.assign(wire, limitOf(response));
      wire.hasLimitHeader = response.headers.has(remainingHeader);
      if (wire.hasLimitHeader && response.ok) {
        limitHeaders.withLimitHeader.add(request.operation);
        limitHeaders.withoutLimitHeader.delete(request.operation);
      }
      if (isRedirect(response)) {
        leaveUnread(response);
        return replyTo(call, problem({ kind: 'unreachable', cause: 'portal', code: null }));
      }
      if (!isPage(response)) wire.timed = { asked, received: readMoment(), headers: response.headers };
      const answer = await readAnswer(request, response, wire);
      if (isOfTan(answer)) Object.assign(wire, { remaining: toldRemaining(response), operationWaitMs: 0 });
      return replyTo(call, answer);
    } catch (error) {
      if (deadline.aborted) return replyTo(call, problem({ kind: 'timeout' }));
      return replyTo(call, problem(describeLoss(error)), isReset(error));
    }
  };

function ask<T>({ url, apiKey, reach }: Destination, { request, path, wire, deadline }: Call<T>): Promise<Response> {
  const { method }: Operation = operations[request.operation];
  const form = request.body instanceof FormData ? request.body : undefined;
  const isJson = request.body !== undefined && !form;
  return fetchWithin(reach)(url + path, {
    method,
    headers: {
      accept: 'application/json',
      'x-api-key': apiKey,
      [requestIdHeader]: wire.sentAs,
      ...(isJson ? { 'content-type': 'application/json' } : {}),
    },
    body: isJson ? JSON.stringify(request.body) : form,
    redirect: 'manual',
    cache: 'no-store',
    signal: deadline,
  });
}

/** Redirects are not followed, since the key would be sent along; no platform redirects. */
const isRedirect = ({ status }: Response): boolean => status >= 300 && status < 400;

const remainingHeader = 'x-ratelimit-remaining';

/** A person at the counter waits, and the platform may not have meant it. */
const longestWishMs = 60_000;

function toldRemaining({ headers }: Response): number | null {
  const header = headers.get(remainingHeader);
  return header !== null && /^\d+$/.test(header) ? Number(header) : null;
}

function limitOf(response: Response): Pick<Wire, 'remaining' | 'operationWaitMs'> {
  const told = toldRemaining(response);
  // a 429 with something left is about the request, and not about the key
  if (response.status !== 429 || (told ?? 0) > 0) return { remaining: told, operationWaitMs: 0 };
  const waitMs = retryAfterMsIn(response.headers, { mostMs: longestWishMs }) ?? 0;
  // a gateway may limit one path only
  if (told === null) return { remaining: 0, operationWaitMs: waitMs };
  return { remaining: Math.min(0, 1 - (waitMs / 1_000) * publishedLimit.perSecond), operationWaitMs: 0 };
}

/** A refusal because of wrong TANs, which says how long to wait with TANs, also where nothing is left of the limit. */
const isOfTan = (answer: GymAnswer<unknown>): boolean =>
  !answer.ok && answer.problem.kind === 'status' && answer.problem.status === 429 && answer.problem.entity === 'TAN';
