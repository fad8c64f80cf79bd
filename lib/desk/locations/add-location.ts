import 'server-only';
import { seal } from '#lib/crypto/seal.ts';
import type { Queryable } from '#lib/db/client.ts';
import { type Location, locations } from '#lib/db/schema/locations.ts';
import { platformStatus } from '#lib/db/schema/platform-status.ts';
import { beginLegacyConnectivity } from '#lib/desk/legacy-connectivity/attempts.ts';

interface NewLocation {
  id: string;
  name: string;
  timeZone: string;
  capacity?: number | null;
  /** Address of the platform, without a path. */
  apiUrl: string;
  apiKey: string;
  /** The legacy interface, where the gym has it. */
  v1?: { url: string; gymId: string; token: string };
  /** The data export, where the gym has it. */
  dataExport?: { url: string; key: string };
}

export async function addLocation(
  db: Queryable,
  { id, name, timeZone, capacity, apiUrl, apiKey, v1, dataExport }: NewLocation,
  { secret, now }: { secret: string; now: Date },
): Promise<Location> {
  return db.transaction(async (tx) => {
    const [location] = await tx
      .insert(locations)
      .values({
        id,
        name,
        timeZone,
        capacity,
        apiUrl,
        sealedApiKey: seal(apiKey, { locationId: id, field: 'apiKey' }, secret),
        v1Url: v1?.url,
        v1GymId: v1?.gymId,
        sealedV1Token: v1 && seal(v1.token, { locationId: id, field: 'v1Token' }, secret),
        exportUrl: dataExport?.url,
        sealedExportKey: dataExport && seal(dataExport.key, { locationId: id, field: 'exportKey' }, secret),
        createdAt: now,
      })
      .returning();
    if (!location) throw new Error('The location was not stored.');
    await beginLegacyConnectivity(tx, location, now);
    await tx.insert(platformStatus).values({ locationId: id, connection: 'reachable', since: now });
    return location;
  });
}
