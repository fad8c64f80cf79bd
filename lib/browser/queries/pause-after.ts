import type { Query } from '@tanstack/react-query';
import { retryAfterMsOf } from '#lib/browser/base/ask-desk.ts';
import { backoffMs } from '#lib/browser/base/backoff.ts';
import { timeLeft } from '#lib/browser/clock/time-left.ts';
import { responseOf } from './gather-reads.ts';

const limits = { firstMs: 2_000, longestMs: 16_000 };

/** Timers may fire a little early. */
const soonMs = 50;

/** By response: reads that one response failed pause for the same time, so that they are asked for together again. */
const pauses = new WeakMap<object, { ms: number; leftMs: () => number }>();

/** How long a read that failed pauses before its next attempt. */
export function pauseAfter(failures: number, error: Error): number {
  const known = pauses.get(responseOf(error));
  if (known) return known.ms;
  const ms = backoffMs(limits, failures, retryAfterMsOf(error));
  pauses.set(responseOf(error), { ms, leftMs: timeLeft(ms) });
  return ms;
}

/** Whether a query that is being fetched has failed and pauses before its next attempt, which React Query does not tell. */
export function isPausing({ state: { fetchFailureReason } }: Query): boolean {
  const pause = fetchFailureReason === null ? undefined : pauses.get(responseOf(fetchFailureReason));
  return pause !== undefined && pause.leftMs() > soonMs;
}
