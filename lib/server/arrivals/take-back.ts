import 'server-only';
import { and, eq, ne, type SQL, sql } from 'drizzle-orm';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { holdForgetting } from '#lib/server/base/forgotten.ts';
import { notifyLive } from '#lib/server/base/live-events.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import type { Location } from '#lib/server/db/schema/locations.ts';
import { taps, type Visit, visits } from '#lib/server/db/schema/visits.ts';
import { timeOfVisit } from '#lib/server/presence/clock-of-now.ts';
import { isVisit } from '#lib/server/visits/is-visit.ts';
import { lockVisitor } from '#lib/server/visits/record.ts';
import { recountAround } from '#lib/server/visits/recount.ts';
import { isTapOfVisit } from '#lib/server/visits/taps-of-visit.ts';

/**
 * Locks the member of a visit. Taken before the lock of the visit, as everywhere both are needed, to avoid deadlocks. Of an unknown
 * card, an erasure may delete the visit.
 */
export async function lockVisitorOf(tx: Queryable, locationId: string, tapId: string): Promise<string | null> {
  const [visit] = await tx.select({ accountId: visits.accountId }).from(visits).where(isVisit(locationId, tapId));
  const accountId = visit?.accountId ?? null;
  await (accountId === null ? holdForgetting(tx, locationId) : lockVisitor(tx, { locationId, visitor: { accountId } }));
  return accountId;
}

interface TakenBack {
  location: Location;
  tapId: string;
  /** Holds besides the state for a visit that may be undone. */
  may?: SQL | undefined;
  /** Why, where nobody pressed Undo. Scans that the desk took for repeated ones may then be visits of their own. */
  lastError?: string;
}

/**
 * Undoes a visit that has not been sent, and judges the other visits of its member again without it. The caller holds the lock of
 * `lockVisitorOf`.
 */
export async function takeBack(
  tx: Queryable,
  desk: DeskContext,
  { location, tapId, may, lastError }: TakenBack,
): Promise<Visit | undefined> {
  const { id: locationId } = location;
  const [undone] = await tx
    .update(visits)
    .set({ state: 'undone', ...(lastError && { lastError }) })
    .where(and(isVisit(locationId, tapId), eq(visits.state, 'held'), may))
    .returning();
  if (!undone) return undefined;
  if (lastError !== undefined) await releaseRepeats(tx, desk, undone);
  const { accountId } = undone;
  const at = timeOfVisit({ desk, actor: { location } }, undone);
  if (accountId !== null) await recountAround(tx, desk, { location, accountId, at });
  await notifyLive(tx, { locationId, event: 'presence' });
  await notifyLive(tx, { locationId, event: 'taps' });
  return undone;
}

/** Lets the taps that were set aside because of a visit count again: those of an undone one do not. */
async function releaseRepeats(tx: Queryable, desk: DeskContext, visit: Visit): Promise<void> {
  const { locationId, tapId } = visit;
  const isSetAside = sql`(${taps.answer} -> 'setAside') is not null`;
  await tx
    .update(taps)
    .set({ answer: sql`${taps.answer} || '{"visitTapId": null}'::jsonb` })
    .where(and(eq(taps.locationId, locationId), isTapOfVisit(visit, desk), ne(taps.tapId, tapId), isSetAside));
}
