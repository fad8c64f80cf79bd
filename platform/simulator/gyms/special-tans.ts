import { Temporal } from 'temporal-polyfill';
import type { Operator } from '#platform/services/operator.ts';
import { issueTan, type NewTan } from '#platform/services/tans/issue.ts';
import { dayOf } from '#shared/calendar/club-day.ts';

/** Corporate entitlements that no account has used, by what a membership with them shows. */
export interface SpecialTans {
  admitted: string;
  corporateMembershipEnded: string;
  corporateMembershipNotStarted: string;
  noGuestProgramme: string;
}

/** Issues an entitlement for each case, relative to today. */
export async function issueSpecialTans(operator: Operator, timeZone: string): Promise<SpecialTans> {
  const today = Temporal.PlainDate.from(dayOf(operator.clock().getTime(), timeZone));
  const dayIn = (days: number) => today.add({ days }).toString();
  const issue = async (entitlement: NewTan) => (await issueTan(operator, entitlement)).tan;
  return {
    admitted: await issue({ startsOn: dayIn(-5) }),
    corporateMembershipEnded: await issue({ startsOn: dayIn(-400), endsOn: dayIn(-21) }),
    corporateMembershipNotStarted: await issue({ startsOn: dayIn(10) }),
    noGuestProgramme: await issue({ startsOn: dayIn(-40), isPlus1: true }),
  };
}
