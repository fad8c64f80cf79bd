import 'server-only';
import { type ClockKnowledge, learnClock } from '#lib/wire/time/other-clock.ts';

/** The `Date` of an answer has no parts of a second. */
const secondMs = 1_000;
/** A step of one of this machine's clocks against the other is longer: it was set, slept or was paused. */
const paceMs = 2_000;

/** Epoch milliseconds by the platform's clock; null where its answers do not tell it. */
export type PlatformTime = number | null;

/** A moment by both clocks of this machine. */
interface Moment {
  steady: number;
  wall: number;
}

/** An answer, as far as it tells the time: when it was asked for, when it was there, and its headers. */
export interface TimedAnswer {
  asked: Moment;
  heard: Moment;
  headers: Headers;
}

/** What the answers of one platform say of its clock. */
export interface PlatformClock {
  readMoment(): Moment;
  hear(answer: TimedAnswer): void;
  /** What it reads now; undefined before the first answer, and before the next one after a step of this machine's clocks. */
  read(): PlatformTime | undefined;
}

/**
 * @param clocks.now milliseconds by a clock that nobody sets, and that may stand still while the machine does
 * @param clocks.clock epoch milliseconds, by the clock that may be set
 */
export function createPlatformClock({ now, clock }: { now: () => number; clock: () => number }): PlatformClock {
  let heardLast: Moment | null = null;
  let knowledge: ClockKnowledge | null = null;
  const readMoment = () => ({ steady: now(), wall: clock() });
  const beginAnewAfterStep = (at: Moment) => {
    if (heardLast && !haveKeptPace(heardLast, at)) [heardLast, knowledge] = [null, null];
  };
  return {
    readMoment,
    hear: ({ asked, heard, headers }) => {
      beginAnewAfterStep(heard);
      // how long it took cannot be told
      if (!haveKeptPace(asked, heard)) return;
      heardLast = heard;
      const date = Date.parse(headers.get('date') ?? '');
      // what stood in a cache tells when it was put there
      if (Number.isNaN(date) || headers.has('age')) return;
      knowledge = learnClock(knowledge, {
        atLeastMs: date - heard.steady,
        atMostMs: date + secondMs - asked.steady,
        at: heard.steady,
      });
    },
    read: () => {
      const at = readMoment();
      beginAnewAfterStep(at);
      if (!knowledge) return heardLast ? null : undefined;
      const { atLeastMs, atMostMs } = knowledge.bounds;
      return at.steady + (atLeastMs + atMostMs) / 2;
    },
  };
}

const haveKeptPace = (earlier: Moment, later: Moment): boolean =>
  Math.abs(later.wall - later.steady - (earlier.wall - earlier.steady)) <= paceMs;
