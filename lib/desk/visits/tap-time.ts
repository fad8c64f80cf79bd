import { ActionFailure } from '#lib/actions/failure.ts';
import type { Tap } from './tap.ts';

/** Below this, a difference of clocks cannot be told from the time a request takes. */
const clockToleranceMs = 2_000;
export const longestTapAgeMs = 7 * 24 * 3_600_000;

/**
 * When a tap happened by the desk's clock, epoch milliseconds. A browser's clock that is wrong was as wrong when the
 * request was sent, so the difference cancels out; a right one is believed to the millisecond.
 * @throws ActionFailure `invalidInput` for a tap from the future, or older than the desk remembers taps
 */
export function timeOfTap({ tappedAt, sentAt }: Pick<Tap, 'tappedAt' | 'sentAt'>, now: number): number {
  const behindMs = now - sentAt;
  const at = Math.abs(behindMs) > clockToleranceMs ? tappedAt + behindMs : tappedAt;
  if (at > now + clockToleranceMs) throw invalid('This tap lies in the future.');
  if (at < now - longestTapAgeMs) throw invalid('This tap is older than seven days.');
  return at;
}

const invalid = (message: string) => new ActionFailure('invalidInput', message, { tappedAt: message });
