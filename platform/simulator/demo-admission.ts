import type { DemoGymKey } from './demo-gyms.ts';
import type { DemoMember } from './demo-member.ts';
import type { DemoVisit } from './invent-visits.ts';
import type { Random } from './random.ts';

export interface DemoAdmission {
  admissionId: string;
  accountId: string;
  gym: DemoGymKey;
  admittedAt: Date;
}

export const corporateIdsOf = (members: readonly DemoMember[]): Set<string> =>
  new Set(members.flatMap(({ accountId, entitlement }) => (entitlement ? accountId : [])));

/** A granted admission at the start of each visit of a corporate member. */
export function admissionsOf(
  random: Random,
  corporateIds: ReadonlySet<string>,
  visits: readonly DemoVisit[],
): DemoAdmission[] {
  return visits
    .filter(({ accountId }) => corporateIds.has(accountId))
    .map(({ accountId, gym, checkedInAt }) => ({
      admissionId: random.uuid(),
      accountId,
      gym,
      admittedAt: checkedInAt,
    }));
}
