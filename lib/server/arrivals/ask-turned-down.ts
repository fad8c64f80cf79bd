import 'server-only';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { isCorporate, type Member } from '#lib/server/directory/member.ts';
import type { Unavailable } from '#lib/server/gym-api/errors.ts';
import { type Admission, askAdmission } from '#lib/server/lookup/ask-admission.ts';
import { findTurnedDown, presenceRules, readEvents, type TurnedDown } from '#lib/server/presence/events.ts';
import { type Presence, presenceAt } from '#lib/server/presence/presence.ts';
import { type Arrival, visitorOf } from './arrival.ts';

interface Stay {
  presence: Presence;
  turnedDown: TurnedDown | null;
}

/** Where a member is at the moment of an arrival. */
export async function readStay(desk: DeskContext, arrival: Arrival, member: Member): Promise<Stay> {
  const { location, tappedAt } = arrival;
  const visitor = visitorOf(member, arrival);
  const events = await readEvents(desk.db, desk, { location, visitor, at: tappedAt });
  const presence = presenceAt(tappedAt, events, presenceRules(location));
  return { presence, turnedDown: findTurnedDown(events, presence) };
}

/** Asks again for the admission of a corporate member who is in although the platform refused that visit; for nobody else. */
export async function askTurnedDown(
  desk: DeskContext,
  { arrival, member, foundAt }: { arrival: Arrival; member: Member; foundAt: Date },
): Promise<Admission | Unavailable> {
  const { turnedDown } = isCorporate(member) ? await readStay(desk, arrival, member) : { turnedDown: null };
  if (turnedDown === null) return { kind: 'notAsked' };
  const { accountId, membershipId } = member;
  const about = { accountId, membershipId, ...turnedDown, occasion: 'later', foundAt } as const;
  return askAdmission({ desk, actor: { location: arrival.location } }, { ...about, urgency: 'background' });
}
