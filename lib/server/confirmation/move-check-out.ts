import 'server-only';
import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { notifyLive } from '#lib/server/base/live-events.ts';
import { closingTapId } from '#lib/server/closing/close.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import type { Location } from '#lib/server/db/schema/locations.ts';
import { type TapAnswer, taps, type Visit, visits } from '#lib/server/db/schema/visits.ts';
import type { Member } from '#lib/server/directory/member.ts';
import { notifyDue } from '#lib/server/due/notice.ts';
import { dueStates } from '#lib/server/ledger/ledger.ts';
import { timeOfVisit } from '#lib/server/presence/clock-of-now.ts';
import { presenceRules, readEvents } from '#lib/server/presence/events.ts';
import { presenceAt } from '#lib/server/presence/presence.ts';
import { answerNobody } from '#lib/server/verdict/answer-nobody.ts';
import { isVisit } from '#lib/server/visits/is-visit.ts';
import { visitLedger } from '#lib/server/visits/ledger.ts';
import { isTapOfVisit } from '#lib/server/visits/taps-of-visit.ts';
import type { UnknownReason } from '#lib/wire/verdict.ts';

/** Whose a visit turned out to be that was taken for somebody else's: a member's, or nobody's whom the platform knows. */
export type Whose = { kind: 'member'; member: Member } | { kind: 'unknown'; reason: UnknownReason };

interface Reassigned {
  location: Location;
  /** The check-in, as it was before. */
  visit: Visit;
  whose: Whose;
}

/**
 * Takes the check-out that ended a stay to where the stay belongs: staff pressed the button, or the location closed, while the desk
 * took them for another member. It has not been sent, since the check-in before it was not. The caller holds the locks of both members,
 * and judges their visits again.
 */
export async function moveCheckOut(
  tx: Queryable,
  desk: DeskContext,
  { location, visit, whose }: Reassigned,
): Promise<void> {
  const left = await findCheckOut(tx, desk, { location, visit });
  if (!left) return;
  switch (whose.kind) {
    case 'member':
      await giveToOwner(tx, desk, { left, owner: whose.member });
      break;
    case 'unknown':
      await leaveUnresolved(tx, desk, { left, visit, reason: whose.reason });
      break;
    default:
      whose satisfies never;
  }
  await notifyLive(tx, { locationId: location.id, event: 'taps' });
}

async function giveToOwner(
  tx: Queryable,
  desk: DeskContext,
  { left, owner }: { left: Visit; owner: Member },
): Promise<void> {
  const { locationId } = left;
  const { accountId } = owner;
  // a closing derives the id from the member, so that it checks each one out once
  const tapId = left.isAutomatic
    ? closingTapId({ locationId, accountId, moment: left.tappedAt.getTime() })
    : left.tapId;
  const isDouble = left.isAutomatic && (await tx.$count(visits, isVisit(locationId, tapId))) > 0;
  if (isDouble) await tx.delete(visits).where(isVisit(locationId, left.tapId));
  else await tx.update(visits).set({ tapId, accountId }).where(isVisit(locationId, left.tapId));
  const scanned: TapAnswer['scanned'] = { kind: 'membershipId', text: owner.membershipId ?? '' };
  const changed: Partial<TapAnswer> = { accountId, scanned, visitTapId: tapId };
  await changeAnswers(tx, desk, { left, changed });
  const dueAt = new Date(Math.max(desk.clock(), left.nextAttemptAt.getTime()));
  await notifyDue(tx, { kind: visitLedger(desk).name, locationId, at: dueAt });
}

/** A manager decides about it beside the check-in, by the same card. Closing time has nobody to check out. */
async function leaveUnresolved(
  tx: Queryable,
  desk: DeskContext,
  { left, visit: { scannedKind, scannedValue }, reason }: { left: Visit; visit: Visit; reason: UnknownReason },
): Promise<void> {
  const isLeft = isVisit(left.locationId, left.tapId);
  if (left.isAutomatic) {
    await tx.delete(visits).where(isLeft);
    return;
  }
  const ofCard = { accountId: null, scannedKind, scannedValue };
  await tx
    .update(visits)
    .set({ ...ofCard, state: 'unresolved', lastError: reason.code })
    .where(isLeft);
  await changeAnswers(tx, desk, { left, changed: { accountId: null, ...answerNobody(reason, { hasVisit: true }) } });
}

async function changeAnswers(
  tx: Queryable,
  desk: DeskContext,
  { left, changed }: { left: Visit; changed: Partial<TapAnswer> },
): Promise<void> {
  await tx
    .update(taps)
    .set({ answer: sql`${taps.answer} || ${JSON.stringify(changed)}::jsonb` })
    .where(and(eq(taps.locationId, left.locationId), isTapOfVisit(left, desk), isNotNull(taps.answer)));
}

/**
 * The next event of the member for whom the visit was taken, if that is a check-out at this desk. Whoever was in before, or came
 * in after it, has left themselves.
 */
async function findCheckOut(
  tx: Queryable,
  desk: DeskContext,
  { location, visit }: Omit<Reassigned, 'whose'>,
): Promise<Visit | null> {
  const { accountId, kind } = visit;
  if (accountId === null || kind !== 'checkIn') return null;
  const at = timeOfVisit({ desk, actor: { location } }, visit);
  const events = await readEvents(tx, desk, { location, visitor: { accountId }, at });
  const rules = presenceRules(location);
  if (presenceAt(at, events, rules).kind !== 'out') return null;
  const [next] = events
    .filter((event) => event.isCounted && event.at > at && event.at - at < rules.longestStayMs)
    .toSorted((one, other) => one.at - other.at);
  if (next?.kind !== 'checkOut' || !next.tap) return null;
  const isUnsent = and(eq(visits.accountId, accountId), inArray(visits.state, [...dueStates]));
  const [left] = await tx
    .select()
    .from(visits)
    .where(and(isVisit(location.id, next.tap.tapId), isUnsent))
    .for('update');
  return left ?? null;
}
