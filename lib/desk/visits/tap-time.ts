import type { SentTime } from '#lib/clock/sent-time.ts';
import { reckonTime } from '#lib/desk/outbox/browser-time.ts';
import type { Tap } from './tap.ts';

/** When a tap happened. */
export interface TapTime {
  /** By the desk's clock, epoch milliseconds. */
  tappedAt: number;
  /** It may have been another time. Recorded all the same, marked, and told to the manager. */
  isTimeInDoubt: boolean;
}

export function timeOfTap({ tappedAt, ...sent }: Pick<Tap, 'tappedAt' | keyof SentTime>, now: number): TapTime {
  const { at, isInDoubt } = reckonTime({ at: tappedAt, ...sent }, now);
  return { tappedAt: at, isTimeInDoubt: isInDoubt };
}
