import 'server-only';
import { and, desc, eq, gt, inArray, isNull, ne, notExists, or } from 'drizzle-orm';
import type { MemberKey } from '#lib/server/base/member-key.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { refusals } from '#lib/server/db/schema/refusals.ts';
import { visits } from '#lib/server/db/schema/visits.ts';
import { admissionRefusals } from '#lib/wire/refusals.ts';
import { hourMs } from '#shared/calendar/durations.ts';

interface RefusedMember extends MemberKey {
  /** Epoch milliseconds. */
  now: number;
}

/** Longer than a person keeps a refused member waiting. */
const longestAgoMs = 12 * hourMs;

const isRecent = ({ locationId, accountId, now }: RefusedMember) =>
  and(
    eq(refusals.locationId, locationId),
    eq(refusals.accountId, accountId),
    gt(refusals.recordedAt, new Date(now - longestAgoMs)),
    inArray(refusals.reason, [...admissionRefusals]),
  );

/** The code of the last refusal of a member by the platform at this location. Null where none is stored. */
export async function findRefusal(tx: Queryable, refused: RefusedMember): Promise<string | null> {
  const [last] = await tx
    .select({ reason: refusals.reason })
    .from(refusals)
    .where(isRecent(refused))
    .orderBy(desc(refusals.recordedAt))
    .limit(1);
  return last?.reason ?? null;
}

/** Marks the refusals of a member by which they were not let in yet: they are now. */
export async function markAdmitted(
  tx: Queryable,
  { visitTapId, admittedBy, ...refused }: RefusedMember & { visitTapId: string; admittedBy: string },
): Promise<void> {
  const isVisit = and(eq(visits.locationId, refusals.locationId), eq(visits.tapId, refusals.visitTapId));
  const cameIn = tx
    .select({ tapId: visits.tapId })
    .from(visits)
    .where(and(isVisit, ne(visits.state, 'undone')));
  await tx
    .update(refusals)
    .set({ visitTapId, admittedBy })
    .where(and(isRecent(refused), or(isNull(refusals.visitTapId), notExists(cameIn))));
}
