import { and, eq } from 'drizzle-orm';
import type { Sql } from '#platform/db/client.ts';
import { type ChainProfile, chainProfiles, type Membership, memberships } from '#platform/db/schema/accounts.ts';
import type { Call } from '#platform/services/call.ts';
import type { LockedMember } from '#platform/services/members/lock.ts';
import { moveReferrals } from './referrals.ts';

export interface MemberChanges {
  profile: Partial<ChainProfile>;
  membership: Partial<Membership>;
}

/** Writes changes to a member and their time. */
export async function writeMember(
  sql: Sql,
  call: Call,
  accountId: string,
  { profile, membership }: MemberChanges,
): Promise<void> {
  const { chainId, clock } = call;
  await writeProfile(sql, call, accountId, profile);
  const isMembership = and(eq(memberships.chainId, chainId), eq(memberships.accountId, accountId));
  if (membership.membershipId !== undefined) {
    const [before] = await sql.select({ id: memberships.membershipId }).from(memberships).where(isMembership);
    if (before) await moveReferrals(sql, call, before.id, membership.membershipId);
  }
  await sql
    .update(memberships)
    .set({ ...membership, updatedAt: clock() })
    .where(isMembership);
}

/** Writes only the fields that differ. If none differs, the member keeps their place in the list. */
export async function changeMember(
  sql: Sql,
  call: Call,
  before: LockedMember,
  { profile, membership }: MemberChanges,
): Promise<void> {
  const changes = { profile: differing(before.profile, profile), membership: differing(before.membership, membership) };
  const isChanged = Object.values(changes).some((columns) => Object.keys(columns).length > 0);
  if (isChanged) await writeMember(sql, call, before.profile.accountId, changes);
}

const differing = <Row extends object>(before: Row, columns: Partial<Row>): Partial<Row> =>
  // safe because: it is some of the same columns
  Object.fromEntries(
    Object.entries(columns).filter(([column, value]) => value !== before[column as keyof Row]),
  ) as Partial<Row>;

/** Writes changes to a profile in the chain, of a member or not. */
export async function writeProfile(
  sql: Sql,
  { chainId }: Call,
  accountId: string,
  changes: MemberChanges['profile'],
): Promise<void> {
  if (Object.keys(changes).length === 0) return;
  const isProfile = and(eq(chainProfiles.chainId, chainId), eq(chainProfiles.accountId, accountId));
  await sql.update(chainProfiles).set(changes).where(isProfile);
}
