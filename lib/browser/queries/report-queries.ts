import { dayCurve, gymNow } from '#lib/wire/reads/reports.ts';
import { readQuery, refreshMs } from './read-query.ts';

/** Not with every tap, which would make a rush slower to look at it: a curve of hours changes little within a minute. */
export const dayCurveQuery = (locationId: string) => ({
  ...readQuery(dayCurve, locationId, {}),
  refetchInterval: refreshMs,
});

/**
 * The same for each of a person's gyms, on the page of all of them. Not all at the same moment: a chain may have a hundred.
 * @param place from 0 to 1, of the gym among them
 */
export const gymNowQuery = (locationId: string, place: number) => ({
  ...readQuery(gymNow, locationId, {}),
  refetchInterval: refreshMs * (0.8 + 0.4 * place),
});
