import 'server-only';
import type { Location } from '#lib/server/db/schema/locations.ts';
import type { DeskContext } from './desk-context.ts';

/** Who acts, and at which location. */
export interface Actor {
  staffId: string;
  /** Whose session sent it, where another person was signed in by then. */
  sentBy?: string;
  location: Location;
  /** Whether this person may admit a member whom the platform refuses. */
  mayOverride: boolean;
  /** Whether a manager has allowed this person the location's reports. Managers need no such permission. */
  mayReadReports?: boolean;
  /** Set where a manager decided at this person's screen, for this tap alone. */
  approval?: { by: string; reason: string };
}

/** The first argument of a verb, before its input: who asks, at which location, and the desk that carries it out. */
export interface ActorContext {
  desk: DeskContext;
  actor: Actor;
}

/** The same for verbs that do not depend on who asks, such as background work. `Desk` may be the part of the desk they need. */
export interface LocationContext<Desk = DeskContext> {
  desk: Desk;
  actor: Pick<Actor, 'location'>;
}
