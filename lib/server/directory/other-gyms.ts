import 'server-only';
import { aliasedTable, and, eq, inArray, isNotNull } from 'drizzle-orm';
import type { MemberKey } from '#lib/server/base/member-key.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { members } from '#lib/server/db/schema/directory.ts';
import { locations } from '#lib/server/db/schema/locations.ts';

/**
 * Subquery of the other gyms of this desk that know the same membership from the same platform. The account alone would also find
 * gyms of another chain in which the person is a member, and ids of another platform say nothing about this one.
 */
export function otherGymsOf(db: Queryable, { locationId, accountId }: MemberKey) {
  const [own, gym] = [aliasedTable(members, 'own'), aliasedTable(locations, 'gym')];
  const isSameMembership = and(eq(members.accountId, own.accountId), eq(members.membershipId, own.membershipId));
  return db
    .select({ id: members.locationId })
    .from(own)
    .innerJoin(gym, eq(gym.id, own.locationId))
    .innerJoin(locations, eq(locations.apiUrl, gym.apiUrl))
    .innerJoin(members, and(eq(members.locationId, locations.id), isSameMembership))
    .where(and(eq(own.locationId, locationId), eq(own.accountId, accountId)));
}

/** The retired ones among them. */
export async function findRetiredGymsOf(db: Queryable, member: MemberKey): Promise<string[]> {
  const isRetired = and(isNotNull(locations.retiredAt), inArray(locations.id, otherGymsOf(db, member)));
  const retired = await db.select({ id: locations.id }).from(locations).where(isRetired);
  return retired.map(({ id }) => id);
}
