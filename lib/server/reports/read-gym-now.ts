import 'server-only';
import type { LocationContext } from '#lib/server/base/actor.ts';
import { readPresence } from '#lib/server/presence/list.ts';
import { readStatus } from '#lib/server/status/read-status.ts';
import type { GymNow } from '#lib/wire/gym-now.ts';
import { readTodaySoFar } from './read-today.ts';

/** A gym at this moment. */
export async function readGymNow(context: LocationContext): Promise<GymNow> {
  const [{ entries }, status, today] = await Promise.all([
    readPresence(context),
    readStatus(context),
    readTodaySoFar(context),
  ]);
  return {
    inside: entries.length,
    capacity: context.actor.location.capacity,
    today,
    waiting: status.waitingVisits,
    kept: status.refusedVisits + status.unresolvedVisits,
    connection: status.connection.state,
  };
}
