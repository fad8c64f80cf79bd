import 'server-only';
import { inArray } from 'drizzle-orm';
import { requireOwnOrRetiredIds } from '#lib/server/auth/own-locations.ts';
import type { Reauthenticated } from '#lib/server/auth/reauthentication/reauthenticated.ts';
import { nameFor } from '#lib/server/connection/find-gym-of-key.ts';
import { locations } from '#lib/server/db/schema/locations.ts';
import type { GymInput, ReopenOutcome, RetireInput, RetireOutcome } from '#lib/wire/gyms.ts';
import { reopenLocation, retireLocation } from './retire-location.ts';

/**
 * Ends the work of a gym of the manager. It is refused for the manager's last gym, so that somebody can bring it back.
 * @throws ActionFailure `notAllowed` for a gym that is not the manager's
 */
export async function retireGym(context: Reauthenticated, { gymId, present }: RetireInput): Promise<RetireOutcome> {
  const { staffId: by } = context.actor;
  const own = await requireOwnOrRetiredIds(context.desk.db, { staffId: by, locationIds: [gymId] });
  return retireLocation(context.desk, { locationId: gymId, by, among: inArray(locations.id, own), present });
}

/**
 * Brings a gym back, unless another one has its key by now.
 * @throws ActionFailure `notAllowed` for a gym that is not the manager's
 */
export async function reopenGym(context: Reauthenticated, { gymId }: GymInput): Promise<ReopenOutcome> {
  const { staffId: by } = context.actor;
  await requireOwnOrRetiredIds(context.desk.db, { staffId: by, locationIds: [gymId] });
  const outcome = await reopenLocation(context.desk, { locationId: gymId, by });
  if (outcome.kind !== 'inUseElsewhere') return outcome;
  return { kind: outcome.kind, name: await nameFor(context, outcome.holder) };
}
