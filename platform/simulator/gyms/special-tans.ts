import { Temporal } from 'temporal-polyfill';
import type { Ids } from '#platform/base/clock-and-ids.ts';
import type { Sql } from '#platform/db/client.ts';
import { issueTan, type NewTan } from '#platform/services/tans/issue.ts';
import { dayOf } from '#shared/calendar/day-in-zone.ts';

/** Corporate entitlements that no account has used, by what a membership with them shows. */
export interface SpecialTans {
  admitted: string;
  corporateMembershipEnded: string;
  corporateMembershipNotStarted: string;
  noGuestProgramme: string;
}

interface NewTans {
  sql: Sql;
  now: Date;
  timeZone: string;
  /** The source of the numbers of a case, of its own, so that a number which is taken changes no other. */
  tanIds: (shows: string) => Ids;
  /** Numbers that are known, and may be issued anew. */
  freeTans: readonly string[];
}

/** Issues an entitlement for each case, relative to today. */
export async function issueSpecialTans({ sql, now, timeZone, tanIds, freeTans }: NewTans): Promise<SpecialTans> {
  const today = Temporal.PlainDate.from(dayOf(now.getTime(), timeZone));
  const dayIn = (days: number) => today.add({ days }).toString();
  const issue = async (shows: keyof SpecialTans, entitlement: NewTan) =>
    (await issueTan({ sql, clock: () => now, ids: tanIds(shows) }, entitlement, freeTans)).tan;
  return {
    admitted: await issue('admitted', { startsOn: dayIn(-5) }),
    corporateMembershipEnded: await issue('corporateMembershipEnded', { startsOn: dayIn(-400), endsOn: dayIn(-21) }),
    corporateMembershipNotStarted: await issue('corporateMembershipNotStarted', { startsOn: dayIn(10) }),
    noGuestProgramme: await issue('noGuestProgramme', { startsOn: dayIn(-40), isPlus1: true }),
  };
}
