import 'server-only';
import { and, eq, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { notifyLive } from '#lib/server/base/live-events.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import type { Location } from '#lib/server/db/schema/locations.ts';
import { taps, type Visit, visits } from '#lib/server/db/schema/visits.ts';
import { isCorporate } from '#lib/server/directory/member.ts';
import { markCardScanned } from '#lib/server/getting-started/mark-card-scanned.ts';
import { notifyNext } from '#lib/server/ledger/attempt.ts';
import { timeOfVisit } from '#lib/server/presence/clock-of-now.ts';
import { recordLateRefusal, refusalOf, withdrawUnknown } from '#lib/server/refusals/record-refusal.ts';
import { answerNobody } from '#lib/server/verdict/answer-nobody.ts';
import { refuse } from '#lib/server/verdict/decide.ts';
import { visitLedger } from '#lib/server/visits/ledger.ts';
import { lockVisitor } from '#lib/server/visits/record.ts';
import { countMissedAround, recountAround, setAsideOf } from '#lib/server/visits/recount.ts';
import { sendTurnedDown } from '#lib/server/visits/turned-down.ts';
import type { Decision } from '#lib/wire/verdict.ts';
import type { Confirmation } from './confirm-answer.ts';
import { confirmAnswers } from './confirm-answers.ts';
import { findRepeated, type Repeated } from './find-repeated.ts';
import { moveCheckOut, type Whose } from './move-check-out.ts';
import { isCardAsked, type Resolution } from './resolve-visit.ts';

interface ResolvedVisit {
  location: Location;
  visit: Visit;
  resolution: Resolution;
  /** Holds while the caller's claim on the visit stands; otherwise nothing is written. */
  isOurs: SQL | undefined;
}

/**
 * Writes the resolution of a visit to the ledger and to the answers of its taps.
 * @returns the updated visit; null where the claim was lost, or where it turned out to be a repeated scan and was deleted
 */
export async function applyResolution(
  tx: Queryable,
  desk: DeskContext,
  resolved: ResolvedVisit,
): Promise<Visit | null> {
  const { location, visit, resolution, isOurs } = resolved;
  const whose = whoseOf(resolved);
  const owner = whose?.kind === 'member' ? whose.member : null;
  // before any row: an erasure takes the locks of counted hours first, which the update of an old visit needs too
  for (const accountId of judgedAgain(visit, whose))
    await lockVisitor(tx, { locationId: location.id, visitor: { accountId } });
  const repeated = owner && (await findRepeated(tx, desk, { ...resolved, owner }));
  if (repeated) return dropRepeat(tx, desk, { ...resolved, repeated });
  const change = changeOf(visit, resolution);
  const [kept] = await tx
    .update(visits)
    .set({ ...change, confirmingUntil: null })
    .where(isOurs)
    .returning();
  if (!kept) return null;
  await recordLate(tx, desk, { location, kept, resolution });
  if (isOfMember(resolution)) {
    await withdrawUnknown(tx, kept);
    if (location.cardScannedAt === null && (await isByReader(tx, kept)))
      markCardScanned(desk, { locationId: location.id });
  }
  if (kept.accountId !== visit.accountId) await notifyLive(tx, { locationId: location.id, event: 'presence' });
  if (kept.state === 'refused' || kept.state === 'unresolved') {
    // those of the member for whom it was taken have waited for it
    await notifyNext(tx, visitLedger(desk), visit);
    await notifyLive(tx, { locationId: location.id, event: 'status' });
  }
  const confirmation = confirmationOf(resolution, whose);
  if (confirmation) {
    await confirmAnswers(tx, desk, { location, visit, confirmation, isOfNobody: whose?.kind === 'unknown' });
  }
  if (whose) await recountBoth(tx, desk, { location, visit, whose });
  return kept;
}

/**
 * What the platform has said for the answers of the taps: where it has named another member, also if their admission is open. A repeated
 * scan that stayed with the member for whom the visit was taken would count as theirs, as it has no visit any more.
 */
function confirmationOf(resolution: Resolution, whose: Whose | null): Confirmation | null {
  switch (resolution.kind) {
    case 'member':
    case 'unknown':
      return resolution;
    case 'waiting':
    case 'refused':
      return whose?.kind === 'member' ? { ...whose, kind: 'named', unavailable: resolution.unavailable } : null;
  }
}

/** Whether the platform has named a member. */
function isOfMember(resolution: Resolution): boolean {
  switch (resolution.kind) {
    case 'member':
      return true;
    case 'waiting':
    case 'refused':
      return resolution.member !== null;
    case 'unknown':
      return false;
  }
}

/** Whether a device read the card, not a person. Of a press it is unknown how the card came to the desk. */
async function isByReader(tx: Queryable, { locationId, tapId, how, scannedKind }: Visit): Promise<boolean> {
  const isCard = (how === 'card' || how === 'phone') && (scannedKind === 'rfid' || scannedKind === 'nfc');
  const isTap = and(eq(taps.locationId, locationId), eq(taps.tapId, tapId));
  return isCard && (await tx.$count(taps, and(isTap, eq(taps.operation, 'lookUp')))) > 0;
}

/** The member came in before the platform refused. */
async function recordLate(
  tx: Queryable,
  { clock }: Pick<DeskContext, 'clock'>,
  { location, kept, resolution }: { location: Location; kept: Visit; resolution: Resolution },
): Promise<void> {
  const { locationId, tapId, accountId, tappedAt: at, staffId, how } = kept;
  const decision = refusedBy(resolution, location);
  const reason = decision && refusalOf(decision, how);
  if (!reason) return;
  const recordedAt = new Date(clock());
  const refusal = { locationId, tapId, accountId, reason, at, recordedAt, staffId, how, visitTapId: tapId };
  await recordLateRefusal(tx, refusal);
}

function refusedBy(resolution: Resolution, { timeZone }: Location): Decision | null {
  switch (resolution.kind) {
    case 'member': {
      const { member, admission } = resolution;
      return admission.kind === 'refused' ? refuse(member, { ...admission, timeZone }) : null;
    }
    case 'unknown':
      return answerNobody(resolution.reason).decision;
    case 'waiting':
    case 'refused':
      return null;
  }
}

interface Reassigned {
  location: Location;
  /** As it was before. */
  visit: Visit;
  whose: Whose;
}

/**
 * Judges again the visits of the member for whom the visit was taken, and those of the owner, which were judged without it. In
 * between, the check-out follows its check-in: a member who has come in themselves meanwhile keeps it.
 */
async function recountBoth(tx: Queryable, desk: DeskContext, reassigned: Reassigned): Promise<void> {
  const { location, visit, whose } = reassigned;
  const at = timeOfVisit({ desk, actor: { location } }, visit);
  const former = visit.accountId !== null && { location, accountId: visit.accountId, at };
  if (former) await countMissedAround(tx, desk, former);
  await moveCheckOut(tx, desk, reassigned);
  // only now: a check-out without its check-in would be set aside as a repeated one
  if (former) await recountAround(tx, desk, former);
  if (whose.kind === 'member') await recountAround(tx, desk, { location, accountId: whose.member.accountId, at });
}

/** Whose a visit turned out to be that was nobody's, or another's; null where that has not changed. */
function whoseOf({ visit, resolution }: ResolvedVisit): Whose | null {
  if (resolution.kind === 'unknown') return isOfNobody(visit, resolution) ? resolution : null;
  const { member } = resolution;
  return member && member.accountId !== visit.accountId ? { kind: 'member', member } : null;
}

/**
 * Whether the platform knows nobody by a card that the directory took for a member's. Nothing says that it was this member who came,
 * unless the platform has the card as that of a former member: it names the account, as long as the directory has the card. A missing
 * account says no more than a missing card: platforms answer with either.
 */
function isOfNobody(visit: Visit, resolution: Resolution): boolean {
  if (resolution.kind !== 'unknown' || !isCardAsked(visit)) return false;
  const { reason, accountId } = resolution;
  const isOfFormerMember = reason.code === 'membershipMissing' && (accountId === null || accountId === visit.accountId);
  return !isOfFormerMember;
}

/**
 * The members whose visits are judged again: whose the visit turned out to be, and whom it was taken for, whose next scan may just be
 * set aside because of it. Always in the same order, so that two resolutions cannot deadlock.
 */
function judgedAgain({ accountId }: Visit, whose: Whose | null): string[] {
  if (!whose) return [];
  const owner = whose.kind === 'member' ? [whose.member.accountId] : [];
  return [...owner, ...(accountId === null ? [] : [accountId])].sort();
}

/**
 * Deletes a visit that turned out to be a repeated scan of a member who was in already. It cannot have been sent, since
 * visits whose card the platform has not identified are not. Its taps are answered with the existing arrival, and with what the
 * platform says about that now, where it had refused it.
 */
async function dropRepeat(
  tx: Queryable,
  desk: DeskContext,
  { location, visit, resolution, isOurs, repeated }: ResolvedVisit & { repeated: Repeated },
): Promise<null> {
  const { member, turnedDown, ...stay } = repeated;
  const [dropped] = await tx.delete(visits).where(isOurs).returning();
  if (!dropped) return null;
  await withdrawUnknown(tx, dropped);
  const admission = turnedDown && resolution.kind === 'member' ? resolution.admission : ({ kind: 'notAsked' } as const);
  if (admission.kind === 'granted' && stay.visitTapId !== null) {
    await sendTurnedDown(tx, desk, { locationId: location.id, tapId: stay.visitTapId, since: 'granted' });
  }
  const confirmation = { kind: 'member', member, admission, stay } as const;
  const asked = { ...visit, clock: dropped.clock, isUnasked: false };
  await confirmAnswers(tx, desk, { location, visit, confirmation });
  await tx
    .update(taps)
    .set({ answer: sql`${taps.answer} || ${JSON.stringify(setAsideOf(asked, location))}::jsonb` })
    .where(and(eq(taps.locationId, location.id), eq(taps.tapId, visit.tapId), isNotNull(taps.answer)));
  await recountBoth(tx, desk, { location, visit, whose: { kind: 'member', member } });
  await notifyLive(tx, { locationId: location.id, event: 'presence' });
  return null;
}

function changeOf(visit: Visit, resolution: Resolution): Partial<typeof visits.$inferInsert> {
  switch (resolution.kind) {
    case 'waiting':
      // what is waited for with a member is the admission of a corporate one
      return resolution.member
        ? { accountId: resolution.member.accountId, isUnasked: false, lacksAdmission: true }
        : {};
    case 'refused': {
      const accountId = resolution.member?.accountId ?? visit.accountId;
      const isNamed = resolution.member !== null;
      const lacksAdmission = isNamed || visit.lacksAdmission;
      const isUnasked = visit.isUnasked && !isNamed;
      return { accountId, lacksAdmission, isUnasked, state: 'refused', lastError: resolution.because };
    }
    case 'unknown': {
      const lastError = resolution.reason.code;
      if (isOfNobody(visit, resolution)) return { accountId: null, isUnasked: false, state: 'unresolved', lastError };
      return { state: visit.accountId === null ? 'unresolved' : 'refused', lastError };
    }
    case 'member': {
      const { member, admission } = resolution;
      const { accountId } = member;
      // their card may be another member's by the time that the visit is tried again
      if (admission.kind === 'refused')
        return { accountId, isUnasked: false, state: 'refused', lastError: admission.refusal };
      // of another member's visit admission is not asked for while they are in already, which may just have been undone
      const lacked = accountId === visit.accountId ? visit.lacksAdmission : visit.needsAdmission && isCorporate(member);
      const lacksAdmission = lacked && admission.kind === 'notAsked';
      // the platform has logged a granted admission: it must not be asked for again
      return { accountId, needsAdmission: false, lacksAdmission, isUnasked: false };
    }
  }
}
