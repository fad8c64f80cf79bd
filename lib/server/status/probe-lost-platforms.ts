import 'server-only';
import { and, eq, exists, gte, inArray, or, sql } from 'drizzle-orm';
import { isInUse } from '#lib/server/base/locations.ts';
import { locations } from '#lib/server/db/schema/locations.ts';
import { platformStatus } from '#lib/server/db/schema/platform-status.ts';
import { visits } from '#lib/server/db/schema/visits.ts';
import type { LocationWork } from '#lib/server/due/location-work.ts';
import { ping } from '#lib/server/gym-api/accounts.ts';
import { unsentStates } from '#lib/server/ledger/ledger.ts';

const isLost = inArray(platformStatus.connection, ['unreachable', 'keyRejected']);

const everyMs = 5_000;

/**
 * A retired location asks for nothing else, and what it still has to send may fail for its own reasons. So it is pinged after each
 * attempt to send a visit, and has the backoff of these attempts; where the key is rejected, the attempts alone show when it is valid
 * again.
 */
const isOfRetired = (now: Date) => {
  const isTried = and(
    eq(visits.locationId, locations.id),
    inArray(visits.state, [...unsentStates]),
    gte(visits.claimedAt, new Date(now.getTime() - 3 * everyMs)),
  );
  return and(eq(platformStatus.connection, 'unreachable'), exists(sql`(select 1 from ${visits} where ${isTried})`));
};

/** Pings lost platforms, so that their recovery is noticed without a scan. */
export const probingLostPlatforms: LocationWork = {
  kind: 'probe',
  everyMs,
  locationsAt: (now) => sql`
    select ${locations.id} from ${locations}
    join ${platformStatus} on ${eq(platformStatus.locationId, locations.id)} where ${or(and(isInUse, isLost), isOfRetired(now))}`,
  work: async ({ desk, actor: { location } }) => {
    await ping(desk.gymClientOf(location));
    return false;
  },
};
