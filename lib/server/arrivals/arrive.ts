import 'server-only';
import type { Actor } from '#lib/server/base/actor.ts';
import { startOfMonth } from '#lib/server/base/calendar.ts';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import type { Location } from '#lib/server/db/schema/locations.ts';
import type { TapAnswer } from '#lib/server/db/schema/visits.ts';
import { isCorporate, type Member } from '#lib/server/directory/member.ts';
import type { Unavailable } from '#lib/server/gym-api/errors.ts';
import { type Admission, askAdmission } from '#lib/server/lookup/ask-admission.ts';
import { type Found, findMember } from '#lib/server/lookup/find-member.ts';
import { type LookupKey, scannedOf } from '#lib/server/lookup/lookup-key.ts';
import { readToldNotes } from '#lib/server/members/notes.ts';
import { findPhotoVersion } from '#lib/server/photos/photos.ts';
import { findCheckIn, hasCheckedIn, presenceRules, readEvents, type Visitor } from '#lib/server/presence/events.ts';
import { presenceAt } from '#lib/server/presence/presence.ts';
import type { TapTime } from '#lib/server/taps/tap-time.ts';
import { countOpenTasks } from '#lib/server/tasks/read-tasks.ts';
import { decide, decideUnrecognised, type ToldNote } from '#lib/server/verdict/decide.ts';
import { lockVisitor, recordVisit, setAsideBy } from '#lib/server/visits/record.ts';
import { recountWith } from '#lib/server/visits/recount.ts';
import { factsOf, type ScannedValue } from '#lib/wire/verdict.ts';

interface AtTheCounter extends TapTime {
  location: Location;
  tapId: string;
  lookupKey: LookupKey;
  /** Null where nothing was scanned: staff chose the member. */
  scanned: ScannedValue | null;
}

/**
 * Somebody is at the counter and wants to come in.
 * - `show`: a scan at a location where check-in is a press of its own
 * - `scan`: a scan that checks in, unless a note has to be read before
 * - `checkIn`: the press
 * - `override`: let in against a refusal; admission is not asked again
 */
export type Arrival = AtTheCounter & ({ intent: 'show' } | { intent: 'scan' | 'checkIn' | 'override'; by: Actor });

/** What the platform, or in its absence the desk's directory, said. */
export interface LookupResult {
  found: Found;
  admission: Admission;
  unavailable: Unavailable | null;
}

/** Asks who it is and, for a corporate member who is about to check in, for admission. */
export async function lookUpMember(desk: DeskContext, arrival: Arrival): Promise<LookupResult> {
  const { location } = arrival;
  const found = await findMember(
    { desk, actor: { location } },
    { lookupKey: arrival.lookupKey, urgency: 'interactive' },
  );
  const lookup: LookupResult = {
    found,
    admission: { kind: arrival.intent === 'override' ? 'overridden' : 'notAsked' },
    unavailable: found.kind === 'unknown' ? null : found.unavailable,
  };
  if (found.kind !== 'member' || found.unavailable) return lookup;
  if (!asksForAdmission(arrival.intent)) return lookup;
  if (!isCorporate(found.member)) return lookup;
  // a granted admission is logged at the platform, so it is not asked for who is in already
  const visitor = visitorOf(found.member, arrival);
  const events = await readEvents(desk.db, desk, { location, visitor, at: arrival.tappedAt });
  const presence = presenceAt(arrival.tappedAt, events, presenceRules(location));
  if (presence.kind !== 'out') return lookup;
  // nor for who does not check in yet
  if ((await readNotes(desk.db, desk, arrival, found.member)).some(({ stops }) => stops)) return lookup;
  const answer = await askAdmission(
    { desk, actor: { location } },
    { accountId: found.member.accountId, urgency: 'interactive' },
  );
  return answer.kind === 'unavailable' ? { ...lookup, unavailable: answer } : { ...lookup, admission: answer };
}

/** Whoever only shows a card comes in later, and whoever is let in against a refusal was asked for before. */
function asksForAdmission(intent: Arrival['intent']): boolean {
  switch (intent) {
    case 'scan':
    case 'checkIn':
      return true;
    case 'show':
    case 'override':
      return false;
  }
}

/**
 * Judges an arrival and, where the visitor comes in, writes the visit to the ledger. What could not be confirmed, the
 * platform is soon asked about again.
 */
export async function decideAndRecordArrival(
  tx: Queryable,
  desk: DeskContext,
  { arrival, lookup }: { arrival: Arrival; lookup: LookupResult },
): Promise<TapAnswer> {
  const answer = await decideAndRecord(tx, desk, arrival, lookup);
  if (factsOf(answer.decision).isOpen) {
    const tap = { locationId: arrival.location.id, tapId: arrival.tapId };
    await desk.confirmationQueue.enqueue(tx, [tap], new Date(desk.clock()));
  }
  return answer;
}

async function decideAndRecord(
  tx: Queryable,
  desk: DeskContext,
  arrival: Arrival,
  lookup: LookupResult,
): Promise<TapAnswer> {
  const { found } = lookup;
  switch (found.kind) {
    case 'unknown':
      return {
        ...startAnswer(arrival),
        decision: { kind: 'unknown', reasons: [{ ...found.reason, nextActor: 'reception' }] },
      };
    case 'unrecognised':
      return decideAndRecordUnrecognised(tx, desk, arrival, found.unavailable);
    case 'member':
      return decideAndRecordMember(tx, desk, arrival, lookup, found.member);
  }
}

async function decideAndRecordMember(
  tx: Queryable,
  desk: DeskContext,
  arrival: Arrival,
  lookup: LookupResult,
  member: Member,
): Promise<TapAnswer> {
  const { location, tappedAt } = arrival;
  await lockVisitor(tx, { locationId: location.id, visitor: member });
  const visitor = visitorOf(member, arrival);
  const events = await readEvents(tx, desk, { location, visitor, at: tappedAt });
  const presence = presenceAt(tappedAt, events, presenceRules(location));
  const isOut = presence.kind === 'out';
  const admission: Admission = isOut ? lookup.admission : { kind: 'notAsked' };
  const notes = (await readNotes(tx, desk, arrival, member)).map(({ text, stops }) => ({
    text,
    stops: stops && isOut,
  }));
  const decision = decide(member, {
    tappedAt,
    timeZone: location.timeZone,
    presence,
    admission,
    unavailable: lookup.unavailable,
    isFirstVisitThisMonth: isOut && (await isFirstVisitThisMonth(tx, location, member.accountId, tappedAt)),
    openTasks: await countOpenTasks(tx, { locationId: location.id, accountId: member.accountId }),
    notes,
    isPhotoMissing:
      location.expectsPhotos && !(await findPhotoVersion(tx, { locationId: location.id, accountId: member.accountId })),
  });
  const answer = { ...startAnswer(arrival, member), decision, accountId: member.accountId };
  if (!factsOf(decision).letsIn) return answer;

  const comesIn = isOut && arrival.intent !== 'show' && !notes.some(({ stops }) => stops);
  if (comesIn) {
    const needsAdmission = isCorporate(member) && admission.kind === 'notAsked';
    await recordArrival(tx, desk, arrival, member, needsAdmission);
    await recountWith(tx, desk, { location, accountId: member.accountId, events, recorded: asRecorded(arrival) });
  }
  return {
    ...answer,
    ...(!isOut && setAside(arrival)),
    visitTapId: comesIn ? arrival.tapId : findCheckIn(events, presence),
    offers: comesIn || !isOut ? ['checkOut'] : ['checkIn'],
  };
}

const visitorOf = ({ accountId }: Member, { lookupKey }: Arrival): Visitor => ({
  accountId,
  scanned: scannedOf(lookupKey),
});

/** Somebody whose scan is older has gone in: there is nobody to be stopped. */
const atCounterMs = 60_000;

/** What is to be told of a member. A note stops a scan; whoever presses has read it. */
async function readNotes(
  db: Queryable,
  desk: DeskContext,
  arrival: Arrival,
  { accountId }: Member,
): Promise<ToldNote[]> {
  const notes = await readToldNotes(db, { location: arrival.location, accountId, at: arrival.tappedAt });
  const isUnread = mayBeUnread(arrival, desk.clock());
  return notes.map(({ text, level }) => ({ text, stops: level === 'stop' && isUnread }));
}

function mayBeUnread({ intent, tappedAt }: Arrival, now: number): boolean {
  switch (intent) {
    case 'show':
      return true;
    case 'scan':
      return now - tappedAt < atCounterMs;
    case 'checkIn':
    case 'override':
      return false;
  }
}

async function decideAndRecordUnrecognised(
  tx: Queryable,
  desk: DeskContext,
  arrival: Arrival,
  unavailable: Unavailable,
): Promise<TapAnswer> {
  const { lookupKey, location } = arrival;
  const visitor: Visitor =
    lookupKey.kind === 'accountId'
      ? { accountId: lookupKey.value }
      : { accountId: null, kind: lookupKey.kind, value: lookupKey.value };
  await lockVisitor(tx, { locationId: location.id, visitor });
  const events = await readEvents(tx, desk, { location, visitor, at: arrival.tappedAt });
  const presence = presenceAt(arrival.tappedAt, events, presenceRules(location));
  const comesIn = presence.kind === 'out' && arrival.intent !== 'show';
  // it may be a corporate member: whether admission is needed is seen once the platform says who it was
  if (comesIn) await recordArrival(tx, desk, arrival, visitor, arrival.intent !== 'override');
  if (comesIn && visitor.accountId !== null) {
    await recountWith(tx, desk, { location, accountId: visitor.accountId, events, recorded: asRecorded(arrival) });
  }
  return {
    ...startAnswer(arrival),
    ...(presence.kind !== 'out' && setAside(arrival)),
    decision: decideUnrecognised(unavailable, presence),
    visitTapId: comesIn ? arrival.tapId : findCheckIn(events, presence),
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

/** Of an arrival that records nothing, since its member is in: what it would have recorded. */
const setAside = (arrival: Arrival): Pick<TapAnswer, 'setAside'> =>
  arrival.intent === 'show' ? {} : { setAside: setAsideBy(arrival.by, arrival, arrival.location) };

const asRecorded = ({ tapId, tappedAt: at }: Arrival) => ({ tapId, kind: 'checkIn' as const, at });

function recordArrival(
  tx: Queryable,
  desk: DeskContext,
  { location, tapId, tappedAt, isTimeInDoubt, clock, by }: Extract<Arrival, { by: Actor }>,
  visitor: Visitor,
  needsAdmission: boolean,
): Promise<void> {
  const visit = { location, tapId, tappedAt, isTimeInDoubt, clock, visitor, needsAdmission, by };
  return recordVisit(tx, desk, { ...visit, kind: 'checkIn' });
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
  return !(await hasCheckedIn(tx, { locationId: location.id, accountId, from, to: new Date(tappedAt) }));
}
