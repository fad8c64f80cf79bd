import 'server-only';
import { and, desc, eq, gt, inArray, isNull, ne, notExists, or } from 'drizzle-orm';
import type { MemberKey } from '#lib/server/base/member-key.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { refusals } from '#lib/server/db/schema/refusals.ts';
import { visits } from '#lib/server/db/schema/visits.ts';
import { admissionRefusals, type RefusalCode } from '#lib/wire/refusals.ts';
import { hourMs } from '#shared/calendar/durations.ts';

interface RefusedMember extends MemberKey {
  /** Epoch milliseconds. */
  now: number;
}

/** Longer than a person keeps a refused member waiting. */
const longestAgoMs = 12 * hourMs;

/** The last refusal of a member by the platform at this location; null where none is stored. */
export async function findRefusal(
  tx: Queryable,
  { locationId, accountId, now }: RefusedMember,
): Promise<{ tapId: string; reason: RefusalCode } | null> {
  const isRecent = and(
    eq(refusals.locationId, locationId),
    eq(refusals.accountId, accountId),
    gt(refusals.recordedAt, new Date(now - longestAgoMs)),
    inArray(refusals.reason, [...admissionRefusals]),
  );
  const [last] = await tx
    .select({ tapId: refusals.tapId, reason: refusals.reason })
    .from(refusals)
    .where(isRecent)
    .orderBy(desc(refusals.recordedAt))
    .limit(1);
  return last ?? null;
}

interface AdmittedAnyway {
  locationId: string;
  /** Of the refusals. */
  tapIds: readonly string[];
  visitTapId: string;
  admittedBy: string;
}

/**
 * Stores with the refusals the visit with which the member came in nevertheless, and who let them in. A refusal that has another
 * visit already, which was not undone, keeps it.
 */
export async function markAdmitted(
  tx: Queryable,
  { locationId, tapIds, visitTapId, admittedBy }: AdmittedAnyway,
): Promise<void> {
  const isVisit = and(eq(visits.locationId, refusals.locationId), eq(visits.tapId, refusals.visitTapId));
  const cameIn = tx
    .select({ tapId: visits.tapId })
    .from(visits)
    .where(and(isVisit, ne(visits.state, 'undone')));
  const isRefusal = and(eq(refusals.locationId, locationId), inArray(refusals.tapId, [...tapIds]));
  await tx
    .update(refusals)
    .set({ visitTapId, admittedBy })
    .where(and(isRefusal, or(isNull(refusals.visitTapId), eq(refusals.visitTapId, visitTapId), notExists(cameIn))));
}
