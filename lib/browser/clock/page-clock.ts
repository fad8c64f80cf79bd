import { isSteadyBetween, type Moment, type Stamp } from '#lib/wire/time/moment.ts';
import { boundsOf, type ClockKnowledge, differenceAt, errorOf, learnClock } from '#lib/wire/time/other-clock.ts';
import type { SentTime } from '#lib/wire/time/sent-time.ts';
import { longestSureErrorMs, timeByDesk } from './time-by-desk.ts';

const readAgainAfterMs = 60_000;
/** Backoff after a poor comparison: a slow desk would get slower if many windows kept asking. */
const tryAgain = { firstMs: 5_000, longestMs: 60_000 };
const goodErrorMs = 100;
const watchEveryMs = 1_000;
/** Short, because a person waits at the counter. */
const urgentDeadlineMs = 500;
const deadlineMs = 5_000;

interface PageClockOptions {
  /** Reads the page's own two clocks. */
  readMoment: () => Moment;
  /** Identifies this page: see `Stamp`. */
  page: number;
  /** Reads the desk's clock. Rejects when the desk can't be reached or `signal` fires. */
  askDesk: (signal: AbortSignal) => Promise<number>;
}

/** The clock of a page, with its offset to the desk's clock and the error of that offset. */
export interface PageClock {
  /** The current time, for an event that has just happened. */
  stamp(): Stamp;
  /** When a stamped event happened, as sent with this attempt. Compares with the desk first where that is uncertain. */
  timeToSend(stamp: Stamp): Promise<SentTime>;
  /** Compares with the desk's clock now. Does nothing where the desk can't be reached. */
  compare(): Promise<void>;
  /** Calls `onCompared` after each comparison that counts. @returns unsubscribes */
  subscribe(onCompared: () => void): () => void;
  /** Starts the comparisons: at once, every minute, and when the clock was set or the device has slept. */
  start(): void;
  stop(): void;
}

export function createPageClock({ readMoment, page, askDesk }: PageClockOptions): PageClock {
  const opened = readMoment();
  let knowledge: ClockKnowledge | null = null;
  let takenAt: Moment | null = null;
  let tryAgainAt = Number.NEGATIVE_INFINITY;
  /** Poor comparisons in a row, for the backoff. */
  let poor = 0;
  /** The clock was set or the device has slept, and no comparison has succeeded since. */
  let wasUnsteady = false;
  let asking: Promise<void> | null = null;
  let timer: ReturnType<typeof setInterval> | undefined;
  const subscribers = new Set<() => void>();

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
    // if the device slept in between, the duration of the request is unknown
    if (!isSteadyBetween(asked, heard)) return;
    const bounds = boundsOf({ askedAt: asked.steady, heardAt: heard.steady, read });
    const isSteady = takenAt !== null && isSteadyBetween(takenAt, heard);
    // after a correction the old offset may be wrong, but a slow request would give a worse one
    if (knowledge && !isSteady && errorOf(bounds) > Math.max(goodErrorMs, 2 * errorOf(knowledge.bounds))) return;
    knowledge = learnClock(isSteady ? knowledge : null, bounds);
    takenAt = heard;
    for (const onCompared of subscribers) onCompared();
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
    if (isUnsteady && !wasUnsteady) {
      tryAgainAt = Number.NEGATIVE_INFINITY;
      poor = 0;
    }
    wasUnsteady = isUnsteady;
    if ((isUnsteady || isOld) && moment.steady >= tryAgainAt) void compare();
  };

  return {
    stamp: now,
    timeToSend: async (stamp) => {
      const time = timeByDesk(stamp, now(), opened);
      if (!time?.isSure || time.errorMs > longestSureErrorMs) {
        await Promise.race([
          compare(urgentDeadlineMs),
          new Promise((resolve) => setTimeout(resolve, urgentDeadlineMs)),
        ]);
      }
      return sentTime(stamp, now(), opened);
    },
    compare: () => compare(),
    subscribe: (onCompared) => {
      subscribers.add(onCompared);
      return () => subscribers.delete(onCompared);
    },
    start: () => {
      timer ??= setInterval(watch, watchEveryMs);
      void compare();
    },
    stop: () => clearInterval(timer),
  };
}

const jittered = (ms: number) => ms * (0.75 + Math.random() / 2);

function sentTime(stamp: Stamp, now: Stamp, opened: Moment): SentTime {
  const time = timeByDesk(stamp, now, opened);
  // the steady clock of a page ends with the page
  const isAgeKnown = stamp.page === now.page;
  return {
    sentAt: now.wall,
    ...(isAgeKnown && { ageMs: Math.max(0, now.steady - stamp.steady) }),
    ...(time && { byDesk: { at: time.at, isSure: time.isSure } }),
  };
}
