import { dayCurve } from '#lib/wire/reads/reports.ts';
import { readQuery, refreshMs } from './read-query.ts';

/** Not with every tap, which would make a rush slower to look at it: a curve of hours changes little within a minute. */
export const dayCurveQuery = (locationId: string) => ({
  ...readQuery(dayCurve, locationId, {}),
  refetchInterval: refreshMs,
});
