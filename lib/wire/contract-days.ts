import { dayOf } from '#shared/calendar/day-in-zone.ts';

/** From this many days before its end, a contract is shown as ending soon. */
export const endsSoonDays = 14;

type Moment = Date | string | null;

/** Days of a contract: of corporate fitness as instants, of the contract itself as `yyyy-MM-dd`, empty or null where unknown. */
interface ContractDays {
  startOfContract: string | null;
  endOfContract: string | null;
  corporateStart: Moment;
  corporateEnd: Moment;
}

/**
 * The last day of a contract: that of corporate fitness, or else of the contract. Lists of the database use the same rule
 * (lib/server/contracts/contract-days.ts).
 */
export const lastDayOf = (
  { corporateEnd, endOfContract }: Pick<ContractDays, 'corporateEnd' | 'endOfContract'>,
  timeZone: string,
): string | null => lastCorporateDayOf(corporateEnd, timeZone) ?? (endOfContract || null);

/** The first day of a contract, by the same rule. */
export const firstDayOf = (
  { corporateStart, startOfContract }: Pick<ContractDays, 'corporateStart' | 'startOfContract'>,
  timeZone: string,
): string | null => firstCorporateDayOf(corporateStart, timeZone) ?? (startOfContract || null);

/*
 * The platform returns the first and the last second of a day at the member's home gym, which may be in another time zone than the gym
 * that reads it: half a day later or earlier it is that day at both. Days begin at a quarter of an hour of UTC in every zone; any other
 * instant is on its day at the reading gym.
 */
const halfDayMs = 12 * 3_600_000;
const quarterMs = 15 * 60_000;

export function lastCorporateDayOf(end: Moment, timeZone: string): string | null {
  if (!end) return null;
  const ms = new Date(end).getTime();
  const endsDay = ms % quarterMs >= quarterMs - 1_000;
  return dayOf(endsDay ? ms - halfDayMs : ms, timeZone);
}

export function firstCorporateDayOf(start: Moment, timeZone: string): string | null {
  if (!start) return null;
  const ms = new Date(start).getTime();
  return dayOf(ms % quarterMs === 0 ? ms + halfDayMs : ms, timeZone);
}
