import type { DemoGymKey } from './demo-gyms.ts';
import type { DemoMember } from './demo-member.ts';
import { createRandom } from './random.ts';
import type { DemoVisit } from './visit-history.ts';

export interface DemoAdmission {
  admissionId: string;
  accountId: string;
  gym: DemoGymKey;
  admittedAt: Date;
}

/** Each visit of a corporate member began with a granted admission. */
export function admissionsOf(
  seed: number,
  members: readonly DemoMember[],
  visits: readonly DemoVisit[],
): DemoAdmission[] {
  const random = createRandom(seed, 'admissions');
  const corporate = new Set(members.filter(({ entitlement }) => entitlement).map(({ accountId }) => accountId));
  return visits
    .filter(({ accountId }) => corporate.has(accountId))
    .map(({ accountId, gym, checkedInAt }) => ({
      admissionId: random.uuid(),
      accountId,
      gym,
      admittedAt: checkedInAt,
    }));
}
