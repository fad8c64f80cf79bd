import 'server-only';
import { and, eq, not, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { directorySyncs, members } from '#lib/server/db/schema/directory.ts';
import type { Location } from '#lib/server/db/schema/locations.ts';

const { corporateStart, corporateEnd, startOfContract, endOfContract } = members;

/** Seconds since the last quarter of an hour. */
const sinceQuarter = (moment: SQLWrapper) => sql`extract(epoch from ${moment}) % 900`;

/** `lastDayOf` of lib/wire/contract-days.ts, as a column of `members`. */
export const lastDayOf = ({ timeZone }: Pick<Location, 'timeZone'>): SQL<string | null> => sql<string | null>`coalesce(
  ((${corporateEnd} - case when ${sinceQuarter(corporateEnd)} >= 899 then interval '12 hours' else interval '0' end)
    at time zone ${timeZone})::date,
  ${endOfContract})`;

/** `firstDayOf`, likewise. */
export const firstDayOf = ({ timeZone }: Pick<Location, 'timeZone'>): SQL<string | null> => sql<string | null>`coalesce(
  ((${corporateStart} + case when ${sinceQuarter(corporateStart)} = 0 then interval '12 hours' else interval '0' end)
    at time zone ${timeZone})::date,
  ${startOfContract})`;

export const isProspect: SQL<boolean> = sql<boolean>`(${members.membershipType} = 'PROSPECT') is true`;

/**
 * SQL condition: the member is of this gym itself, as far as the desk has read which ones are. Without that every member counts.
 */
export const isOfThisGym = (
  locationId: string,
): SQL<boolean> => sql<boolean>`(${members.homeAt} is not null or not exists (
  select from ${directorySyncs} where ${directorySyncs.locationId} = ${locationId} and ${directorySyncs.homesReadAt} is not null))`;

/** SQL condition: the lists and numbers are about this member. Prospects have a list of their own. */
export const isOwnMember = (locationId: string): SQL | undefined =>
  and(eq(members.locationId, locationId), isOfThisGym(locationId), not(isProspect));
