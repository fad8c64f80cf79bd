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
  /** Whether the list names nobody of those who are known to have opted out: it is of other people, or the secret was lost. */
  isOfOthers: boolean;
}

/**
 * Opted-out people about whom something is stored: members once for each time they opt out, since what is stored afterwards
 * belongs to their membership; anybody else always, and at a retired location everybody, as no membership needs anything there.
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
 * Stores pseudonyms of the people on the list, unless it is that of a former key, and deletes those of people whom it has not
 * named for long.
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
