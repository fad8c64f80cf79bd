import type { SentTime } from '#lib/wire/time/sent-time.ts';
import { dayMs } from '#shared/calendar/durations.ts';

/** Below this, a clock that is slightly ahead cannot be told from a right one. */
const aheadToleranceMs = 2_000;
/** The longest plausible round trip, since a paused desk answers late. Beyond it, a wrong clock is likelier. */
const longestExchangeMs = 2 * 60_000;
/** No tap or change waits in a browser for longer: an older time is an error. */
const longestAgeMs = 90 * dayMs;
/** The same for a page that only has the wall clock. */
const longestWallAgeMs = 7 * dayMs;

/** When something happened by the desk's clock, epoch milliseconds. */
interface ReckonedTime {
  at: number;
  /** The time may be wrong: the browser's clock was set in between, or was never compared with the desk's. */
  isInDoubt: boolean;
}

/**
 * Converts a browser's time into the desk's. A page that has compared its clock with the desk's is trusted. Any other page is
 * trusted too unless its clock is implausible; then the time is now minus the age that the page states. No input is rejected
 * for its time, and no result lies in the future.
 * @param setSinceCompared how far the desk's clock was set ahead after the page compared its own clock with it. `lateMs`: how much
 * later the request arrived than the page says
 */
export function reckonTime(
  { at, sentAt, ageMs, byDesk }: { at: number } & SentTime,
  now: number,
  setSinceCompared: (lateMs: number) => number = () => 0,
): ReckonedTime {
  // after a reload, only the wall clock shows how long the event has waited
  const age = ageMs ?? wallAge(at, sentAt);
  const reckoned = byDesk
    ? reckonByDesk(byDesk, now, age === null ? 0 : setSinceCompared(now - age - byDesk.at))
    : reckonByWall({ at, ageMs: age }, now);
  if (reckoned.at < now - longestAgeMs) return { at: now, isInDoubt: true };
  return { at: Math.min(now, reckoned.at), isInDoubt: reckoned.isInDoubt };
}

function reckonByDesk(byDesk: NonNullable<SentTime['byDesk']>, now: number, setMs: number): ReckonedTime {
  const at = byDesk.at + setMs;
  return { at, isInDoubt: !byDesk.isSure || at > now + aheadToleranceMs };
}

function reckonByWall({ at, ageMs }: { at: number; ageMs: number | null }, now: number): ReckonedTime {
  if (ageMs === null) return { at: now, isInDoubt: true };
  const latest = Math.round(now - ageMs);
  const isPlausible = at <= latest + aheadToleranceMs && at >= latest - longestExchangeMs;
  return isPlausible ? { at, isInDoubt: false } : { at: latest, isInDoubt: true };
}

/** How long the tap waited by the wall clock; null where that clock was set in between. */
function wallAge(at: number, sentAt: number): number | null {
  const ageMs = sentAt - at;
  return ageMs >= 0 && ageMs <= longestWallAgeMs ? ageMs : null;
}
