import 'server-only';
import type { Location } from '#lib/server/db/schema/locations.ts';
import type { DeskContext } from './desk-context.ts';

/** Who does something, and at which location. */
export interface Actor {
  staffId: string;
  /** Whose session brings it, where that is not the person's own. */
  sentBy?: string;
  location: Location;
  /** Whether this person may let in against a refusal of the platform. */
  mayOverride: boolean;
}

/** What a verb is given before its input: who asks, at which location, and the desk that is to do it. */
export interface ActorContext {
  desk: DeskContext;
  actor: Actor;
}

/** The same where it does not matter who asks: it may be the desk itself, or as much of it as is needed. */
export interface LocationContext<Desk = DeskContext> {
  desk: Desk;
  actor: Pick<Actor, 'location'>;
}
