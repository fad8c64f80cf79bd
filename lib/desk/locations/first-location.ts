import 'server-only';
import type { Queryable } from '#lib/db/client.ts';
import { lockExclusive } from '#lib/db/locks.ts';
import { locations } from '#lib/db/schema/locations.ts';
import type { Env } from '#lib/env.ts';
import { EnvironmentError } from '#shared/environment-error.ts';
import { addLocation } from './add-location.ts';

/**
 * Makes the location that the environment describes, where there is none yet.
 * @throws EnvironmentError where there is none and the environment does not describe one
 */
export async function ensureFirstLocation(
  db: Queryable,
  env: Env,
  { id, now }: { id: string; now: Date },
): Promise<void> {
  await db.transaction(async (tx) => {
    // processes that start together must not make it twice
    await lockExclusive(tx, 'first location');
    const [known] = await tx.select({ id: locations.id }).from(locations).limit(1);
    if (known) return;
    const { GYM_API_URL, GYM_API_KEY } = env;
    if (!GYM_API_URL || !GYM_API_KEY) {
      throw new EnvironmentError(
        'The desk has no location yet: set GYM_API_URL to the address of the gym’s platform and GYM_API_KEY to its API key.',
      );
    }
    await addLocation(
      tx,
      {
        id,
        name: env.GYM_NAME,
        timeZone: env.GYM_TIME_ZONE,
        apiUrl: GYM_API_URL,
        apiKey: GYM_API_KEY,
        v1:
          env.GYM_V1_URL && env.GYM_V1_GYM_ID && env.GYM_V1_TOKEN
            ? { url: env.GYM_V1_URL, gymId: env.GYM_V1_GYM_ID, token: env.GYM_V1_TOKEN }
            : undefined,
        dataExport:
          env.GYM_EXPORT_URL && env.GYM_EXPORT_KEY ? { url: env.GYM_EXPORT_URL, key: env.GYM_EXPORT_KEY } : undefined,
      },
      { secret: env.DESK_SECRET, now },
    );
  });
}
