import 'server-only';
import { type ClockKnowledge, learnClock } from '#lib/wire/time/other-clock.ts';

/** The resolution of the `Date` header. */
const secondMs = 1_000;
/** If wall clock and monotonic clock differ by more, the clock was set, or the machine slept or was paused. */
const paceMs = 2_000;

/** Epoch milliseconds of the platform's clock; null where its answers do not show it. */
export type PlatformTime = number | null;

/** A moment by the monotonic (`steady`) and the wall clock of this machine. */
interface Moment {
  steady: number;
  wall: number;
}

/** The parts of a response that show the platform's time: when it was requested and received, and its headers. */
export interface TimedAnswer {
  asked: Moment;
  received: Moment;
  headers: Headers;
}

/** The clock of one platform, learned from its answers. */
export interface PlatformClock {
  readMoment(): Moment;
  learn(answer: TimedAnswer): void;
  /** Its time now; undefined before the first answer, and after a step of this machine's clocks until the next one. */
  read(): PlatformTime | undefined;
}

/**
 * @param clocks.now a monotonic clock, milliseconds; it may stop while the machine sleeps
 * @param clocks.clock the wall clock, epoch milliseconds
 */
export function createPlatformClock({ now, clock }: { now: () => number; clock: () => number }): PlatformClock {
  let lastReceived: Moment | null = null;
  let knowledge: ClockKnowledge | null = null;
  const readMoment = () => ({ steady: now(), wall: clock() });
  const resetAfterStep = (at: Moment) => {
    if (lastReceived && !haveKeptPace(lastReceived, at)) [lastReceived, knowledge] = [null, null];
  };
  return {
    readMoment,
    learn: ({ asked, received, headers }) => {
      resetAfterStep(received);
      // the duration of the request is unknown
      if (!haveKeptPace(asked, received)) return;
      lastReceived = received;
      const date = Date.parse(headers.get('date') ?? '');
      // a cached response has the time at which it was cached
      if (Number.isNaN(date) || headers.has('age')) return;
      knowledge = learnClock(knowledge, {
        atLeastMs: date - received.steady,
        atMostMs: date + secondMs - asked.steady,
        at: received.steady,
      });
    },
    read: () => {
      const at = readMoment();
      resetAfterStep(at);
      if (!knowledge) return lastReceived ? null : undefined;
      const { atLeastMs, atMostMs } = knowledge.bounds;
      return at.steady + (atLeastMs + atMostMs) / 2;
    },
  };
}

const haveKeptPace = (earlier: Moment, later: Moment): boolean =>
  Math.abs(later.wall - later.steady - (earlier.wall - earlier.steady)) <= paceMs;
