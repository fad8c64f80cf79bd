import 'server-only';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import type { TapAnswer } from '#lib/server/db/schema/visits.ts';
import { isCorporate } from '#lib/server/directory/member.ts';
import type { Admission } from '#lib/server/lookup/ask-admission.ts';
import { type Found, storeFound } from '#lib/server/lookup/find-member.ts';
import { scannedOf } from '#lib/server/lookup/lookup-key.ts';
import { findCheckIn, findTurnedDown, presenceRules, readEvents } from '#lib/server/presence/events.ts';
import { type Presence, presenceAt } from '#lib/server/presence/presence.ts';
import { decide, refuse } from '#lib/server/verdict/decide.ts';
import { lockVisitor, type NewVisit } from '#lib/server/visits/record.ts';
import { sendTurnedDown } from '#lib/server/visits/turned-down.ts';
import { factsOf } from '#lib/wire/verdict.ts';
import { answerUnknown, startAnswer } from './answer-arrival.ts';
import { type Arrival, type LookupResult, visitorOf } from './arrival.ts';
import { hasGoneIn, isAtCounter } from './at-counter.ts';
import { readFacts } from './read-facts.ts';
import { recordArrival, setAside } from './record-arrival.ts';
import { shownAt } from './shown-notes.ts';

type FoundMember = Extract<Found, { kind: 'member' }>;
type LookedUpMember = LookupResult & { found: FoundMember };

/** The verdict of a known member and, if they come in, their visit. */
export async function decideAndRecordMember(
  tx: Queryable,
  desk: DeskContext,
  arrival: Arrival,
  lookup: LookedUpMember,
): Promise<TapAnswer> {
  const { location, tappedAt } = arrival;
  const { found } = lookup;
  const { member, unstored, knownUntil = null } = found;
  const hasWaited = hasGoneIn(arrival, desk.clock());
  const { admission: asked, unavailable } = hasWaited ? untilCardIsAsked(arrival, lookup) : lookup;
  await lockVisitor(tx, { locationId: location.id, visitor: member });
  const visitor = visitorOf(member, arrival);
  const events = await readEvents(tx, desk, { location, visitor, at: tappedAt });
  const presence = presenceAt(tappedAt, events, presenceRules(location));
  const isOut = presence.kind === 'out';
  const turnedDown = findTurnedDown(events, presence);
  const admission: Admission = isOut || turnedDown !== null ? asked : { kind: 'notAsked' };
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
    unavailable,
    knownUntil,
    isFirstVisitThisMonth: isOut && facts.isFirstVisitThisMonth,
    openTasks: facts.openTasks,
    notes,
    isPhotoMissing: location.expectsPhotos && !facts.hasPhoto,
  });
  const answer = { ...startAnswer(arrival, member), decision, accountId };
  if (!factsOf(decision).letsIn) {
    if (admission.kind !== 'refused') return answer;
    if (presence.kind !== 'out') {
      const letInAt = sinceOf(presence);
      const isHere = arrival.by !== null && isAtCounter(tappedAt, desk.clock());
      const again = refuse(member, { ...admission, timeZone: location.timeZone, letInAt, isHere });
      const aside = hasWaited && setAside(desk, arrival, unaskedOf(arrival, found));
      return { ...answer, ...aside, decision: again, visitTapId: turnedDown?.tapId ?? null, offers: ['checkOut'] };
    }
    if (!hasWaited) return answer;
    const refused = { visitor: member, needsAdmission: true, refusedBecause: admission.refusal };
    await recordArrival(tx, desk, { arrival, events, about: refused });
    const late = refuse(member, { ...admission, timeZone: location.timeZone, letInAt: answer.tappedAt });
    return { ...answer, decision: late, visitTapId: arrival.tapId, offers: ['checkOut'] };
  }

  if (turnedDown !== null && admission.kind === 'granted') {
    await sendTurnedDown(tx, desk, { locationId: location.id, tapId: turnedDown.tapId, since: 'granted' });
  }
  const comesIn = isOut && arrival.intent !== 'show' && !notes.some(({ stops }) => stops);
  if (comesIn) {
    const about = { visitor: member, ...openQuestions(arrival, found, admission) };
    await recordArrival(tx, desk, { arrival, events, about });
  }
  return {
    ...answer,
    ...(!isOut && setAside(desk, arrival, unaskedOf(arrival, found))),
    visitTapId: comesIn ? arrival.tapId : findCheckIn(events, presence),
    offers: comesIn || !isOut ? ['checkOut'] : ['checkIn'],
  };
}

/**
 * For somebody who has gone in by a card that the directory alone knew, the refusal of its member is not final: the card may be another
 * member's by now, so admission is open until the platform has said whose it is.
 */
function untilCardIsAsked(
  { lookupKey }: Arrival,
  lookup: LookedUpMember,
): Pick<LookupResult, 'admission' | 'unavailable'> {
  const isCardUnasked = lookup.found.knownUntil !== undefined && scannedOf(lookupKey) !== undefined;
  if (lookup.admission.kind !== 'refused' || !isCardUnasked) return lookup;
  return { admission: { kind: 'notAsked' }, unavailable: { kind: 'unavailable', because: 'busy' } };
}

/** Since when a member is in, as an ISO instant. */
function sinceOf(presence: Exclude<Presence, { kind: 'out' }>): string {
  return new Date(presence.kind === 'in' ? presence.since : presence.checkedInAt).toISOString();
}

/** What the visit's row says about the questions that the platform has not answered yet. */
function openQuestions(
  arrival: Arrival,
  found: FoundMember,
  admission: Admission,
): Pick<NewVisit, 'needsAdmission' | 'lacksAdmission' | 'unasked'> {
  const unasked = unaskedOf(arrival, found);
  const isUndecided = isCorporate(found.member) && admission.kind === 'notAsked';
  // until the platform is asked: an ordinary member may have become a corporate one, and the card may now belong to another member, for
  // whom no admission was granted
  const needsAdmission = isUndecided || (unasked !== undefined && admission.kind !== 'overridden');
  return { needsAdmission, lacksAdmission: isUndecided && !found.knownUntil, unasked };
}

/**
 * What the desk must ask the platform before it sends the visit. In an outage only for a card, which may belong to another member by now,
 * since no list of the platform contains cards. A member whom staff chose, an e-mail address and a membership id stay the member's.
 */
function unaskedOf({ lookupKey }: Arrival, { unavailable, knownUntil }: FoundMember): NewVisit['unasked'] {
  if (knownUntil) return scannedOf(lookupKey) ?? 'account';
  const isCard = lookupKey.kind === 'rfid' || lookupKey.kind === 'nfc';
  return unavailable && isCard ? lookupKey : undefined;
}
