import 'server-only';
import { and, eq, or, sql } from 'drizzle-orm';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { notifyLive } from '#lib/server/base/live-events.ts';
import type { VisitKey } from '#lib/server/base/queues.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { prepareOnce } from '#lib/server/db/prepare-once.ts';
import type { Location } from '#lib/server/db/schema/locations.ts';
import { type TapAnswer, taps, type Visit } from '#lib/server/db/schema/visits.ts';
import { shownScan } from '#lib/server/lookup/lookup-key.ts';
import { readShownNotes } from '#lib/server/members/notes.ts';
import { findPhotoVersion } from '#lib/server/photos/photos.ts';
import { countOpenTasks } from '#lib/server/tasks/read-tasks.ts';
import { onceAsked } from '#lib/server/visits/record.ts';
import { isAnswerOpen, isAnswerUnknown, isTapOfVisit } from '#lib/server/visits/taps-of-visit.ts';
import { type Confirmation, confirmAnswer } from './confirm-answer.ts';

interface ConfirmedVisit {
  location: Location;
  visit: VisitKey & Pick<Visit, 'tappedAt' | 'recordedAt' | 'clock' | 'accountId' | 'scannedKind' | 'scannedValue'>;
  confirmation: Confirmation;
  /** The visit was taken for a member's, and turned out to be nobody's whom the platform knows. */
  isOfNobody?: boolean;
}

/** Whether the platform may still change the answer of the tap that recorded a visit. */
export async function isStillOpen(tx: Queryable, { locationId, tapId }: VisitKey): Promise<boolean> {
  return (await openStatement(tx).execute({ locationId, tapId })).length > 0;
}

const isUnknown = async (tx: Queryable, { locationId, tapId }: VisitKey): Promise<boolean> =>
  (await tx.$count(taps, and(eq(taps.locationId, locationId), eq(taps.tapId, tapId), isAnswerUnknown))) > 0;

const openStatement = prepareOnce((db) => {
  const isTap = and(eq(taps.locationId, sql.placeholder('locationId')), eq(taps.tapId, sql.placeholder('tapId')));
  return db.select({ tapId: taps.tapId }).from(taps).where(and(isTap, isAnswerOpen)).limit(1).prepare('');
});

/**
 * Rewrites the open answers, and where a member is named also those for which nobody was found, of the tap that recorded the visit and of those that found it, and notifies the
 * screens that show them. If the card turns out not to be the member's, those that found it otherwise are asked for again, as are in
 * any case repeated scans of another card.
 */
export async function confirmAnswers(
  tx: Queryable,
  desk: Pick<DeskContext, 'clock' | 'clockWatch' | 'confirmationQueue'>,
  { location, visit, confirmation, isOfNobody = false }: ConfirmedVisit,
): Promise<void> {
  const isNamed = confirmation.kind !== 'unknown';
  const isOpen = isNamed ? or(isAnswerOpen, isAnswerUnknown) : isAnswerOpen;
  if (!(await isStillOpen(tx, visit)) && !(isNamed && (await isUnknown(tx, visit)))) return;
  const { timeZone, expectsPhotos } = location;
  const accountId = confirmation.kind === 'unknown' ? null : confirmation.member.accountId;
  const isPhotoMissing =
    accountId !== null && expectsPhotos && !(await findPhotoVersion(tx, { locationId: location.id, accountId }));
  const arrivedAt = visit.recordedAt.getTime();
  const shown = accountId === null ? [] : await readShownNotes(tx, { location, accountId, at: arrivedAt });
  // a note cannot stop a member who is in already
  const notes = shown.map(({ text }) => ({ text, stops: false }));
  const openTasks = accountId === null ? 0 : await countOpenTasks(tx, { locationId: location.id, accountId });
  const open = await tx
    .select()
    .from(taps)
    .where(and(eq(taps.locationId, location.id), isTapOfVisit(visit, desk), isOpen))
    .for('update');
  for (const { tapId, operation, answer } of open) {
    if (!answer) continue;
    const isOther = accountId !== visit.accountId && isByOther(answer, visit);
    const isAskedItself = isOther || hasOwnCard(answer, visit);
    if (isAskedItself)
      await desk.confirmationQueue.enqueue(tx, [{ locationId: location.id, tapId }], new Date(desk.clock()));
    const confirmed = isAskedItself
      ? { ...answer, ...(isOther && { visitTapId: null }) }
      : confirmAnswer(askedOf(answer, { isOfNobody }), asDecided(confirmation, operation), {
          timeZone,
          isPhotoMissing,
          notes,
          openTasks,
        });
    await tx
      .update(taps)
      .set({ answer: confirmed })
      .where(and(eq(taps.locationId, location.id), eq(taps.tapId, tapId), eq(taps.operation, operation)));
  }
  await notifyLive(tx, { locationId: location.id, event: 'taps' });
}

/** The answer about whose scan it was. A repeated one that stayed the member's would count as theirs, where the visit is nobody's. */
const askedOf = ({ setAside, ...answer }: TapAnswer, { isOfNobody }: { isOfNobody: boolean }): TapAnswer => ({
  ...answer,
  ...(isOfNobody && { accountId: null }),
  ...(setAside && { setAside: onceAsked(setAside) }),
});

/** Whether the platform still has to be asked for the card of a repeated scan, which is not the one of the visit. */
export function hasOwnCard(
  { setAside }: TapAnswer,
  { scannedKind, scannedValue }: Pick<Visit, 'scannedKind' | 'scannedValue'>,
): boolean {
  const card = setAside?.unasked;
  return typeof card === 'object' && (card.kind !== scannedKind || card.value !== scannedValue);
}

/** Whether the tap did not use the card with which the visit of this member began, but the name or another card. */
function isByOther(
  { scanned }: TapAnswer,
  { accountId, scannedKind: kind, scannedValue: value }: ConfirmedVisit['visit'],
): boolean {
  if (accountId === null || kind === null || value === null) return false;
  const card = shownScan({ kind, value });
  return scanned.kind !== card.kind || scanned.text !== card.text;
}

/** Admission is not asked for a member who was let in against a refusal. */
function asDecided(confirmation: Confirmation, operation: string): Confirmation {
  const isOverridden = confirmation.kind === 'member' && operation === 'admitAnyway';
  return isOverridden ? { ...confirmation, admission: { kind: 'overridden' } } : confirmation;
}
