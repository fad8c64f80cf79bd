import 'server-only';
import { inArray } from 'drizzle-orm';
import { readOwnIds } from '#lib/server/auth/own-locations.ts';
import type { Reauthenticated } from '#lib/server/auth/reauthentication/reauthenticated.ts';
import { ActionFailure } from '#lib/server/base/failure.ts';
import { nameFor } from '#lib/server/connection/find-gym-of-key.ts';
import { locations } from '#lib/server/db/schema/locations.ts';
import type { GymInput, ReopenOutcome, RetireInput, RetireOutcome } from '#lib/wire/gyms.ts';
import { reopenLocation, retireLocation } from './retire-location.ts';

/**
 * Ends the work of a gym of the manager. It is refused for the manager's last gym, so that somebody can bring it back.
 * @throws ActionFailure `notAllowed` for a gym that is not the manager's
 */
export async function retireGym(context: Reauthenticated, { gymId, present }: RetireInput): Promise<RetireOutcome> {
  const own = await requireOwnGym(context, gymId);
  const { staffId: by } = context.actor;
  return retireLocation(context.desk, { locationId: gymId, by, among: inArray(locations.id, own), present });
}

/**
 * Brings a gym back, unless another one has its key by now.
 * @throws ActionFailure `notAllowed` for a gym that is not the manager's
 */
export async function reopenGym(context: Reauthenticated, { gymId }: GymInput): Promise<ReopenOutcome> {
  await requireOwnGym(context, gymId);
  const outcome = await reopenLocation(context.desk, { locationId: gymId, by: context.actor.staffId });
  if (outcome.kind !== 'inUseElsewhere') return outcome;
  return { kind: outcome.kind, name: await nameFor(context, outcome.holder) };
}

/** @returns the ids of all gyms of the manager, also of retired ones */
async function requireOwnGym({ desk, actor }: Reauthenticated, gymId: string): Promise<string[]> {
  const own = await readOwnIds(desk.db, actor.staffId);
  if (own.includes(gymId)) return own;
  throw new ActionFailure('notAllowed', 'This location is not given to this person.');
}
