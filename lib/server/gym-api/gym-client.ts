import 'server-only';
import { errorStatus } from '#contracts/v2/errors.ts';
import type { DatedAnswer, GymAnswer } from './answer.ts';
import { type Ask, type GymRequest, type Middleware, openCall, problem } from './call.ts';
import { coalesce } from './coalesce.ts';
import { deadline, type StartDeadline } from './deadline.ts';
import type { Reach } from './fetch-within.ts';
import { learnPlatformTime } from './learn-platform-time.ts';
import { type GymClientMeter, limit } from './limit.ts';
import { noteProblems } from './note-problems.ts';
import { type Ping, pinging } from './ping.ts';
import { createPlatformClock, type PlatformTime } from './platform-clock.ts';
import { type LimitHeaders, provePlatform } from './prove-platform.ts';
import { createRateLimiter, type RateLimiter } from './rate-limiter.ts';
import { type AnswerListeners, reportAnswers } from './report-answers.ts';
import { requestPath } from './request-path.ts';
import { retry } from './retry.ts';
import { send } from './send.ts';
import { tryKey } from './try-key.ts';
import { type ShownSpellings, trySpellings } from './try-spellings.ts';
import { noteRequestProblem, openWire } from './wire.ts';

/** The client of one location's platform. */
export interface GymClient {
  ask<T>(request: GymRequest<T>): Promise<DatedAnswer<T>>;
  /** The platform's time now, learned from its answers; undefined before the first. */
  readPlatformTime(): PlatformTime | undefined;
  /** The remaining rate limit according to its last answer; undefined until an answer reports it. */
  readRateLeft(): RateLeft | undefined;
  /** How its deadlines are measured, for a wait for an answer that ends before the request does. */
  startDeadline: StartDeadline;
}

interface RateLeft {
  left: number;
  at: Date;
}

export interface GymClientOptions extends AnswerListeners {
  /** The origin of the platform. */
  url: string;
  apiKey: string;
  /** `any` by default. */
  reach?: Reach;
  rateLimiter?: RateLimiter;
  /** A monotonic clock, milliseconds; it may stop while the machine sleeps. */
  now?: () => number;
  /** The desk's time, epoch milliseconds. */
  clock?: () => number;
  /** `AbortSignal.timeout` by default. */
  startDeadline?: StartDeadline;
  meter?: GymClientMeter;
}

export function createGymClient(options: GymClientOptions): GymClient {
  const { url, apiKey, reach = 'any' } = options;
  const { now = () => performance.now(), clock = Date.now, onAnswer, onList, meter } = options;
  const startDeadline = options.startDeadline ?? ((timeoutMs) => AbortSignal.timeout(timeoutMs));
  const rateLimiter = options.rateLimiter ?? createRateLimiter({ now: () => performance.now() });
  const platformClock = createPlatformClock({ now, clock });
  const limitHeaders: LimitHeaders = { withLimitHeader: new Set(), withoutLimitHeader: new Set() };
  const spellings: ShownSpellings = { found: new Set(), unknown: new Set() };
  const ping: Ping = (urgency) => ask(pinging(urgency));
  let rateLeft: RateLeft | undefined;

  // a request passes this list downwards, its reply upwards
  const exchange = compose(
    [
      noteProblems,
      coalesce(),
      reportAnswers({ onAnswer, onList }),
      tryKey(ping),
      learnPlatformTime(platformClock, limitHeaders),
      provePlatform(limitHeaders, ping),
      deadline(startDeadline),
      trySpellings(spellings),
      retry,
      limit({ rateLimiter, now, meter }),
    ],
    send({ url, apiKey, reach }, platformClock, limitHeaders),
  );

  async function ask<T>(request: GymRequest<T>): Promise<DatedAnswer<T>> {
    const begunAt = new Date(clock());
    const path = requestPath(request.operation, request.parameters, request.query);
    if (path === null) return { ...refuseUnsent(request), askedAt: begunAt };
    const { answer, askedAt, wire } = await exchange(openCall(request, { path, askedAt: begunAt }));
    if (wire.remaining !== null) rateLeft = { left: Math.max(0, wire.remaining), at: new Date(clock()) };
    return { ...answer, askedAt };
  }

  return { ask, readPlatformTime: platformClock.read, readRateLeft: () => rateLeft, startDeadline };
}

/** The answer for a value that a path cannot contain. It looks like the platform's refusal of an invalid value, so it is not retried. */
function refuseUnsent<T>({ operation }: GymRequest<T>): GymAnswer<T> {
  const refusal = problem({
    kind: 'status',
    status: errorStatus.invalidArguments,
    errorCode: 'invalidArguments',
    isPage: false,
    isOfKey: false,
    entity: null,
    requestId: null,
    metadata: {},
    fieldErrors: {},
  });
  noteRequestProblem(operation, refusal.problem, openWire());
  return refusal;
}

const compose = (middlewares: Middleware[], innermost: Ask): Ask =>
  middlewares.reduceRight((next, middleware) => middleware(next), innermost);
