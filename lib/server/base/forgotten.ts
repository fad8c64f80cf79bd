import 'server-only';
import { createHash } from 'node:crypto';
import { and, eq, gte, inArray, lt, sql } from 'drizzle-orm';
import type { Queryable } from '#lib/server/db/client.ts';
import { lockExclusive, lockShared } from '#lib/server/db/locks.ts';
import { forgottenMembers } from '#lib/server/db/schema/forgotten-members.ts';
import { dayMs } from '#shared/calendar/durations.ts';
import { ActionFailure } from './failure.ts';
import type { MemberKey } from './member-key.ts';

/** Longer than a tap may wait in a browser, and than a platform goes on trying to tell of an event. */
const rememberedMs = 100 * dayMs;

/**
 * Begins to forget a member: from here to the end of the transaction nobody is added to the directory of this location, and
 * what was asked or happened before it is not added afterwards either.
 */
export async function markForgotten(
  tx: Queryable,
  { locationId, accountId, at }: MemberKey & { at: Date },
): Promise<void> {
  await lockForgetting(tx, locationId);
  await tx
    .insert(forgottenMembers)
    .values({ locationId, digest: digestOf(locationId, accountId), forgottenAt: at })
    .onConflictDoUpdate({
      target: [forgottenMembers.locationId, forgottenMembers.digest],
      set: { forgottenAt: sql`greatest(${forgottenMembers.forgottenAt}, excluded.forgotten_at)` },
    });
}

/** Adds nobody to the directory of a location from here to the end of the transaction, in any other. */
export const lockForgetting = (tx: Queryable, locationId: string): Promise<void> =>
  lockExclusive(tx, turnOf(locationId));

/** Nobody is forgotten from here to the end of the transaction: what it writes of a member goes when the member does. */
export const holdForgetting = (tx: Queryable, locationId: string): Promise<void> => lockShared(tx, turnOf(locationId));

/** Which of these members were forgotten at that moment or later. Nobody is, from now to the end of the transaction. */
export async function findForgotten(
  tx: Queryable,
  { locationId, accountIds, since }: { locationId: string; accountIds: readonly string[]; since: Date },
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
        gte(forgottenMembers.forgottenAt, since),
      ),
    );
  return new Set(found.flatMap(({ digest }) => accountOf.get(digest) ?? []));
}

/**
 * Keeps a transaction from writing down what it began to find out before the member was forgotten.
 * @throws ActionFailure `notFound`
 */
export async function refuseForgotten(
  tx: Queryable,
  { locationId, accountId, since }: MemberKey & { since: Date },
): Promise<void> {
  const forgotten = await findForgotten(tx, { locationId, accountIds: [accountId], since });
  if (forgotten.size > 0) throw new ActionFailure('notFound', 'This member has been erased.');
}

/** Forgets even that somebody was forgotten, once nothing from before can come any more. */
export async function forgetOldMarks(db: Queryable, now: number): Promise<void> {
  await db.delete(forgottenMembers).where(lt(forgottenMembers.forgottenAt, new Date(now - rememberedMs)));
}

const turnOf = (locationId: string) => `forgetting ${locationId}`;

const digestOf = (locationId: string, accountId: string) =>
  createHash('sha256').update(`${locationId}/${accountId}`).digest('base64url');
