import { and, eq } from 'drizzle-orm';
import type { Admission } from '#contracts/v2/visits.ts';
import { PlatformError } from '#platform/base/errors.ts';
import type { Sql } from '#platform/db/client.ts';
import { chainProfiles, memberships } from '#platform/db/schema/accounts.ts';
import { admissions } from '#platform/db/schema/visits.ts';
import type { Call } from '#platform/services/call.ts';
import { type GymFacts, getGym } from '#platform/services/gyms/get.ts';
import { type KnownMember, requireMember } from '#platform/services/members/find.ts';
import { dayOf } from '#shared/calendar/day-in-zone.ts';

/**
 * Whether a corporate member may enter the calling gym. A granted admission is logged.
 * @throws 403 forbiddenAction for another membership type, else the first corporate refusal that applies
 */
export async function checkAdmission(call: Call, accountId: string): Promise<Admission> {
  const member = await requireMember(call, { by: 'accountId', accountId });
  if (member.membershipType !== 'CORPORATE_FITNESS') {
    throw new PlatformError('forbiddenAction', 'Admission is for members of type CORPORATE_FITNESS.');
  }
  const gym = await getGym(call);
  refuseAdmission(member, gym, dayOf(call.clock().getTime(), gym.timeZone));
  return { firstAdmission: await call.db.transaction((sql) => logAdmission(sql, call, member.accountId)) };
}

/** The refusals in order of precedence. */
function refuseAdmission(
  member: Pick<KnownMember, 'startsOn' | 'endsOn' | 'isPlus1'>,
  gym: Pick<GymFacts, 'isInCorporateNetwork' | 'takesPartInPlus1'>,
  today: string,
): void {
  if (!gym.isInCorporateNetwork) {
    throw new PlatformError('corporateFitnessGymNotInNetwork', 'The gym is not in the corporate fitness network.');
  }
  if (member.isPlus1 && !gym.takesPartInPlus1) {
    throw new PlatformError('corporateFitnessGymNotInNetworkPlus1', 'The gym does not take part in Plus1.');
  }
  if (member.startsOn && today < member.startsOn) {
    throw new PlatformError('corporateFitnessMembershipNotStarted', 'The corporate membership has not started.');
  }
  const isWithoutEntitlement = member.startsOn === null;
  if (isWithoutEntitlement || (member.endsOn && today > member.endsOn)) {
    throw new PlatformError('corporateFitnessMembershipExpired', 'The corporate membership has ended.');
  }
}

/** @returns whether it was the account's first admission in this gym; of two concurrent ones, exactly one is */
async function logAdmission(sql: Sql, { chainId, gymId, clock, ids }: Call, accountId: string): Promise<boolean> {
  const isPerson = and(eq(chainProfiles.chainId, chainId), eq(chainProfiles.accountId, accountId));
  // the foreign key of the admission locks it too: before the membership, as every change of the member does, to avoid deadlocks
  await sql.select({ accountId: chainProfiles.accountId }).from(chainProfiles).where(isPerson).for('key share');
  const isMembership = and(eq(memberships.chainId, chainId), eq(memberships.accountId, accountId));
  await sql.select({ accountId: memberships.accountId }).from(memberships).where(isMembership).for('update');
  const isEarlier = and(
    eq(admissions.chainId, chainId),
    eq(admissions.gymId, gymId),
    eq(admissions.accountId, accountId),
  );
  const earlier = await sql.select({ at: admissions.admittedAt }).from(admissions).where(isEarlier).limit(1);
  await sql.insert(admissions).values({ chainId, gymId, accountId, admissionId: ids.uuid(), admittedAt: clock() });
  return earlier.length === 0;
}
