import 'server-only';
import type { Heard } from './answer.ts';
import { type Ask, type GymRequest, type Middleware, openCall } from './call.ts';
import { coalesce } from './coalesce.ts';
import { deadline } from './deadline.ts';
import { hearTime } from './hear-time.ts';
import { type GymClientMeter, limit } from './limit.ts';
import { type Ping, pinging } from './ping.ts';
import { createPlatformClock, type PlatformTime } from './platform-clock.ts';
import { type LimitHabits, provePlatform } from './prove-platform.ts';
import { createRateLimiter, type RateLimiter } from './rate-limiter.ts';
import { type AnswerListeners, reportAnswers } from './report-answers.ts';
import { retry } from './retry.ts';
import { send } from './send.ts';
import { tellProblems } from './tell-problems.ts';
import { tryKey } from './try-key.ts';

/** Asks one platform on behalf of one location. */
export interface GymClient {
  ask<T>(request: GymRequest<T>): Promise<Heard<T>>;
  /** What the platform's clock reads now, as its answers say; undefined until one has. */
  readPlatformTime(): PlatformTime | undefined;
}

export interface GymClientOptions extends AnswerListeners {
  /** Address of the platform, without a path. */
  url: string;
  apiKey: string;
  rateLimiter?: RateLimiter;
  /** Milliseconds by a clock that nobody sets; it may stand still while the machine does. */
  now?: () => number;
  /** The desk's time, epoch milliseconds. */
  clock?: () => number;
  meter?: GymClientMeter;
}

export function createGymClient(options: GymClientOptions): GymClient {
  const { url, apiKey, now = () => performance.now(), clock = Date.now, onAnswer, onList, meter } = options;
  const rateLimiter = options.rateLimiter ?? createRateLimiter({ now: () => performance.now() });
  const platformClock = createPlatformClock({ now, clock });
  const habits: LimitHabits = { telling: new Set(), untelling: new Set() };
  const ping: Ping = (urgency) => ask(pinging(urgency));

  // a request goes down this list, and its answer comes back up
  const exchange = compose(
    [
      tellProblems,
      coalesce(),
      reportAnswers({ onAnswer, onList }),
      tryKey(ping),
      hearTime(platformClock, habits),
      provePlatform(habits, ping),
      deadline,
      retry,
      limit(rateLimiter, meter),
    ],
    send({ url, apiKey }, platformClock, habits),
  );

  async function ask<T>(request: GymRequest<T>): Promise<Heard<T>> {
    const { answer, askedAt } = await exchange(openCall(request, new Date(clock())));
    return { ...answer, askedAt };
  }

  return { ask, readPlatformTime: platformClock.read };
}

const compose = (middlewares: Middleware[], innermost: Ask): Ask =>
  middlewares.reduceRight((next, middleware) => middleware(next), innermost);
