import { dayOf } from '#shared/calendar/day-in-zone.ts';

type Moment = Date | string | null;

/** Days of a contract: of corporate fitness as instants, of the contract itself as `yyyy-MM-dd`, empty or null where unknown. */
export interface ContractDays {
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
): string | null => (corporateEnd ? dayOf(new Date(corporateEnd).getTime(), timeZone) : endOfContract || null);

/** The first day of a contract, by the same rule. */
export const firstDayOf = (
  { corporateStart, startOfContract }: Pick<ContractDays, 'corporateStart' | 'startOfContract'>,
  timeZone: string,
): string | null => (corporateStart ? dayOf(new Date(corporateStart).getTime(), timeZone) : startOfContract || null);
