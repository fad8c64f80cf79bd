import 'server-only';
import { and, eq, inArray } from 'drizzle-orm';
import { locations } from '#lib/db/schema/locations.ts';
import { platformStatus } from '#lib/db/schema/platform-status.ts';
import type { Desk } from '#lib/desk/desk.ts';
import { isInUse } from '#lib/desk/locations/is-in-use.ts';
import { knock } from '#lib/gym-api/accounts.ts';
import { inOwnContext } from '#lib/request-context/run-in-context.ts';

/** Asks the platforms that were lost whether they are back, so that nobody has to scan a card to find out. */
export async function knockAtLostPlatforms(desk: Pick<Desk, 'db' | 'gymOf'>): Promise<void> {
  const lost = await desk.db
    .select({ location: locations })
    .from(locations)
    .innerJoin(platformStatus, eq(platformStatus.locationId, locations.id))
    .where(and(isInUse, inArray(platformStatus.connection, ['unreachable', 'keyRejected'])));
  await Promise.all(lost.map(({ location }) => inOwnContext(() => knock(desk.gymOf(location)))));
}
