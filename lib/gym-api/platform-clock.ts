import 'server-only';
import { type ClockKnowledge, learnClock } from '#lib/clock/other-clock.ts';

/** The `Date` of an answer has no parts of a second. */
const secondMs = 1_000;

/** Epoch milliseconds by the platform's clock; null where its answers do not tell it. */
export type PlatformTime = number | null;

/** What the answers of one platform say of its clock. */
interface PlatformClock {
  hear(answer: { askedAt: number; heardAt: number; headers: Headers }): void;
  /** What it reads now; undefined before the first answer. */
  read(): PlatformTime | undefined;
}

/** @param now milliseconds by a clock that nobody sets */
export function createPlatformClock(now: () => number): PlatformClock {
  let hasAnswered = false;
  let knowledge: ClockKnowledge | null = null;
  return {
    hear: ({ askedAt, heardAt, headers }) => {
      hasAnswered = true;
      const date = Date.parse(headers.get('date') ?? '');
      // what stood in a cache tells when it was put there
      if (Number.isNaN(date) || headers.has('age')) return;
      knowledge = learnClock(knowledge, {
        atLeastMs: date - heardAt,
        atMostMs: date + secondMs - askedAt,
        at: heardAt,
      });
    },
    read: () => {
      if (!knowledge) return hasAnswered ? null : undefined;
      const { atLeastMs, atMostMs } = knowledge.bounds;
      return now() + (atLeastMs + atMostMs) / 2;
    },
  };
}
