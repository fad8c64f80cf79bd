import 'server-only';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import type { Location } from '#lib/server/db/schema/locations.ts';
import type { Visit } from '#lib/server/db/schema/visits.ts';
import type { Member } from '#lib/server/directory/member.ts';
import { findCheckIn, findTurnedDown, presenceRules, readEvents } from '#lib/server/presence/events.ts';
import { type Presence, presenceAt } from '#lib/server/presence/presence.ts';

export interface Repeated {
  member: Member;
  presence: Exclude<Presence, { kind: 'out' }>;
  /** The visit by which they were in; null where they arrived through a turnstile. */
  visitTapId: string | null;
  /** Whether the platform has refused that visit, and no manager has decided about it. */
  isTurnedDown: boolean;
}

interface Identified {
  location: Location;
  visit: Visit;
  /** The member of a visit that was nobody's, or another's. */
  owner: Member;
}

/** Finds the stay that the member was in when a card was scanned that was nobody's, or another's; null where the scan was an arrival. */
export async function findRepeated(
  tx: Queryable,
  desk: Pick<DeskContext, 'clockWatch'>,
  { location, visit, owner }: Identified,
): Promise<Repeated | null> {
  const { kind, tappedAt, clock } = visit;
  if (kind !== 'checkIn') return null;
  const at = tappedAt.getTime() + desk.clockWatch.setBackSince(clock);
  const events = await readEvents(tx, desk, { location, visitor: { accountId: owner.accountId }, at });
  const presence = presenceAt(at, events, presenceRules(location));
  if (presence.kind === 'out') return null;
  const isTurnedDown = findTurnedDown(events, presence) !== null;
  return { member: owner, presence, visitTapId: findCheckIn(events, presence), isTurnedDown };
}
