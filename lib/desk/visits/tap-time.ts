import { ActionFailure } from '#lib/actions/failure.ts';
import { clockToleranceMs, timeByDesk } from '#lib/desk/outbox/browser-time.ts';
import type { Tap } from './tap.ts';

export const longestTapAgeMs = 7 * 24 * 3_600_000;

/**
 * When a tap happened by the desk's clock, epoch milliseconds.
 * @throws ActionFailure `invalidInput` for a tap from the future, or older than the desk remembers taps
 */
export function timeOfTap({ tappedAt, sentAt }: Pick<Tap, 'tappedAt' | 'sentAt'>, now: number): number {
  const at = timeByDesk({ at: tappedAt, sentAt }, now);
  if (at > now + clockToleranceMs) throw invalid('This tap lies in the future.');
  if (at < now - longestTapAgeMs) throw invalid('This tap is older than seven days.');
  return at;
}

const invalid = (message: string) => new ActionFailure('invalidInput', message, { tappedAt: message });
