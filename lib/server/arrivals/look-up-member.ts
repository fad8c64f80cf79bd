import 'server-only';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { isCorporate } from '#lib/server/directory/member.ts';
import { askAdmission } from '#lib/server/lookup/ask-admission.ts';
import { askUnlessKnown } from '#lib/server/lookup/ask-unless-known.ts';
import { readShownNotes } from '#lib/server/members/notes.ts';
import { presenceRules, readEvents } from '#lib/server/presence/events.ts';
import { presenceAt } from '#lib/server/presence/presence.ts';
import { type Arrival, type LookupResult, visitorOf } from './arrival.ts';
import { isAtCounter } from './at-counter.ts';
import { shownAt } from './shown-notes.ts';

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
