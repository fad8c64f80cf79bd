import 'server-only';
import { and, eq, inArray, isNotNull, ne } from 'drizzle-orm';
import { readOwnIds } from '#lib/server/auth/own-locations.ts';
import type { Reauthenticated } from '#lib/server/auth/reauthentication/reauthenticated.ts';
import { ActionFailure } from '#lib/server/base/failure.ts';
import { isInUse } from '#lib/server/base/locations.ts';
import { findHolderOfKey, lockKeys } from '#lib/server/connection/find-gym-of-key.ts';
import { unseal } from '#lib/server/crypto/seal.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { lockExclusive } from '#lib/server/db/locks.ts';
import { locations } from '#lib/server/db/schema/locations.ts';
import { taskChanges } from '#lib/server/db/schema/tasks.ts';
import { visits } from '#lib/server/db/schema/visits.ts';
import { retireLocation } from '#lib/server/locations/retire-location.ts';
import { isOpenTaskChange } from '#lib/server/tasks/open-changes.ts';
import { isOpenVisit } from '#lib/server/visits/kept-visits.ts';
import type { GymInput, ReopenOutcome, RetireOutcome } from '#lib/wire/gyms.ts';

/**
 * Ends the work of a gym of the manager. It is refused while anything of it has to reach the platform, and for the manager's last
 * gym, so that somebody can bring it back.
 * @throws ActionFailure `notAllowed` for a gym that is not the manager's
 */
export async function retireGym(
  { desk, actor: { staffId } }: Reauthenticated,
  { gymId }: GymInput,
): Promise<RetireOutcome> {
  return desk.db.transaction(async (tx): Promise<RetireOutcome> => {
    // two managers who retire two gyms at once must not retire both of the last ones
    await lockExclusive(tx, 'retiring gyms');
    const own = await requireOwnGym(tx, { staffId, gymId });
    const [gym] = await tx
      .select()
      .from(locations)
      .where(and(eq(locations.id, gymId), isInUse));
    if (!gym) return { kind: 'already' };
    const others = and(inArray(locations.id, own), ne(locations.id, gymId), isInUse);
    if ((await tx.$count(locations, others)) === 0) return { kind: 'last' };
    const count = await countUnsent(tx, gymId);
    if (count > 0) return { kind: 'unsent', count };
    await retireLocation({ ...desk, db: tx }, { locationId: gymId, isRetired: true, by: staffId });
    return { kind: 'retired' };
  });
}

/**
 * Brings a gym back, unless another one has its key by now.
 * @throws ActionFailure `notAllowed` for a gym that is not the manager's
 */
export async function reopenGym(context: Reauthenticated, { gymId }: GymInput): Promise<ReopenOutcome> {
  const { desk, actor } = context;
  const { staffId } = actor;
  return desk.db.transaction(async (tx): Promise<ReopenOutcome> => {
    await requireOwnGym(tx, { staffId, gymId });
    await lockKeys(tx);
    const [gym] = await tx
      .select()
      .from(locations)
      .where(and(eq(locations.id, gymId), isNotNull(locations.retiredAt)));
    if (!gym) return { kind: 'already' };
    const apiKey = unseal(desk, { sealed: gym.sealedApiKey, locationId: gymId, field: 'apiKey' });
    const stored = { locationId: gymId, url: gym.apiUrl, apiKey };
    const holder = await findHolderOfKey({ ...context, desk: { ...desk, db: tx } }, stored);
    if (holder) return { kind: 'inUseElsewhere', ...holder };
    await retireLocation({ ...desk, db: tx }, { locationId: gymId, isRetired: false, by: staffId });
    return { kind: 'reopened' };
  });
}

/** @returns the ids of all gyms of the manager, also of retired ones */
async function requireOwnGym(tx: Queryable, { staffId, gymId }: GymInput & { staffId: string }): Promise<string[]> {
  const own = await readOwnIds(tx, staffId);
  if (own.includes(gymId)) return own;
  throw new ActionFailure('notAllowed', 'This location is not given to this person.');
}

/** What has not reached the platform, or waits for a manager to look at it. */
const countUnsent = async (tx: Queryable, locationId: string): Promise<number> =>
  (await tx.$count(visits, and(eq(visits.locationId, locationId), isOpenVisit()))) +
  (await tx.$count(taskChanges, and(eq(taskChanges.locationId, locationId), isOpenTaskChange())));
