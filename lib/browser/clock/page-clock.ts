import { isSteadyBetween, type Moment, type Stamp } from '#lib/wire/time/moment.ts';
import { boundsOf, type ClockKnowledge, differenceAt, errorOf, learnClock } from '#lib/wire/time/other-clock.ts';
import type { SentTime } from '#lib/wire/time/sent-time.ts';
import { longestSureErrorMs, timeByDesk } from './time-by-desk.ts';

const readAgainAfterMs = 60_000;
/** Until the next attempt, where one told nothing good: a desk that is slow gets slower by many windows that ask. */
const tryAgain = { firstMs: 5_000, longestMs: 60_000 };
const goodErrorMs = 100;
const watchEveryMs = 1_000;
/** Somebody waits at the counter. */
const urgentDeadlineMs = 500;
const deadlineMs = 5_000;

interface PageClockOptions {
  /** The page's own clocks, now. */
  readMoment: () => Moment;
  /** Names this page: see `Stamp`. */
  page: number;
  /** What the desk's clock reads. Rejects when the desk can't be reached or `signal` fires. */
  askDesk: (signal: AbortSignal) => Promise<number>;
}

/** The clock of a page, which knows how far it can be trusted. */
export interface PageClock {
  /** Now, for whatever just happened. */
  stamp(): Stamp;
  /** What an attempt to send a stamped thing says of when it happened. Asks the desk first where that is not sure. */
  timeToSend(stamp: Stamp): Promise<SentTime>;
  /** Compares itself with the desk's clock now. Does nothing where the desk can't be reached. */
  compare(): Promise<void>;
  /** Compares itself from now on: at once, every minute, and where it was set or the device has slept. */
  start(): void;
  stop(): void;
}

export function createPageClock({ readMoment, page, askDesk }: PageClockOptions): PageClock {
  let knowledge: ClockKnowledge | null = null;
  let takenAt: Moment | null = null;
  let tryAgainAt = Number.NEGATIVE_INFINITY;
  /** Attempts in a row that told nothing good. */
  let poor = 0;
  let asking: Promise<void> | null = null;
  let timer: ReturnType<typeof setInterval> | undefined;

  const now = (): Stamp => {
    const moment = readMoment();
    const known = knowledge && takenAt && { ...differenceAt(knowledge, takenAt.steady), taken: takenAt };
    return { ...moment, page, known };
  };

  async function ask(withinMs: number, isSecond = false): Promise<void> {
    const asked = readMoment();
    tryAgainAt = asked.steady + jittered(Math.min(tryAgain.longestMs, tryAgain.firstMs * 2 ** poor));
    poor += 1;
    const read = await askDesk(AbortSignal.timeout(withinMs));
    const heard = readMoment();
    // a device that slept meanwhile knows nothing of how long it took
    if (!isSteadyBetween(asked, heard)) return;
    const bounds = boundsOf({ askedAt: asked.steady, heardAt: heard.steady, read });
    const isSteady = takenAt !== null && isSteadyBetween(takenAt, heard);
    // after a correction nothing of before may hold, and what a slow exchange says instead is worse
    if (knowledge && !isSteady && errorOf(bounds) > Math.max(goodErrorMs, 2 * errorOf(knowledge.bounds))) return;
    knowledge = learnClock(isSteady ? knowledge : null, bounds);
    takenAt = heard;
    if (errorOf(knowledge.bounds) <= goodErrorMs) poor = 0;
    if (knowledge.contradiction && !isSecond) await ask(withinMs, true);
  }

  const compare = (withinMs = deadlineMs): Promise<void> => {
    asking ??= ask(withinMs)
      .catch(() => {})
      .finally(() => {
        asking = null;
      });
    return asking;
  };

  const watch = () => {
    const { known, ...moment } = now();
    const isUnsteady = known !== null && !isSteadyBetween(known.taken, moment);
    const isOld = !known || known.errorMs > goodErrorMs || moment.steady - known.taken.steady >= readAgainAfterMs;
    if (isUnsteady || (isOld && moment.steady >= tryAgainAt)) void compare();
  };

  return {
    stamp: now,
    timeToSend: async (stamp) => {
      const time = timeByDesk(stamp, now());
      if (!time?.isSure || time.errorMs > longestSureErrorMs) {
        await Promise.race([
          compare(urgentDeadlineMs),
          new Promise((resolve) => setTimeout(resolve, urgentDeadlineMs)),
        ]);
      }
      return sentTime(stamp, now());
    },
    compare: () => compare(),
    start: () => {
      timer ??= setInterval(watch, watchEveryMs);
      void compare();
    },
    stop: () => clearInterval(timer),
  };
}

const jittered = (ms: number) => ms * (0.75 + Math.random() / 2);

function sentTime(stamp: Stamp, now: Stamp): SentTime {
  const time = timeByDesk(stamp, now);
  // the steady clock of a page ends with it
  const isAgeKnown = stamp.page === now.page;
  return {
    sentAt: now.wall,
    ...(isAgeKnown && { ageMs: Math.max(0, now.steady - stamp.steady) }),
    ...(time && { byDesk: { at: time.at, isSure: time.isSure } }),
  };
}
