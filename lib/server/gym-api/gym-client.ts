import 'server-only';
import { z } from 'zod';
import { errorBodyAsRead } from '#contracts/v2/errors.ts';
import { type Operation, type OperationId, operations } from '#contracts/v2/operations.ts';
import type { Unreadable } from '#contracts/v2/reading.ts';
import { type JsonBounds, parseWithin } from '#shared/json/parse-within.ts';
import { readServerRequestId, requestIdHeader } from '#shared/request-id/request-id.ts';
import type { ApiProblem, GymAnswer, Heard, LostConnection, StatusProblem } from './answer.ts';
import { describeLoss, isReset } from './outage-cause.ts';
import { isPage, leaveUnread } from './passing-answer.ts';
import { createPlatformClock, type PlatformTime } from './platform-clock.ts';
import { createRateLimiter, type RateLimiter, type Urgency } from './rate-limiter.ts';
import { readBounded } from './read-bounded.ts';
import { requestPath } from './request-path.ts';
import { openWire, tellProblem, type Wire } from './wire.ts';

/** How long a person at the counter waits, and how long other work does, its place in the queue included. */
const presetTimeoutMs: Record<Urgency, number> = { interactive: 1_500, ledger: 8_000, background: 8_000 };

interface GymRequest<T> {
  operation: OperationId;
  parameters?: Record<string, string>;
  query?: Record<string, string>;
  /** Sent as JSON; a form as multipart. */
  body?: unknown;
  /** Reads the answer; `null` where a success says nothing more. Of an empty body it reads null. */
  answer: z.ZodType<T> | null;
  /** The items of a list that could not be read. */
  unreadableOf?: (value: T) => readonly Unreadable[];
  urgency: Urgency;
  timeoutMs?: number;
  /** Above that an answer is given up; only for answers that have no pages. */
  largest?: { bytes: number; values: number };
  /** Asks anew although the same question is under way: its answer may be older than a change made meanwhile. */
  isFresh?: boolean;
}

/** Asks one platform on behalf of one location. */
export interface GymClient {
  ask<T>(request: GymRequest<T>): Promise<Heard<T>>;
  /** What the platform's clock reads now, as its answers say; undefined until one has. */
  readPlatformTime(): PlatformTime | undefined;
}

/** Hears how long requests wait and take, for whoever watches the desk. */
export interface GymClientMeter {
  /** A request waits for its place. @returns to be called when it no longer does */
  queue(urgency: Urgency): () => void;
  /** A request is on the wire. @returns to be called with how it ended: null for a success */
  ask(operation: OperationId): (problem: ApiProblem | 'reset' | null) => void;
  /** There was no place for a request in its time. */
  refuse(operation: OperationId): void;
}

export interface GymClientOptions {
  /** Address of the platform, without a path. */
  url: string;
  apiKey: string;
  rateLimiter?: RateLimiter;
  /** Milliseconds by a clock that nobody sets; it may stand still while the machine does. */
  now?: () => number;
  /** The desk's time, epoch milliseconds. */
  clock?: () => number;
  /** Hears of every answer before the caller does: null for a success. Coalesced requests count once. */
  onAnswer?: (operation: OperationId, problem: ApiProblem | null, wire: Wire, urgency: Urgency) => Promise<void>;
  meter?: GymClientMeter;
  /** Hears of every list that was answered, with those of its items that could not be read. */
  onList?: (operation: OperationId, unreadable: readonly Unreadable[], wire: Wire) => void;
}

/** Read as far as it tells a platform from something in its place. */
const listOfNobody = z.object({ items: z.array(z.unknown()) }).transform(() => undefined);

/** The cheapest question there is: it shows whether the platform answers this key. */
export const pinging = (urgency: Urgency): GymRequest<void> => ({
  ...{ operation: 'listAccounts', query: { limit: '0' }, answer: listOfNobody, urgency },
  timeoutMs: 2_000,
});

/** A connection that was there is not any more: what is told of it unless a second one is. */
interface Broken {
  reset: LostConnection;
}

/** An answer, and what the request for it is called. */
interface Asked<T> {
  answer: Heard<T>;
  wire: Wire;
}

export function createGymClient(options: GymClientOptions): GymClient {
  const { url, apiKey, now = () => performance.now(), clock = Date.now, onAnswer, onList, meter } = options;
  const paced = options.rateLimiter ?? createRateLimiter({ now: () => performance.now() });
  const platformClock = createPlatformClock({ now, clock });
  const lookUps = new Map<string, Promise<Asked<unknown>>>();
  /** Operations in whose answers this platform has said what is left of the limit. */
  const tellingLimit = new Set<OperationId>();
  /** Operations whose answers do not say it, though the platform itself was there. */
  const untelling = new Set<OperationId>();

  async function askOnce<T>(request: GymRequest<T>, path: string): Promise<Asked<T>> {
    const wire = openWire();
    const askedAt = new Date(clock());
    // several may be answered by a gateway at once: what the first of them unlearns does not speak for the others
    const toldBefore = tellingLimit.has(request.operation);
    const proven = await prove(request, await exchange(request, path, wire), wire, toldBefore);
    // of what answers in the platform's place, the clock is another one too
    // whoever refuses a key before looking further says nothing of a limit
    const isOwnRefusal = !proven.ok && proven.problem.kind === 'status' && proven.problem.errorCode !== null;
    const isOfPlatform = wire.tellsLimit || isOwnRefusal || (proven.ok && untelling.has(request.operation));
    if (wire.timed && isOfPlatform) platformClock.hear(wire.timed);
    const answer = await weigh(request, proven);
    await onAnswer?.(request.operation, answer.ok ? null : answer.problem, wire, request.urgency);
    if (answer.ok && request.unreadableOf) onList?.(request.operation, request.unreadableOf(answer.value), wire);
    return { answer: { ...answer, askedAt }, wire };
  }

  /**
   * A gateway in the platform's place may answer 2xx to everything, and has done nothing. It does not say what is left of the
   * limit. Whether the platform does is learned for each operation: where it never has, a list has to come once, which no
   * gateway has.
   */
  async function prove<T>(
    { operation, urgency }: GymRequest<T>,
    answer: GymAnswer<T>,
    wire: Wire,
    toldBefore: boolean,
  ): Promise<GymAnswer<T>> {
    if (!answer.ok || wire.tellsLimit || (untelling.has(operation) && !toldBefore)) return answer;
    const ping = pinging(urgency);
    const isList = operation === ping.operation;
    const wasThere = isList || (await ask(ping)).ok;
    const isWithoutAll = isList || untelling.has(ping.operation);
    // where it was said before, and is not now, the platform may have come back only for the list
    const isInDoubt = wasThere && !isWithoutAll && toldBefore;
    if (isInDoubt) tellingLimit.delete(operation);
    if (!wasThere || isInDoubt) return problem({ kind: 'unreadable', isPage: false });
    untelling.add(operation);
    return answer;
  }

  /** The provider has one word for a key that it does not take and for whatever else it forbids: the key is tried. */
  async function weigh<T>({ operation, urgency }: GymRequest<T>, answer: GymAnswer<T>): Promise<GymAnswer<T>> {
    if (answer.ok || !isForbidden(answer.problem)) return answer;
    const ping = pinging(urgency);
    if (operation === ping.operation) return problem({ ...answer.problem, isOfKey: true });
    const proof = await ask(ping);
    if (proof.ok) return answer;
    const isRefused = proof.problem.kind === 'status' && (proof.problem.status === 401 || proof.problem.isOfKey);
    if (isRefused) return problem({ ...answer.problem, isOfKey: true });
    const isToldOfElse = proof.problem.kind === 'status' && proof.problem.errorCode === 'missingPermission';
    // whether it is the key shows with the next attempt
    return isToldOfElse ? answer : proof;
  }

  async function exchange<T>(request: GymRequest<T>, path: string, wire: Wire): Promise<GymAnswer<T>> {
    const deadline = AbortSignal.timeout(request.timeoutMs ?? presetTimeoutMs[request.urgency]);
    const answer = await attempt(request, path, deadline, wire);
    if (!isBroken(answer)) return answer;
    // the platform may have closed a kept-alive connection just as it was used again
    const isHarmless = operations[request.operation].method === 'GET' && !deadline.aborted;
    const second = isHarmless ? await attempt(request, path, deadline, wire) : answer;
    return isBroken(second) ? problem(second.reset) : second;
  }

  /** One request on the wire, in its place under the limit. */
  async function attempt<T>(
    request: GymRequest<T>,
    path: string,
    deadline: AbortSignal,
    wire: Wire,
  ): Promise<GymAnswer<T> | Broken> {
    const leaveQueue = meter?.queue(request.urgency);
    const hasPlace = await paced.enter(request.urgency, deadline);
    leaveQueue?.();
    if (!hasPlace) {
      meter?.refuse(request.operation);
      return problem({ kind: 'busy' });
    }
    const end = meter?.ask(request.operation);
    const answer = await askInPlace(request, path, deadline, wire);
    end?.(isBroken(answer) ? 'reset' : answer.ok ? null : answer.problem);
    return answer;
  }

  async function askInPlace<T>(
    request: GymRequest<T>,
    path: string,
    deadline: AbortSignal,
    wire: Wire,
  ): Promise<GymAnswer<T> | Broken> {
    let remaining: number | null = null;
    try {
      const asked = platformClock.readMoment();
      const response = await send(request, path, deadline, wire);
      wire.platformRequestId = readServerRequestId(response.headers.get(requestIdHeader));
      remaining = remainingOf(response);
      wire.tellsLimit = response.headers.has(remainingHeader);
      if (wire.tellsLimit && response.ok) {
        tellingLimit.add(request.operation);
        untelling.delete(request.operation);
      }
      if (isRedirect(response)) return leaveRedirect(response);
      if (!isPage(response)) wire.timed = { asked, heard: platformClock.readMoment(), headers: response.headers };
      return await readAnswer(request, response, wire);
    } catch (error) {
      if (deadline.aborted) return problem({ kind: 'timeout' });
      const lost = describeLoss(error);
      return isReset(error) ? { reset: lost } : problem(lost);
    } finally {
      paced.leave(remaining);
    }
  }

  function send<T>(request: GymRequest<T>, path: string, signal: AbortSignal, wire: Wire): Promise<Response> {
    const operation: Operation = operations[request.operation];
    const form = request.body instanceof FormData ? request.body : undefined;
    const isJson = request.body !== undefined && !form;
    return fetch(url + path, {
      method: operation.method,
      headers: {
        accept: 'application/json',
        'x-api-key': apiKey,
        [requestIdHeader]: wire.sentAs,
        ...(isJson ? { 'content-type': 'application/json' } : {}),
      },
      body: isJson ? JSON.stringify(request.body) : form,
      redirect: 'manual',
      cache: 'no-store',
      signal,
    });
  }

  async function ask<T>(request: GymRequest<T>): Promise<Heard<T>> {
    const { answer, wire } = await askOrShare(request);
    if (!answer.ok) tellProblem(request.operation, answer.problem, wire);
    return answer;
  }

  function askOrShare<T>(request: GymRequest<T>): Promise<Asked<T>> {
    const path = requestPath(request.operation, request.parameters, request.query);
    if (operations[request.operation].method !== 'GET' || request.isFresh) return askOnce(request, path);
    const key = `${request.urgency} ${path}`;
    const underWay = lookUps.get(key);
    if (underWay) return underWay as Promise<Asked<T>>; // safe because: the same operation has the same answer
    const asked = askOnce(request, path).finally(() => lookUps.delete(key));
    lookUps.set(key, asked);
    return asked;
  }

  return { ask, readPlatformTime: platformClock.read };
}

async function readAnswer<T>(request: GymRequest<T>, response: Response, wire: Wire): Promise<GymAnswer<T>> {
  if (response.ok) return readSuccess(request, response);
  const body = await readBounded(response, request.largest?.bytes);
  const told = errorBodyAsRead.safeParse(body === null ? undefined : parseJson(body)).data;
  // in the header stands what a proxy may have put there
  wire.platformRequestId = readServerRequestId(told?.requestId) ?? wire.platformRequestId;
  return problem({
    kind: 'status',
    status: response.status,
    errorCode: told?.errorCode ?? null,
    isPage: isPage(response),
    isOfKey: false,
    entity: told?.metadata?.entity ?? null,
    requestId: told?.requestId ?? null,
    metadata: told?.metadata ?? {},
    fieldErrors: told?.fieldErrors ?? {},
  });
}

/**
 * Any 2xx says that it was done. What follows is read where the operation needs it, and otherwise changes nothing: neither
 * a body where none was expected, nor one that breaks off or is no answer of the interface.
 */
async function readSuccess<T>({ answer, largest }: GymRequest<T>, response: Response): Promise<GymAnswer<T>> {
  if (answer === null) {
    leaveUnread(response);
    if (isPage(response)) return problem({ kind: 'unreadable', isPage: true });
    return { ok: true, value: undefined as T }; // safe because: null means no body is read
  }
  try {
    const body = await readBounded(response, largest?.bytes);
    if (isPage(response)) return problem({ kind: 'unreadable', isPage: true });
    const read = answer.safeParse(body === null ? undefined : parseJson(body, largest?.values));
    return read.success ? { ok: true, value: read.data } : problem({ kind: 'unreadable', isPage: false });
  } catch (error) {
    const read = answer.safeParse(undefined);
    if (read.success) return { ok: true, value: read.data };
    throw error;
  }
}

const isBroken = (answer: object): answer is Broken => 'reset' in answer;

/** Followed nowhere, since the key would go with it: what sends people elsewhere is no platform. */
const isRedirect = ({ status }: Response): boolean => status >= 300 && status < 400;

function leaveRedirect(response: Response): { ok: false; problem: ApiProblem } {
  leaveUnread(response);
  return problem({ kind: 'unreachable', cause: 'portal', code: null });
}

const problem = (problem: ApiProblem): { ok: false; problem: ApiProblem } => ({ ok: false, problem });

const remainingHeader = 'x-ratelimit-remaining';

function remainingOf(response: Response): number | null {
  const header = response.headers.get(remainingHeader);
  if (header !== null && /^\d+$/.test(header)) return Number(header);
  return response.status === 429 ? 0 : null;
}

const isForbidden = (told: ApiProblem): told is StatusProblem =>
  told.kind === 'status' && told.status === 403 && told.errorCode === 'forbiddenAction';

/** Deeper than any answer of the interface, and more than any page: one of 100 members has some 5,000 values. */
const mostOfPage: JsonBounds = { depth: 32, values: 50_000 };

/** Null for nothing at all, undefined for what is no JSON, or none of the interface. */
function parseJson(text: string, values = mostOfPage.values): unknown {
  if (text.trim() === '') return null;
  try {
    return parseWithin(text, { ...mostOfPage, values });
  } catch {
    return undefined;
  }
}
