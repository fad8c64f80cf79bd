import 'server-only';
import type { Actor } from '#lib/server/base/actor.ts';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import type { Location } from '#lib/server/db/schema/locations.ts';
import type { TapAnswer } from '#lib/server/db/schema/visits.ts';
import { isCorporate, type Member } from '#lib/server/directory/member.ts';
import type { Unavailable } from '#lib/server/gym-api/errors.ts';
import { type Admission, askAdmission } from '#lib/server/lookup/ask-admission.ts';
import { askUnlessKnown } from '#lib/server/lookup/ask-unless-known.ts';
import { type Found, storeFound } from '#lib/server/lookup/find-member.ts';
import { type LookupKey, scannedOf } from '#lib/server/lookup/lookup-key.ts';
import { readShownNotes } from '#lib/server/members/notes.ts';
import { findCheckIn, presenceRules, readEvents, type Visitor } from '#lib/server/presence/events.ts';
import { presenceAt } from '#lib/server/presence/presence.ts';
import { isRepeated, recordRefusal, recordUnknown, refusalOf } from '#lib/server/refusals/record-refusal.ts';
import type { TapTime } from '#lib/server/taps/tap-time.ts';
import { decide, decideUnrecognised } from '#lib/server/verdict/decide.ts';
import { lockVisitor, type NewVisit, recordVisit, setAsideBy } from '#lib/server/visits/record.ts';
import { recountWith } from '#lib/server/visits/recount.ts';
import type { RefusalCode } from '#lib/wire/refusals.ts';
import { awaitsPlatform, factsOf, type ScannedValue } from '#lib/wire/verdict.ts';
import type { VisitMeans } from '#lib/wire/visits.ts';
import { answerLate, hasGoneIn, isAtCounter } from './at-counter.ts';
import { readFacts } from './read-facts.ts';
import { shownAt } from './shown-notes.ts';

interface AtTheCounter extends TapTime {
  location: Location;
  tapId: string;
  lookupKey: LookupKey;
  /** Null where staff chose the member from the directory. */
  scanned: ScannedValue | null;
  /** Null where that is no longer known. */
  how: VisitMeans | null;
}

/**
 * A person at the counter who wants to come in.
 * - `show`: a scan at a location where check-in is a separate button
 * - `scan`: a scan that checks in, unless a note has to be read first
 * - `checkIn`: the check-in button
 * - `override`: admitted despite a refusal; the platform is not asked for admission again
 */
export type Arrival = AtTheCounter &
  (
    | { intent: 'show'; by: Actor | null }
    | { intent: 'scan' | 'override'; by: Actor }
    /** `pressedFor`: the account beside the button; the scanned card may be another member's by now. */
    | { intent: 'checkIn'; by: Actor; pressedFor: string }
  );

/** The answer of the platform, or of the desk's directory while the platform is unreachable. */
export interface LookupResult {
  found: Found;
  admission: Admission;
  unavailable: Unavailable | null;
}

/** Looks up the member and, for a corporate member who is about to check in, asks for admission. */
export async function lookUpMember(desk: DeskContext, arrival: Arrival): Promise<LookupResult> {
  const { location, tapId } = arrival;
  const foundAt = new Date(desk.clock());
  const found = await askUnlessKnown({ desk, actor: { location } }, arrival.lookupKey);
  const lookup: LookupResult = {
    found,
    admission: { kind: arrival.intent === 'override' ? 'overridden' : 'notAsked' },
    unavailable: found.kind === 'unknown' ? null : found.unavailable,
  };
  if (found.kind !== 'member' || found.unavailable) return lookup;
  if (!asksForAdmission(arrival.intent)) return lookup;
  if (!isCorporate(found.member)) return lookup;
  // the platform logs each granted admission, so it is not asked for a member who is in already
  const visitor = visitorOf(found.member, arrival);
  const events = await readEvents(desk.db, desk, { location, visitor, at: arrival.tappedAt });
  const presence = presenceAt(arrival.tappedAt, events, presenceRules(location));
  if (presence.kind !== 'out') return lookup;
  // nor for a member who does not check in yet
  const { accountId, membershipId } = found.member;
  const notes = await readShownNotes(desk.db, { location, accountId, at: arrival.tappedAt });
  if (shownAt(arrival, { accountId, notes, now: desk.clock() }).some(({ stops }) => stops)) return lookup;
  const occasion = isAtCounter(arrival.tappedAt, desk.clock()) ? 'counter' : 'later';
  const asked = { accountId, membershipId, tapId, occasion, foundAt, urgency: 'interactive' } as const;
  const answer = await askAdmission({ desk, actor: { location } }, asked);
  return answer.kind === 'unavailable' ? { ...lookup, unavailable: answer } : { ...lookup, admission: answer };
}

/** With `show` the check-in comes later; before an `override`, admission was asked for and refused. */
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
 * Decides the verdict of an arrival and, if the visitor comes in, records the visit in the ledger. An unconfirmed one is queued
 * for another question to the platform.
 */
export async function decideAndRecordArrival(
  tx: Queryable,
  desk: DeskContext,
  { arrival, lookup }: { arrival: Arrival; lookup: LookupResult },
): Promise<TapAnswer> {
  const answer = await decideAndRecord(tx, desk, arrival, lookup);
  const refusal = refusalOf(answer.decision, arrival.how);
  if (refusal) await recordRefused(tx, desk, { arrival, lookup, answer, refusal });
  if (awaitsPlatform(answer.decision)) {
    const tap = { locationId: arrival.location.id, tapId: arrival.tapId };
    await desk.confirmationQueue.enqueue(tx, [tap], new Date(desk.clock()));
  }
  return answer;
}

interface Refused {
  arrival: Arrival;
  lookup: LookupResult;
  answer: TapAnswer;
  refusal: RefusalCode;
}

async function recordRefused(
  tx: Queryable,
  { clock }: Pick<DeskContext, 'clock'>,
  { arrival, lookup: { found }, answer: { accountId, visitTapId }, refusal: reason }: Refused,
): Promise<void> {
  const { location, tapId, tappedAt, how, by } = arrival;
  const about = { locationId: location.id, tapId, reason, how, staffId: by?.staffId ?? null, visitTapId };
  const times = { at: new Date(tappedAt), recordedAt: new Date(clock()) };
  if (accountId !== null) {
    const refused = { ...about, ...times, accountId };
    if (visitTapId !== null || !(await isRepeated(tx, location, refused))) await recordRefusal(tx, refused);
    return;
  }
  if (found.kind === 'unknown' && found.isOfStaff) return;
  await recordUnknown(tx, { ...about, ...times, accountId: found.kind === 'unknown' ? found.accountId : null });
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
      return decideAndRecordUnknown(tx, desk, arrival, found);
    case 'unrecognised':
      return decideAndRecordUnrecognised(tx, desk, arrival, found.unavailable);
    case 'member':
      return decideAndRecordMember(tx, desk, arrival, { ...lookup, found });
  }
}

type FoundMember = Extract<Found, { kind: 'member' }>;

async function decideAndRecordMember(
  tx: Queryable,
  desk: DeskContext,
  arrival: Arrival,
  lookup: LookupResult & { found: FoundMember },
): Promise<TapAnswer> {
  const { location, tappedAt } = arrival;
  const { member, unstored, knownUntil = null } = lookup.found;
  await lockVisitor(tx, { locationId: location.id, visitor: member });
  const visitor = visitorOf(member, arrival);
  const events = await readEvents(tx, desk, { location, visitor, at: tappedAt });
  const presence = presenceAt(tappedAt, events, presenceRules(location));
  const isOut = presence.kind === 'out';
  const admission: Admission = isOut ? lookup.admission : { kind: 'notAsked' };
  const { accountId } = member;
  const facts = await readFacts(tx, { location, accountId, tappedAt, askedAt: unstored?.askedAt });
  if (unstored) {
    const { isForgotten, isErased } = facts;
    const unknown = await storeFound(tx, location, { member, unstored, isForgotten, isErased });
    if (unknown) return answerUnknown(arrival, unknown);
  }
  const shown = shownAt(arrival, { accountId, notes: facts.notes, now: desk.clock() });
  const notes = shown.map(({ text, stops }) => ({ text, stops: stops && isOut }));
  const decision = decide(member, {
    tappedAt,
    timeZone: location.timeZone,
    presence,
    admission,
    unavailable: lookup.unavailable,
    knownUntil,
    isFirstVisitThisMonth: isOut && facts.isFirstVisitThisMonth,
    openTasks: facts.openTasks,
    notes,
    isPhotoMissing: location.expectsPhotos && !facts.hasPhoto,
  });
  const answer = { ...startAnswer(arrival, member), decision, accountId };
  if (!factsOf(decision).letsIn) {
    if (admission.kind !== 'refused' || !hasGoneIn(arrival, desk.clock())) return answer;
    const refused = { visitor: member, needsAdmission: true, refusedBecause: admission.refusal };
    await recordArrival(tx, desk, arrival, refused);
    await recountWith(tx, desk, { location, accountId, events, recorded: asRecorded(arrival) });
    return { ...answerLate(answer), visitTapId: arrival.tapId, offers: ['checkOut'] };
  }

  const comesIn = isOut && arrival.intent !== 'show' && !notes.some(({ stops }) => stops);
  if (comesIn) {
    const unasked = unaskedOf(arrival, lookup.found);
    // somebody whom the directory knows as an ordinary member may be a corporate one by now
    const needsAdmission = (isCorporate(member) || unasked !== undefined) && admission.kind === 'notAsked';
    const lacksAdmission = needsAdmission && isCorporate(member) && knownUntil === null;
    await recordArrival(tx, desk, arrival, { visitor: member, needsAdmission, lacksAdmission, unasked });
    await recountWith(tx, desk, { location, accountId, events, recorded: asRecorded(arrival) });
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

/**
 * What the platform still has to be asked for before the visit is sent. In an outage only a card: no list contains cards, so it may
 * be another member's by now, while a member whom staff chose, an e-mail address or a membership id names the member itself.
 */
function unaskedOf({ lookupKey }: Arrival, { unavailable, knownUntil }: FoundMember): NewVisit['unasked'] {
  if (knownUntil) return scannedOf(lookupKey) ?? 'account';
  const isCard = lookupKey.kind === 'rfid' || lookupKey.kind === 'nfc';
  return unavailable && isCard ? lookupKey : undefined;
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
  // possibly a corporate member: whether admission is needed is known once the platform identifies the visitor
  const needsAdmission = arrival.intent !== 'override';
  if (comesIn) await recordArrival(tx, desk, arrival, { visitor, needsAdmission });
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

/**
 * Nobody was found. Who has gone in meanwhile has a visit all the same, like one of an unknown card in an outage: the ledger asks once
 * more, and then a manager settles it.
 */
async function decideAndRecordUnknown(
  tx: Queryable,
  desk: DeskContext,
  arrival: Arrival,
  found: Extract<Found, { kind: 'unknown' }>,
): Promise<TapAnswer> {
  const { lookupKey, location, tappedAt } = arrival;
  const answer = answerUnknown(arrival, found);
  if (found.isOfStaff || lookupKey.kind === 'accountId' || !hasGoneIn(arrival, desk.clock())) return answer;
  const visitor: Visitor = { accountId: null, kind: lookupKey.kind, value: lookupKey.value };
  await lockVisitor(tx, { locationId: location.id, visitor });
  const events = await readEvents(tx, desk, { location, visitor, at: tappedAt });
  const presence = presenceAt(tappedAt, events, presenceRules(location));
  const comesIn = presence.kind === 'out';
  if (comesIn) await recordArrival(tx, desk, arrival, { visitor, needsAdmission: true });
  return { ...answerLate(answer), visitTapId: comesIn ? arrival.tapId : findCheckIn(events, presence) };
}

const answerUnknown = (arrival: Arrival, { reason }: Extract<Found, { kind: 'unknown' }>): TapAnswer => ({
  ...startAnswer(arrival),
  decision: { kind: 'unknown', reasons: [{ ...reason, nextActor: 'reception' }] },
});

function startAnswer(arrival: Arrival, member?: Member): Omit<TapAnswer, 'decision'> {
  return {
    scanned: arrival.scanned ?? { kind: 'membershipId', text: member?.membershipId ?? '' },
    tappedAt: new Date(arrival.tappedAt).toISOString(),
    accountId: null,
    visitTapId: null,
    offers: [],
  };
}

/** What an arrival would have recorded, if its member had not been in already. */
const setAside = (arrival: Arrival): Pick<TapAnswer, 'setAside'> =>
  arrival.intent === 'show' ? {} : { setAside: setAsideBy(arrival.by, arrival, arrival.location) };

const asRecorded = ({ tapId, tappedAt: at }: Arrival) => ({ tapId, kind: 'checkIn' as const, at });

function recordArrival(
  tx: Queryable,
  desk: DeskContext,
  { location, tapId, tappedAt, isTimeInDoubt, clock, how, by }: Exclude<Arrival, { intent: 'show' }>,
  about: Pick<NewVisit, 'visitor' | 'needsAdmission' | 'lacksAdmission' | 'unasked' | 'refusedBecause'>,
): Promise<void> {
  const visit = { location, tapId, tappedAt, isTimeInDoubt, clock, how, by, ...about };
  return recordVisit(tx, desk, { ...visit, kind: 'checkIn' });
}
