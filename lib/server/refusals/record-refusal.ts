import 'server-only';
import { and, eq, gt, isNull, lt, ne, notInArray, or, sql } from 'drizzle-orm';
import { holdForgetting } from '#lib/server/base/forgotten.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { members } from '#lib/server/db/schema/directory.ts';
import type { Location } from '#lib/server/db/schema/locations.ts';
import { refusals } from '#lib/server/db/schema/refusals.ts';
import { admissionRefusals, type RefusalCode, refusalCodes } from '#lib/wire/refusals.ts';
import type { Decision } from '#lib/wire/verdict.ts';
import type { VisitMeans } from '#lib/wire/visits.ts';

type Refusal = typeof refusals.$inferInsert;

/** Nobody was found for what was scanned. */
const isOfUnknown = notInArray(refusals.reason, [...admissionRefusals]);

/** Records a refusal once per tap. About a member, the caller holds their `lockVisitor`. */
export async function recordRefusal(tx: Queryable, refusal: Refusal): Promise<void> {
  await tx.insert(refusals).values(refusal).onConflictDoNothing();
}

/** The same of a visit that the platform has refused, also where the same tap was earlier that of nobody. A name that was known stays. */
export async function recordLateRefusal(tx: Queryable, refusal: Refusal): Promise<void> {
  const { accountId, reason } = refusal;
  await tx
    .insert(refusals)
    .values(refusal)
    .onConflictDoUpdate({
      target: [refusals.locationId, refusals.tapId],
      set: { accountId, reason },
      setWhere: and(isOfUnknown, sql`excluded.account_id is not null`),
    });
}

/**
 * Withdraws that nobody has the card of a visit, by the tap that recorded it and by those that found it: it turned out to be that of a
 * member. That somebody was no member when they came stays true.
 */
export async function withdrawUnknown(
  tx: Queryable,
  { locationId, tapId }: Pick<Refusal, 'locationId' | 'tapId'>,
): Promise<void> {
  const isOfVisit = or(eq(refusals.tapId, tapId), eq(refusals.visitTapId, tapId));
  const isOfNobody = and(isNull(refusals.accountId), isOfUnknown, ne(refusals.reason, 'membershipMissing'));
  await tx.delete(refusals).where(and(eq(refusals.locationId, locationId), isOfVisit, isOfNobody));
}

/** Whether a member was refused for the same reason within the repeat window, at this or another window. */
export async function isRepeated(
  tx: Queryable,
  { id, repeatWindowS }: Pick<Location, 'id' | 'repeatWindowS'>,
  { accountId, reason, at }: Pick<Refusal, 'reason' | 'at'> & { accountId: string },
): Promise<boolean> {
  const within = (direction: 1 | -1) => new Date(at.getTime() + direction * repeatWindowS * 1_000);
  const isSame = and(
    eq(refusals.locationId, id),
    eq(refusals.accountId, accountId),
    eq(refusals.reason, reason),
    gt(refusals.at, within(-1)),
    lt(refusals.at, within(1)),
  );
  return (await tx.$count(refusals, isSame)) > 0;
}

/** The same of somebody who is no member any more, or unknown: they are named only if the directory still has them. */
export async function recordUnknown(tx: Queryable, { accountId = null, ...refusal }: Refusal): Promise<void> {
  const { locationId } = refusal;
  // until then somebody may be forgotten
  if (accountId !== null) await holdForgetting(tx, locationId);
  const isMember = and(eq(members.locationId, locationId), eq(members.accountId, accountId ?? ''));
  const known = sql<string | null>`(select ${members.accountId} from ${members} where ${isMember})`;
  await tx
    .insert(refusals)
    .values({ ...refusal, accountId: accountId === null ? null : known })
    .onConflictDoNothing();
}

/**
 * Why a decision turns somebody away; null where it does not. What is typed may be mistyped, and what cannot be read is no card:
 * neither is a refusal, nor is a card that was read in part.
 */
export function refusalOf({ kind, reasons: [first] }: Decision, how: VisitMeans | null): RefusalCode | null {
  const code = refusalCodes.find((one) => one === first?.code) ?? null;
  switch (kind) {
    case 'refused':
      return code;
    case 'unknown':
      return how === 'card' || how === 'phone' || code === 'membershipMissing' ? code : null;
    case 'admitted':
    case 'attention':
    case 'unconfirmed':
      return null;
  }
}
