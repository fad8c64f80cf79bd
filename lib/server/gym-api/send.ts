import 'server-only';
import { type Operation, operations } from '#contracts/v2/operations.ts';
import { readServerRequestId, requestIdHeader } from '#shared/request-id/request-id.ts';
import { type Ask, type Call, problem, replyTo } from './call.ts';
import { fetchWithin, type Reach } from './fetch-within.ts';
import { describeLoss, isReset } from './outage-cause.ts';
import { isPage, leaveUnread } from './passing-answer.ts';
import type { PlatformClock } from './platform-clock.ts';
import type { LimitHeaders } from './prove-platform.ts';
import { readAnswer } from './read-answer.ts';
import { retryAfterMsOf } from './retry-after.ts';
import { publishedLimit } from './token-bucket.ts';

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
    wire.remaining = null;
    try {
      const asked = readMoment();
      const response = await ask(destination, call);
      wire.platformRequestId = readServerRequestId(response.headers.get(requestIdHeader));
      wire.remaining = remainingOf(response);
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
      return replyTo(call, await readAnswer(request, response, wire));
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

function remainingOf(response: Response): number | null {
  const header = response.headers.get(remainingHeader);
  const told = header !== null && /^\d+$/.test(header) ? Number(header) : null;
  // a 429 with something left is about the request, such as one with a wrong TAN, and not about the key
  if (response.status !== 429 || (told ?? 0) > 0) return told;
  const waitMs = retryAfterMsOf(response, longestWishMs) ?? 0;
  return Math.min(0, 1 - (waitMs / 1_000) * publishedLimit.perSecond);
}
