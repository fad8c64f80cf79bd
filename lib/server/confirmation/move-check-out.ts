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
import { presenceRules, readEvents } from '#lib/server/presence/events.ts';
import { presenceAt } from '#lib/server/presence/presence.ts';
import { isVisit } from '#lib/server/visits/is-visit.ts';
import { visitLedger } from '#lib/server/visits/ledger.ts';
import { isTapOfVisit } from '#lib/server/visits/taps-of-visit.ts';

interface Reassigned {
  location: Location;
  /** The check-in, as it was before. */
  visit: Visit;
  /** Whose it turned out to be. */
  owner: Member;
}

/**
 * Gives the check-out that ended a stay to the member whose the stay turned out to be: staff pressed the button, or the location
 * closed, while the desk took them for another one. It has not been sent, since the check-in before it was not. The caller holds
 * the locks of both, and judges the visits of the owner again.
 */
export async function moveCheckOut(
  tx: Queryable,
  desk: DeskContext,
  { location, visit, owner }: Reassigned,
): Promise<void> {
  const left = await findCheckOut(tx, desk, { location, visit });
  if (!left) return;
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
  await tx
    .update(taps)
    .set({ answer: sql`${taps.answer} || ${JSON.stringify(changed)}::jsonb` })
    .where(and(eq(taps.locationId, locationId), isTapOfVisit(left, desk), isNotNull(taps.answer)));
  await notifyLive(tx, { locationId, event: 'taps' });
  const dueAt = new Date(Math.max(desk.clock(), left.nextAttemptAt.getTime()));
  await notifyDue(tx, { kind: visitLedger(desk).name, locationId, at: dueAt });
}

/**
 * The next event of the member for whom the visit was taken, if that is a check-out at this desk. Whoever was in before, or came
 * in after it, has left themselves.
 */
async function findCheckOut(
  tx: Queryable,
  desk: DeskContext,
  { location, visit: { accountId, kind, tappedAt, clock } }: Omit<Reassigned, 'owner'>,
): Promise<Visit | null> {
  if (accountId === null || kind !== 'checkIn') return null;
  const at = tappedAt.getTime() + desk.clockWatch.setBackSince(clock);
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
