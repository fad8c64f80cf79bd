import 'server-only';
import { and, eq, isNull, lt, not, sql } from 'drizzle-orm';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { hasStillTheKey } from '#lib/server/base/still-the-key.ts';
import { members } from '#lib/server/db/schema/directory.ts';
import type { Location } from '#lib/server/db/schema/locations.ts';
import { longestUnlistedMs, optedOutMembers } from '#lib/server/db/schema/opt-outs.ts';
import { pseudonymOf, pseudonymsOf } from '#lib/server/members/forget-member.ts';
import { findStored } from './find-stored.ts';

interface Due {
  due: string[];
  /** How many of them are not known to have opted out. */
  unexpected: number;
  /** Whether the list has none of the people who are known to have opted out: it is another gym's list, or the secret was lost. */
  isOfOthers: boolean;
}

/**
 * Opted-out people whose stored data has to be deleted. A member's data is deleted once for each opt-out: what is stored afterwards is
 * needed for the membership. Data of people who are no members is always deleted, and at a retired location that of everybody.
 */
export async function findDue(
  { db, secret, previousSecret }: DeskContext,
  { location: { id: locationId, retiredAt }, accountIds }: { location: Location; accountIds: string[] },
): Promise<Due> {
  const stored = await findStored(db, { locationId, accountIds });
  const handled = new Set(
    (await db.select().from(optedOutMembers).where(eq(optedOutMembers.locationId, locationId))).map(
      ({ pseudonym }) => pseudonym,
    ),
  );
  const isMember = new Set(
    (await db.select({ accountId: members.accountId }).from(members).where(eq(members.locationId, locationId))).map(
      ({ accountId }) => accountId,
    ),
  );
  const isHandled = (accountId: string) =>
    pseudonymsOf(accountId, { secret, previousSecret }).some((pseudonym) => handled.has(pseudonym));
  const isHandledMember = (accountId: string) => isMember.has(accountId) && isHandled(accountId);
  const unexpected = [...stored].filter((accountId) => !isHandledMember(accountId));
  const isOfOthers = handled.size > 0 && !accountIds.some(isHandled);
  return { due: retiredAt ? [...stored] : unexpected, unexpected: unexpected.length, isOfOthers };
}

/**
 * Stores pseudonyms of the people on the list, and deletes those of people who have not been on it for long. Nothing is stored if the list
 * was read with a key that has been replaced since.
 */
export async function noteListed(
  { db, secret, clock }: DeskContext,
  { location, accountIds }: { location: Location; accountIds: string[] },
): Promise<void> {
  const locationId = location.id;
  const now = new Date(clock());
  const listed = sql`${sql.param(accountIds.map((accountId) => pseudonymOf(accountId, secret)))}::text[]`;
  const isListed = sql`${optedOutMembers.pseudonym} = any(${listed})`;
  const isHere = eq(optedOutMembers.locationId, locationId);
  await db.transaction(async (tx) => {
    if (!(await hasStillTheKey(tx, location))) return;
    await tx.execute(
      sql`insert into ${optedOutMembers} (location_id, pseudonym) select ${locationId}, unnest(${listed}) on conflict do nothing`,
    );
    await tx.update(optedOutMembers).set({ unlistedSince: null }).where(and(isHere, isListed));
    await tx
      .update(optedOutMembers)
      .set({ unlistedSince: now })
      .where(and(isHere, isNull(optedOutMembers.unlistedSince), not(isListed)));
    const isOld = lt(optedOutMembers.unlistedSince, new Date(now.getTime() - longestUnlistedMs));
    await tx.delete(optedOutMembers).where(and(isHere, isOld));
  });
}
