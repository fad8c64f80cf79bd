import type { SentTime } from '#lib/wire/time/sent-time.ts';
import { dayMs } from '#shared/calendar/durations.ts';

/** Below this, nobody can tell a clock that is a little ahead from one that is right. */
const aheadToleranceMs = 2_000;
/** An exchange may take so long before it is likelier that a clock is wrong: a desk that stood still answers late. */
const longestExchangeMs = 2 * 60_000;
/** Nothing waits in a browser for longer: such a time is a mistake. */
const longestAgeMs = 90 * dayMs;
/** A page that knows only the clock on the wall has waited for less. */
const longestWallAgeMs = 7 * dayMs;

/** When something happened by the desk's clock, epoch milliseconds. */
interface ReckonedTime {
  at: number;
  /** It may have been another time: the clock of the browser was set meanwhile, or has not been compared. */
  isInDoubt: boolean;
}

/**
 * Believes a page that has compared its clock with the desk's. One that could not, or an older one, is believed too,
 * unless its clock cannot be right; then it happened as long ago as the page says. Whatever it says, nothing is refused
 * for its time, and nothing lies in the future.
 * @param setSinceCompared how far the desk's clock was set ahead since a page compared its own with it, whose request comes so
 * many milliseconds later than it says
 */
export function reckonTime(
  { at, sentAt, ageMs, byDesk }: { at: number } & SentTime,
  now: number,
  setSinceCompared: (lateMs: number) => number = () => 0,
): ReckonedTime {
  const reckoned = byDesk
    ? reckonByDesk(byDesk, now, ageMs === undefined ? 0 : setSinceCompared(now - ageMs - byDesk.at))
    : reckonByWall({ at, ageMs: ageMs ?? wallAge(at, sentAt) }, now);
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

/** Null where the clock was set while it waited. */
function wallAge(at: number, sentAt: number): number | null {
  const ageMs = sentAt - at;
  return ageMs >= 0 && ageMs <= longestWallAgeMs ? ageMs : null;
}
