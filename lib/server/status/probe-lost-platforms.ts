import 'server-only';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { isInUse } from '#lib/server/base/locations.ts';
import { locations } from '#lib/server/db/schema/locations.ts';
import { platformStatus } from '#lib/server/db/schema/platform-status.ts';
import type { LocationWork } from '#lib/server/due/location-work.ts';
import { ping } from '#lib/server/gym-api/accounts.ts';

const isLost = inArray(platformStatus.connection, ['unreachable', 'keyRejected']);

/** Pings lost platforms, so that their recovery is noticed without a scan. */
export const probingLostPlatforms: LocationWork = {
  kind: 'probe',
  everyMs: 5_000,
  locationsAt: () => sql`
    select ${locations.id} from ${locations}
    join ${platformStatus} on ${eq(platformStatus.locationId, locations.id)} where ${and(isInUse, isLost)}`,
  work: async ({ desk, actor: { location } }) => {
    await ping(desk.gymClientOf(location));
    return false;
  },
};
