import { reckonTime } from '#lib/server/base/browser-time.ts';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import type { ClockStamp } from '#lib/server/db/schema/clock-stamp.ts';
import type { Tap } from '#lib/wire/taps.ts';
import type { SentTime } from '#lib/wire/time/sent-time.ts';

/** When a tap happened. */
export interface TapTime {
  /** By the desk's clock, epoch milliseconds. */
  tappedAt: number;
  /** It may have been another time. Recorded all the same, marked, and told to the manager. */
  isTimeInDoubt: boolean;
  /** By which clock; null where that is not known any more. */
  clock: ClockStamp | null;
}

export function timeOfTap(
  { tappedAt, ...sent }: Pick<Tap, 'tappedAt' | keyof SentTime>,
  { clock, clockWatch }: Pick<DeskContext, 'clock' | 'clockWatch'>,
): TapTime {
  const { at, isInDoubt } = reckonTime({ at: tappedAt, ...sent }, clock(), clockWatch.setSinceCompared);
  return { tappedAt: at, isTimeInDoubt: isInDoubt, clock: clockWatch.stamp() };
}
