import 'server-only';
import type { Location } from '#lib/server/db/schema/locations.ts';

/** Who does something, and at which location. */
export interface Actor {
  staffId: string;
  /** Whose session brings it, where that is not the person's own. */
  sentBy?: string;
  location: Location;
  /** Whether this person may let in against a refusal of the platform. */
  mayOverride: boolean;
}
