import 'server-only';
import { startOfMonth } from '#lib/clock/calendar.ts';
import type { Queryable } from '#lib/db/client.ts';
import type { Location } from '#lib/db/schema/locations.ts';
import type { TapAnswer } from '#lib/db/schema/visits.ts';
import type { AtTheDesk } from '#lib/desk/base/at-the-desk.ts';
import type { Desk } from '#lib/desk/base/desk.ts';
import { isCorporate, type Member } from '#lib/desk/directory/member.ts';
import { type Admission, askAdmission } from '#lib/desk/lookup/ask-admission.ts';
import { type Found, findMember } from '#lib/desk/lookup/find-member.ts';
import type { Question } from '#lib/desk/lookup/question.ts';
import { readNote } from '#lib/desk/members/note.ts';
import { findPhotoVersion } from '#lib/desk/photos/read-photo.ts';
import { hasCheckedIn, readStanding, type Visitor } from '#lib/desk/presence/events.ts';
import type { Standing } from '#lib/desk/presence/standing.ts';
import type { TapTime } from '#lib/desk/taps/tap-time.ts';
import { countOpenTasks } from '#lib/desk/tasks/open-tasks.ts';
import { decide, decideUnrecognised } from '#lib/desk/verdict/decide.ts';
import { findVisitAt, recordVisit, takeVisitorsTurn } from '#lib/desk/visits/record.ts';
import type { Unavailable } from '#lib/gym-api/errors.ts';
import type { ScannedValue } from '#lib/wire/verdict.ts';

interface AtTheCounter extends TapTime {
  location: Location;
  tapId: string;
  question: Question;
  /** Null where nothing was scanned: staff chose the member. */
  scanned: ScannedValue | null;
}

/**
 * Somebody is at the counter and wants to come in.
 * - `show`: a scan at a location where check-in is a press of its own
 * - `checkIn`: a scan that checks in, or the press
 * - `override`: let in against a refusal; admission is not asked again
 */
export type Arrival = AtTheCounter & ({ intent: 'show' } | { intent: 'checkIn' | 'override'; by: AtTheDesk });

/** What the platform, or in its absence the desk's directory, said. */
export interface Inquiry {
  found: Found;
  admission: Admission;
  unavailable: Unavailable | null;
}

/** Asks who it is and, for a corporate member who is about to check in, for admission. */
export async function inquire(desk: Desk, arrival: Arrival): Promise<Inquiry> {
  const { location } = arrival;
  const found = await findMember(desk, location, arrival.question, 'interactive');
  const inquiry: Inquiry = {
    found,
    admission: { kind: arrival.intent === 'override' ? 'overridden' : 'notAsked' },
    unavailable: found.kind === 'unknown' ? null : found.unavailable,
  };
  if (found.kind !== 'member' || found.unavailable || arrival.intent !== 'checkIn') return inquiry;
  if (!isCorporate(found.member)) return inquiry;
  // a granted admission is logged at the platform, so it is not asked for who is in already
  const standing = await readStanding(desk.db, location, found.member, arrival.tappedAt);
  if (standing.kind !== 'out') return inquiry;
  const answer = await askAdmission(desk, location, found.member.accountId, 'interactive');
  return answer.kind === 'unavailable' ? { ...inquiry, unavailable: answer } : { ...inquiry, admission: answer };
}

/**
 * Judges an arrival and, where the visitor comes in, writes the visit to the ledger. What could not be confirmed, the
 * platform is soon asked about again.
 */
export async function concludeArrival(
  tx: Queryable,
  desk: Desk,
  arrival: Arrival,
  inquiry: Inquiry,
): Promise<TapAnswer> {
  const answer = await conclude(tx, desk, arrival, inquiry);
  if (answer.decision.kind === 'unconfirmed') {
    const tap = { locationId: arrival.location.id, tapId: arrival.tapId };
    await desk.confirmationQueue.enqueue(tx, [tap], new Date(desk.clock()));
  }
  return answer;
}

async function conclude(tx: Queryable, desk: Desk, arrival: Arrival, inquiry: Inquiry): Promise<TapAnswer> {
  const { found } = inquiry;
  switch (found.kind) {
    case 'unknown':
      return {
        ...startAnswer(arrival),
        decision: { kind: 'unknown', reasons: [{ ...found.reason, whoseMove: 'reception' }] },
      };
    case 'unrecognised':
      return concludeUnrecognised(tx, desk, arrival, found.unavailable);
    case 'member':
      return concludeMember(tx, desk, arrival, inquiry, found.member);
  }
}

async function concludeMember(
  tx: Queryable,
  desk: Desk,
  arrival: Arrival,
  inquiry: Inquiry,
  member: Member,
): Promise<TapAnswer> {
  const { location, tappedAt } = arrival;
  await takeVisitorsTurn(tx, location.id, member);
  const standing = await readStanding(tx, location, member, tappedAt);
  const isOut = standing.kind === 'out';
  const admission: Admission = isOut ? inquiry.admission : { kind: 'notAsked' };
  const decision = decide(member, {
    tappedAt,
    timeZone: location.timeZone,
    standing,
    admission,
    unavailable: inquiry.unavailable,
    isFirstVisitThisMonth: isOut && (await isFirstVisitThisMonth(tx, location, member.accountId, tappedAt)),
    openTasks: await countOpenTasks(tx, location.id, member.accountId),
    note: (await readNote(tx, location.id, member.accountId))?.text ?? null,
    isPhotoMissing: location.expectsPhotos && !(await findPhotoVersion(tx, location.id, member.accountId)),
  });
  const answer = { ...startAnswer(arrival, member), decision, accountId: member.accountId };
  if (decision.kind === 'refused') return answer;

  const comesIn = isOut && arrival.intent !== 'show';
  if (comesIn) {
    const needsAdmission = isCorporate(member) && admission.kind === 'notAsked';
    await recordArrival(tx, desk, arrival, member, needsAdmission);
  }
  return {
    ...answer,
    visitTapId: comesIn ? arrival.tapId : await findCheckIn(tx, location.id, member, standing),
    offers: comesIn || !isOut ? ['checkOut'] : ['checkIn'],
  };
}

async function concludeUnrecognised(
  tx: Queryable,
  desk: Desk,
  arrival: Arrival,
  unavailable: Unavailable,
): Promise<TapAnswer> {
  const { question, location } = arrival;
  const visitor: Visitor =
    question.kind === 'accountId'
      ? { accountId: question.value }
      : { accountId: null, kind: question.kind, value: question.value };
  await takeVisitorsTurn(tx, location.id, visitor);
  const standing = await readStanding(tx, location, visitor, arrival.tappedAt);
  const comesIn = standing.kind === 'out' && arrival.intent !== 'show';
  // it may be a corporate member: whether admission is needed is seen once the platform says who it was
  if (comesIn) await recordArrival(tx, desk, arrival, visitor, arrival.intent !== 'override');
  return {
    ...startAnswer(arrival),
    decision: decideUnrecognised(unavailable, standing),
    visitTapId: comesIn ? arrival.tapId : await findCheckIn(tx, location.id, visitor, standing),
  };
}

function startAnswer(arrival: Arrival, member?: Member): Omit<TapAnswer, 'decision'> {
  return {
    scanned: arrival.scanned ?? { kind: 'membershipId', text: member?.membershipId ?? '' },
    tappedAt: new Date(arrival.tappedAt).toISOString(),
    accountId: null,
    visitTapId: null,
    offers: [],
  };
}

function recordArrival(
  tx: Queryable,
  desk: Desk,
  { tapId, tappedAt, isTimeInDoubt, location, by }: Extract<Arrival, { by: AtTheDesk }>,
  visitor: Visitor,
  needsAdmission: boolean,
): Promise<void> {
  const visit = { tapId, tappedAt, isTimeInDoubt, visitor, needsAdmission, kind: 'checkIn', by } as const;
  return recordVisit(tx, desk, location, visit);
}

async function findCheckIn(
  tx: Queryable,
  locationId: string,
  visitor: Visitor,
  standing: Standing,
): Promise<string | null> {
  switch (standing.kind) {
    case 'out':
      return null;
    case 'repeat':
      return findVisitAt(tx, locationId, visitor, 'checkIn', standing.checkedInAt);
    case 'in':
      return findVisitAt(tx, locationId, visitor, 'checkIn', standing.since);
  }
}

/** Said only of months that this desk has seen from their beginning. */
async function isFirstVisitThisMonth(
  tx: Queryable,
  location: Location,
  accountId: string,
  tappedAt: number,
): Promise<boolean> {
  const from = startOfMonth(tappedAt, location.timeZone);
  if (location.createdAt > from) return false;
  return !(await hasCheckedIn(tx, location.id, accountId, from, new Date(tappedAt)));
}
