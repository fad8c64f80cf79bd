import 'server-only';
import { eq } from 'drizzle-orm';
import type { LocationContext } from '#lib/server/base/actor.ts';
import { legacyConnectivity } from '#lib/server/db/schema/legacy-connectivity.ts';
import type { LegacyAnswer } from '#lib/wire/answers/legacy-connectivity.ts';
import { dayMs } from '#shared/calendar/durations.ts';

/** After this time, the platform shows a gym as inactive. */
const silentAfterMs = dayMs;

/** The state of the connection to the legacy interface; null where the location does not use it. */
export async function readLegacy({ desk, actor }: LocationContext): Promise<LegacyAnswer> {
  const { id, v1Url: url, v1GymId: gymId } = actor.location;
  if (url === null || gymId === null) return { legacy: null };
  const [known] = await desk.db.select().from(legacyConnectivity).where(eq(legacyConnectivity.locationId, id));
  const { state = 'untried', heardAt = null, failingSince = null } = known ?? {};
  const isSilent = heardAt === null || desk.clock() - heardAt.getTime() > silentAfterMs;
  return {
    legacy: {
      url,
      gymId,
      state,
      heardAt: heardAt?.toISOString() ?? null,
      failingSince: failingSince?.toISOString() ?? null,
      needsAttention: state === 'refused' || (state === 'unreachable' && isSilent),
    },
  };
}
