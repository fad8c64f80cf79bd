import 'server-only';
import { and, eq, exists, inArray, or, sql } from 'drizzle-orm';
import { isInUse } from '#lib/server/base/locations.ts';
import { locations } from '#lib/server/db/schema/locations.ts';
import { platformStatus } from '#lib/server/db/schema/platform-status.ts';
import { visits } from '#lib/server/db/schema/visits.ts';
import type { LocationWork } from '#lib/server/due/location-work.ts';
import { ping } from '#lib/server/gym-api/accounts.ts';
import { unsentStates } from '#lib/server/ledger/ledger.ts';

const isLost = inArray(platformStatus.connection, ['unreachable', 'keyRejected']);

/** A retired location asks for nothing else, and what it still has to send may fail for its own reasons. */
const hasUnsentVisits = exists(
  sql`(select 1 from ${visits} where ${and(eq(visits.locationId, locations.id), inArray(visits.state, [...unsentStates]))})`,
);

/** Pings lost platforms, so that their recovery is noticed without a scan. */
export const probingLostPlatforms: LocationWork = {
  kind: 'probe',
  everyMs: 5_000,
  locationsAt: () => sql`
    select ${locations.id} from ${locations}
    join ${platformStatus} on ${eq(platformStatus.locationId, locations.id)} where ${and(or(isInUse, hasUnsentVisits), isLost)}`,
  work: async ({ desk, actor: { location } }) => {
    await ping(desk.gymClientOf(location));
    return false;
  },
};
