import 'server-only';
import { and, eq, isNull, notExists, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#lib/server/db/client.ts';
import { prepareOnce } from '#lib/server/db/prepare-once.ts';
import { type Location, locations } from '#lib/server/db/schema/locations.ts';
import { platformStatus } from '#lib/server/db/schema/platform-status.ts';
import { type LocationView, settingLimits } from '#lib/wire/locations.ts';
import { hourMs } from '#shared/calendar/durations.ts';

/** Condition for locations that are not retired. */
export const isInUse = isNull(locations.retiredAt);

/** The longest that a stay can last by any setting. */
export const longestStayMs = settingLimits.longestStayH.max * hourMs;

/** @throws Error where there is none: every row of the desk has an existing location */
export async function requireLocation(db: Queryable, locationId: string): Promise<Location> {
  const [location] = await locationStatement(db).execute({ locationId });
  if (!location) throw new Error('There is no such location.');
  return location;
}

const locationStatement = prepareOnce((db) =>
  db
    .select()
    .from(locations)
    .where(eq(locations.id, sql.placeholder('locationId')))
    .prepare(''),
);

const isOfLocation = eq(platformStatus.locationId, locations.id);
const isLost = sql`(select 1 from ${platformStatus} where ${and(isOfLocation, eq(platformStatus.connection, 'unreachable'))})`;

/** Subquery of the ids of locations whose platform can be asked. A platform that has been unreachable for long is only pinged. */
export const locationsInReach = (): SQL =>
  sql`select ${locations.id} from ${locations} where ${and(isInUse, notExists(isLost))}`;

/** What the browser may know of a location; the platform's address and the keys stay on the server. */
export const locationView = (location: Location): LocationView => ({
  id: location.id,
  slug: location.slug,
  name: location.name,
  timeZone: location.timeZone,
  capacity: location.capacity,
  checkInOnScan: location.checkInOnScan,
  keepsScreenAwake: location.keepsScreenAwake,
  readerProfiles: location.readerProfiles,
});
