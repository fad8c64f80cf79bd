import { reckonTime } from '#lib/server/base/browser-time.ts';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import type { ClockStamp } from '#lib/server/db/schema/clock-stamp.ts';
import type { Tap } from '#lib/wire/taps.ts';
import type { SentTime } from '#lib/wire/time/sent-time.ts';

/** When a tap happened. */
export interface TapTime {
  /** By the desk's clock, epoch milliseconds. */
  tappedAt: number;
  /** Whether the time is uncertain. It is recorded anyway, marked, and reported to the manager. */
  isTimeInDoubt: boolean;
  /** The clock that measured it; null where that is no longer known. */
  clock: ClockStamp | null;
}

/** The time of a tap by the desk's clock, from what the page sent about it. */
export function timeOfTap(
  { clock, clockWatch }: Pick<DeskContext, 'clock' | 'clockWatch'>,
  { tappedAt, ...sent }: Pick<Tap, 'tappedAt' | keyof SentTime>,
): TapTime {
  const { at, isInDoubt } = reckonTime({ at: tappedAt, ...sent }, clock(), clockWatch.setSinceCompared);
  return { tappedAt: at, isTimeInDoubt: isInDoubt, clock: clockWatch.stamp() };
}
