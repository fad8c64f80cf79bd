import 'server-only';
import { createHash } from 'node:crypto';
import { and, eq, gte, inArray, lt, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Queryable } from '#lib/server/db/client.ts';
import { lockExclusive, lockShared } from '#lib/server/db/locks.ts';
import { forgottenMembers } from '#lib/server/db/schema/forgotten-members.ts';
import { dayMs } from '#shared/calendar/durations.ts';
import { ActionFailure } from './failure.ts';
import type { MemberKey } from './member-key.ts';

/** Longer than a tap may wait in a browser, and than a platform retries a webhook delivery. */
const rememberedMs = 100 * dayMs;

/**
 * Marks a member as forgotten. Until the transaction ends, other transactions wait before they add to the directory of this
 * location; afterwards they discard what they read, or what happened, before the mark.
 * @param isOptOut whether the membership goes on: what happened before the mark is still stored
 */
export async function markForgotten(
  tx: Queryable,
  { locationId, accountId, at, isOptOut = false }: MemberKey & { at: Date; isOptOut?: boolean },
): Promise<void> {
  await lockForgetting(tx, locationId);
  await tx
    .insert(forgottenMembers)
    .values({ locationId, digest: digestOf(locationId, accountId), forgottenAt: at, erasedAt: isOptOut ? null : at })
    .onConflictDoUpdate({
      target: [forgottenMembers.locationId, forgottenMembers.digest],
      set: {
        forgottenAt: sql`greatest(${forgottenMembers.forgottenAt}, excluded.forgotten_at)`,
        erasedAt: sql`greatest(${forgottenMembers.erasedAt}, excluded.erased_at)`,
      },
    });
}

/** Blocks additions to the directory of a location, by other transactions, until this one ends. */
export const lockForgetting = (tx: Queryable, locationId: string): Promise<void> =>
  lockExclusive(tx, forgettingLock(locationId));

/** Blocks the forgetting of members until this transaction ends, so that a later forgetting deletes what it writes. */
export const holdForgetting = (tx: Queryable, locationId: string): Promise<void> =>
  lockShared(tx, forgettingLock(locationId));

interface Asked {
  locationId: string;
  accountIds: readonly string[];
  since: Date;
}

/** Which of these members were forgotten at `since` or later. Blocks further forgetting until this transaction ends. */
export const findForgotten = (tx: Queryable, asked: Asked): Promise<ReadonlySet<string>> =>
  findMarked(tx, { ...asked, at: forgottenMembers.forgottenAt });

async function findMarked(
  tx: Queryable,
  { locationId, accountIds, since, at }: Asked & { at: PgColumn },
): Promise<ReadonlySet<string>> {
  await holdForgetting(tx, locationId);
  const accountOf = new Map(accountIds.map((accountId) => [digestOf(locationId, accountId), accountId]));
  const found = await tx
    .select({ digest: forgottenMembers.digest })
    .from(forgottenMembers)
    .where(
      and(
        eq(forgottenMembers.locationId, locationId),
        inArray(forgottenMembers.digest, [...accountOf.keys()]),
        gte(at, since),
      ),
    );
  return new Set(found.flatMap(({ digest }) => accountOf.get(digest) ?? []));
}

/** When each of these members was forgotten last; without those who were not, or whose mark is not kept any more. */
export async function readForgotten(
  db: Queryable,
  { locationId, accountIds }: { locationId: string; accountIds: readonly string[] },
): Promise<{ accountId: string; at: Date }[]> {
  const accountOf = new Map(accountIds.map((accountId) => [digestOf(locationId, accountId), accountId]));
  const found = await db
    .select({ digest: forgottenMembers.digest, at: forgottenMembers.forgottenAt })
    .from(forgottenMembers)
    .where(and(eq(forgottenMembers.locationId, locationId), inArray(forgottenMembers.digest, [...accountOf.keys()])));
  return found.flatMap(({ digest, at }) => {
    const accountId = accountOf.get(digest);
    return accountId === undefined ? [] : [{ accountId, at }];
  });
}

/** Whether a member was forgotten, as long as the mark is kept. */
export const wasForgotten = async (db: Queryable, { locationId, accountId }: MemberKey): Promise<boolean> =>
  (await readForgotten(db, { locationId, accountIds: [accountId] })).length > 0;

/**
 * Prevents a transaction from storing what happened, or was read, before the member was erased. Of somebody who only opted out of
 * sharing data, it is stored: their membership goes on, and a visit that waited in a browser still has to reach the platform.
 * @throws ActionFailure `notFound`
 */
export async function refuseErased(
  tx: Queryable,
  { locationId, accountId, since }: MemberKey & { since: Date },
): Promise<void> {
  const erased = await findMarked(tx, { locationId, accountIds: [accountId], since, at: forgottenMembers.erasedAt });
  if (erased.size > 0) throw hasBeenErased();
}

export const hasBeenErased = () => new ActionFailure('notFound', 'This member has been erased.');

/** The condition of {@link refuseErased} as a column, in a transaction that holds `lockVisitor` or `holdForgetting`. */
export const isErasedSince = ({ locationId, accountId, since }: MemberKey & { since: Date }): SQL<boolean> =>
  isMarkedSince({ locationId, accountId, since, at: forgottenMembers.erasedAt });

/** The condition of {@link findForgotten} as a column, in a transaction that holds `lockVisitor` or `holdForgetting`. */
export const isForgottenSince = ({ locationId, accountId, since }: MemberKey & { since: Date }): SQL<boolean> =>
  isMarkedSince({ locationId, accountId, since, at: forgottenMembers.forgottenAt });

/** The same for one member, in such a transaction. */
export async function isForgotten(tx: Queryable, member: MemberKey & { since: Date }): Promise<boolean> {
  const [found] = await tx.select({ isForgotten: isForgottenSince(member) }).from(sql`(select) as member`);
  return found?.isForgotten === true;
}

const isMarkedSince = ({ locationId, accountId, since, at }: MemberKey & { since: Date; at: PgColumn }) =>
  sql<boolean>`exists (select from ${forgottenMembers} where ${and(
    eq(forgottenMembers.locationId, locationId),
    eq(forgottenMembers.digest, digestOf(locationId, accountId)),
    gte(at, since),
  )})`;

/** Deletes marks so old that no earlier data can arrive any more. */
export async function forgetOldMarks(db: Queryable, now: number): Promise<void> {
  await db.delete(forgottenMembers).where(lt(forgottenMembers.forgottenAt, new Date(now - rememberedMs)));
}

export const forgettingLock = (locationId: string): string => `forgetting ${locationId}`;

const digestOf = (locationId: string, accountId: string) =>
  createHash('sha256').update(`${locationId}/${accountId}`).digest('base64url');
