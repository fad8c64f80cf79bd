import 'server-only';
import type { StaffContext } from '#lib/server/auth/load-staff.ts';
import { areSameProfiles } from '#lib/wire/reader/same-profiles.ts';
import { findAmbiguity } from '#lib/wire/reader/told-apart.ts';
import type { ReadersInput, ReadersOutcome } from '#lib/wire/readers.ts';
import { lockReaders, storeReaders } from './store-readers.ts';

/** Changes how the readers of the manager's location write, unless another manager has changed it meanwhile. */
export async function changeReaders(
  { desk, actor, staff }: StaffContext,
  { base, profiles }: ReadersInput,
): Promise<ReadersOutcome> {
  const ambiguity = findAmbiguity(profiles);
  if (ambiguity) return { kind: 'ambiguous', ambiguity };
  const locationId = actor.location.id;
  return desk.db.transaction(async (tx) => {
    const before = await lockReaders(tx, locationId);
    // an answer that was lost: a second press finds it stored
    if (areSameProfiles(before, profiles)) return { kind: 'saved', now: before };
    if (!areSameProfiles(before, base)) return { kind: 'changedMeanwhile', now: before };
    await storeReaders(tx, desk, { locationId, before, now: profiles, by: staff.id });
    return { kind: 'saved', now: profiles };
  });
}
