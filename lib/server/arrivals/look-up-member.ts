import 'server-only';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { isCorporate, type Member } from '#lib/server/directory/member.ts';
import { askAdmission } from '#lib/server/lookup/ask-admission.ts';
import { askUnlessKnown } from '#lib/server/lookup/ask-unless-known.ts';
import { readShownNotes } from '#lib/server/members/notes.ts';
import type { Arrival, LookupResult } from './arrival.ts';
import { readStay } from './ask-turned-down.ts';
import { isAtCounter } from './at-counter.ts';
import { shownAt } from './shown-notes.ts';

/**
 * Looks up the member. For a corporate member it also asks for admission, if the member is about to check in, or is in with a visit that
 * the platform refused.
 */
export async function lookUpMember(desk: DeskContext, arrival: Arrival): Promise<LookupResult> {
  const { location, tapId, tappedAt } = arrival;
  const foundAt = new Date(desk.clock());
  const found = await askUnlessKnown({ desk, actor: { location } }, arrival.lookupKey);
  const lookup: LookupResult = {
    found,
    admission: { kind: arrival.intent === 'override' ? 'overridden' : 'notAsked' },
    unavailable: found.kind === 'unknown' ? null : found.unavailable,
  };
  if (found.kind !== 'member' || found.unavailable) return lookup;
  if (arrival.intent === 'override' || !isCorporate(found.member)) return lookup;
  // the platform logs each admission that it grants: so it is not asked about a member who is in, unless it refused the visit
  const { presence, turnedDown } = await readStay(desk, arrival, found.member);
  if (turnedDown === null && (presence.kind !== 'out' || !(await isCheckingIn(desk, arrival, found.member))))
    return lookup;
  const { accountId, membershipId } = found.member;
  const visit = turnedDown ?? { tapId, arrivedAt: new Date(tappedAt) };
  const occasion = turnedDown === null && isAtCounter(tappedAt, desk.clock()) ? 'counter' : 'later';
  const asked = { accountId, membershipId, ...visit, occasion, foundAt, urgency: 'interactive' } as const;
  const answer = await askAdmission({ desk, actor: { location } }, asked);
  return answer.kind === 'unavailable' ? { ...lookup, unavailable: answer } : { ...lookup, admission: answer };
}

/** Whether the tap checks the member in at once: not if it only shows the member, overrides a refusal, or is stopped by a note. */
async function isCheckingIn(desk: DeskContext, arrival: Arrival, { accountId }: Member): Promise<boolean> {
  const { location, intent, tappedAt: at } = arrival;
  switch (intent) {
    case 'scan':
    case 'checkIn': {
      const notes = await readShownNotes(desk.db, { location, accountId, at });
      return !shownAt(arrival, { accountId, notes, now: desk.clock() }).some(({ stops }) => stops);
    }
    case 'show':
    case 'override':
      return false;
  }
}
