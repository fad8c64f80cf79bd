import { seal } from '#lib/server/crypto/seal.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { type Location, locations } from '#lib/server/db/schema/locations.ts';
import { platformStatus } from '#lib/server/db/schema/platform-status.ts';
import { staff, staffLocations } from '#lib/server/db/schema/staff.ts';

interface StoredLocation {
  id: string;
  staffId: string;
  apiUrl: string;
  apiKey: string;
  secret: string;
  passwordHash: string;
  now: Date;
  settings?: Partial<Location>;
}

/**
 * Stores the rows of `addLocation` and of `insertStaff` for a manager in one statement, instead of the thirteen that
 * these two and changed settings take: most tests of the desk begin so.
 */
export async function storeLocation(
  db: Queryable,
  { id, staffId, apiUrl, apiKey, secret, passwordHash, now, settings = {} }: StoredLocation,
): Promise<Location> {
  const status = db
    .$with('stored_status')
    .as(db.insert(platformStatus).values({ locationId: id, connection: 'reachable', since: now }).returning());
  const manager = db.$with('stored_manager').as(
    db
      .insert(staff)
      .values({
        id: staffId,
        email: `${id}@example.com`,
        name: 'Mira Sommer',
        role: 'manager',
        createdAt: now,
        passwordHash,
        passwordBy: staffId,
      })
      .returning(),
  );
  const place = db.$with('stored_place').as(db.insert(staffLocations).values({ locationId: id, staffId }).returning());
  const [location] = await db
    .with(status, manager, place)
    .insert(locations)
    .values({
      id,
      name: `Gym ${id}`,
      slug: `gym-${id}`,
      timeZone: 'Europe/Berlin',
      apiUrl,
      sealedApiKey: seal({ secret }, { plain: apiKey, locationId: id, field: 'apiKey' }),
      createdAt: now,
      connectedSince: now,
      ...settings,
    })
    .returning();
  if (!location) throw new Error('The location was not stored.');
  return location;
}
