import 'server-only';
import type { Queryable } from '#lib/server/db/client.ts';
import type { Location } from '#lib/server/db/schema/locations.ts';
import type { Visit } from '#lib/server/db/schema/visits.ts';
import type { Member } from '#lib/server/directory/member.ts';
import { type Ordering, timeOfVisit } from '#lib/server/presence/clock-of-now.ts';
import {
  findCheckIn,
  findTurnedDown,
  presenceRules,
  readEvents,
  type TurnedDown,
} from '#lib/server/presence/events.ts';
import { type Presence, presenceAt } from '#lib/server/presence/presence.ts';

export interface Repeated {
  member: Member;
  presence: Exclude<Presence, { kind: 'out' }>;
  /** The visit by which they were in; null where they arrived through a turnstile. */
  visitTapId: string | null;
  /** The same visit where the platform has refused it, and no manager has decided about it. */
  turnedDown: TurnedDown | null;
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
  desk: Ordering,
  { location, visit, owner }: Identified,
): Promise<Repeated | null> {
  if (visit.kind !== 'checkIn') return null;
  const at = timeOfVisit({ desk, actor: { location } }, visit);
  const events = await readEvents(tx, desk, { location, visitor: { accountId: owner.accountId }, at });
  const presence = presenceAt(at, events, presenceRules(location));
  if (presence.kind === 'out') return null;
  const turnedDown = findTurnedDown(events, presence);
  return { member: owner, presence, visitTapId: findCheckIn(events, presence), turnedDown };
}
