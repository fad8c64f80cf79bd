import { confirmedTaps, tapsOfToday } from '#lib/wire/reads/counter.ts';
import { readQuery } from './read-query.ts';

/** Nobody waits for these while a member stands at the counter. */
const afterMs = 200;

export const confirmedQuery = (locationId: string, tapIds: readonly string[]) => ({
  ...readQuery(confirmedTaps, locationId, { tapId: tapIds }, () => afterMs),
  enabled: tapIds.length > 0,
  gcTime: 0,
});

export const todayQuery = (locationId: string) =>
  readQuery(tapsOfToday, locationId, {}, (isKept) => (isKept ? afterMs : 0));
