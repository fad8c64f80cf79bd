import 'server-only';
import { and, eq, inArray, or } from 'drizzle-orm';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import type { VisitKey } from '#lib/server/base/queues.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { type Visit, visits } from '#lib/server/db/schema/visits.ts';
import { isOver } from '#lib/server/ledger/attempt.ts';
import { dueStates } from '#lib/server/ledger/ledger.ts';

/** Longer than the requests take, each with its deadline: after that, the process that asked is presumed dead. */
const longestMs = 30_000;

/** Claims a visit for one confirmation. @returns undefined where it is confirmed already, or by another process now */
export async function claimVisit(
  tx: Queryable,
  { clock }: Pick<DeskContext, 'clock'>,
  { locationId, tapId }: VisitKey,
): Promise<Visit | undefined> {
  const now = clock();
  const [claimed] = await tx
    .update(visits)
    .set({ confirmingUntil: new Date(now + longestMs) })
    .where(
      and(
        eq(visits.locationId, locationId),
        eq(visits.tapId, tapId),
        inArray(visits.state, [...dueStates]),
        isOver(visits.confirmingUntil, new Date(now)),
      ),
    )
    .returning();
  return claimed;
}

/** SQL condition: this confirmation still has its claim. It loses it when the visit is undone, or its process is presumed dead. */
export const isConfirmationOf = ({ locationId, tapId, confirmingUntil }: Visit) =>
  and(
    eq(visits.locationId, locationId),
    eq(visits.tapId, tapId),
    inArray(visits.state, [...dueStates]),
    confirmingUntil ? eq(visits.confirmingUntil, confirmingUntil) : undefined,
  );

/**
 * Releases visits whose confirmations will not end because the process stops.
 * @param claimed as the claim returned them, so that visits which another process has claimed since are left alone
 */
export async function releaseConfirmations(db: Queryable, claimed: readonly Visit[]): Promise<void> {
  if (claimed.length === 0) return;
  await db
    .update(visits)
    .set({ confirmingUntil: null })
    .where(or(...claimed.map(isConfirmationOf)));
}
