import 'server-only';
import type { Env } from '#lib/server/base/env.ts';
import { seal } from '#lib/server/crypto/seal.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { lockExclusive } from '#lib/server/db/locks.ts';
import { type Location, locations } from '#lib/server/db/schema/locations.ts';
import { platformStatus } from '#lib/server/db/schema/platform-status.ts';
import { beginLegacyConnectivity } from '#lib/server/legacy-connectivity/attempts.ts';
import type { AddressName } from '#lib/wire/platform-access.ts';
import { findTimeZone, timeZoneUnknown } from '#shared/database/find-time-zone.ts';
import { EnvironmentError } from '#shared/environment-error.ts';
import { freeSlug } from './slug.ts';

/** Additions at the same moment run one after the other until the transaction ends: each sees the locations of those before. */
export const lockAdding = (tx: Queryable): Promise<void> => lockExclusive(tx, 'slugs');

interface NewLocation {
  id: string;
  name: string;
  /** In URLs; made of the name where left out. */
  slug?: string | undefined;
  timeZone: string;
  capacity?: number | null;
  /** Address of the platform, without a path. */
  apiUrl: string;
  apiKey: string;
  /** Those that a manager has entered; none by default. */
  enteredAddresses?: AddressName[];
  /** The legacy interface, where the gym has it. */
  v1?: { url: string; gymId: string; token: string };
  /** The data export, where the gym has it. */
  dataExport?: { url: string; key: string };
  /** DESK_SECRET, under which the credentials are sealed. */
  secret: string;
  now: Date;
}

export async function addLocation(
  db: Queryable,
  { id, name, slug, timeZone, capacity, apiUrl, apiKey, enteredAddresses, v1, dataExport, secret, now }: NewLocation,
): Promise<Location> {
  return db.transaction(async (tx) => {
    await lockAdding(tx);
    const [location] = await tx
      .insert(locations)
      .values({
        id,
        name,
        slug: slug ?? (await freeSlug(tx, name)),
        timeZone,
        capacity,
        apiUrl,
        enteredAddresses,
        sealedApiKey: seal({ secret }, { plain: apiKey, locationId: id, field: 'apiKey' }),
        v1Url: v1?.url,
        v1GymId: v1?.gymId,
        sealedV1Token: v1 && seal({ secret }, { plain: v1.token, locationId: id, field: 'v1Token' }),
        exportUrl: dataExport?.url,
        sealedExportKey: dataExport && seal({ secret }, { plain: dataExport.key, locationId: id, field: 'exportKey' }),
        createdAt: now,
        connectedSince: now,
      })
      .returning();
    if (!location) throw new Error('The location was not stored.');
    await beginLegacyConnectivity(tx, { location, now });
    await tx.insert(platformStatus).values({ locationId: id, connection: 'reachable', since: now });
    return location;
  });
}

/**
 * Creates the location that the environment describes, if the database has none.
 * @throws EnvironmentError where the database has none and the environment does not describe one, or one in a time zone that it knows by no name
 */
export async function ensureFirstLocation(
  db: Queryable,
  { env, id, now }: { env: Env; id: string; now: Date },
): Promise<void> {
  await db.transaction(async (tx) => {
    // processes that start concurrently must create it only once
    await lockExclusive(tx, 'first location');
    const [known] = await tx.select({ id: locations.id }).from(locations).limit(1);
    if (known) return;
    const { GYM_API_URL, GYM_API_KEY } = env;
    if (!GYM_API_URL || !GYM_API_KEY) {
      throw new EnvironmentError(
        'The desk has no location yet: set GYM_API_URL to the address of the gym’s platform and GYM_API_KEY to its API key.',
      );
    }
    const timeZone = await findTimeZone(tx, env.GYM_TIME_ZONE);
    if (timeZone === null) throw new EnvironmentError(timeZoneUnknown('GYM_TIME_ZONE', env.GYM_TIME_ZONE));
    await addLocation(tx, {
      id,
      name: env.GYM_NAME,
      timeZone,
      apiUrl: GYM_API_URL,
      apiKey: GYM_API_KEY,
      v1:
        env.GYM_V1_URL && env.GYM_V1_GYM_ID && env.GYM_V1_TOKEN
          ? { url: env.GYM_V1_URL, gymId: env.GYM_V1_GYM_ID, token: env.GYM_V1_TOKEN }
          : undefined,
      dataExport:
        env.GYM_EXPORT_URL && env.GYM_EXPORT_KEY ? { url: env.GYM_EXPORT_URL, key: env.GYM_EXPORT_KEY } : undefined,
      secret: env.DESK_SECRET,
      now,
    });
  });
}
