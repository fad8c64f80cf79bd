import 'server-only';
import { eq } from 'drizzle-orm';
import type { Reauthenticated } from '#lib/server/auth/reauthentication/reauthenticated.ts';
import { guardedOrigin } from '#lib/server/base/env.ts';
import { writeAudit } from '#lib/server/base/write-audit.ts';
import { findHolderOfKey, lockKeys } from '#lib/server/connection/find-gym-of-key.ts';
import { tryApi } from '#lib/server/connection/try-api.ts';
import { lockExclusive } from '#lib/server/db/locks.ts';
import { locations } from '#lib/server/db/schema/locations.ts';
import { staffLocations } from '#lib/server/db/schema/staff.ts';
import { createGymClient } from '#lib/server/gym-api/gym-client.ts';
import { addLocation } from '#lib/server/locations/add-location.ts';
import { mayEnter } from '#lib/server/locations/allowed-address.ts';
import { isNameTaken } from '#lib/server/locations/is-name-taken.ts';
import type { AddGymInput, AddGymOutcome } from '#lib/wire/gyms.ts';

const address = guardedOrigin('The address', 'https://api.example.com');

/**
 * Adds a gym, at which the manager works from then on. Whoever has its key may add it: the key opens all its data anyway, and
 * gives no access to any other gym. A key that is in use at another gym is refused: its visits would be sent twice.
 */
export async function addGym(
  context: Reauthenticated,
  { apiUrl, apiKey, slug, name, timeZone }: AddGymInput,
): Promise<AddGymOutcome> {
  const { desk, actor } = context;
  const { staffId, location: here } = actor;
  const url = address.safeParse(apiUrl.trim());
  if (!url.success || !mayEnter(here, url.data)) return { kind: 'addressRefused' };
  const tried = await tryApi(createGymClient({ url: url.data, apiKey }));
  if (tried.kind !== 'accepted') return tried;
  return desk.db.transaction(async (tx): Promise<AddGymOutcome> => {
    // two managers who add the same gym at once: the second one finds the first
    await lockExclusive(tx, 'slugs');
    const id = desk.newId();
    if (await isNameTaken(tx, { staffId, locationId: id, name })) return { kind: 'nameTaken' };
    if (slug !== '' && (await tx.$count(locations, eq(locations.slug, slug))) > 0) return { kind: 'slugTaken' };
    await lockKeys(tx);
    const entered = { locationId: null, url: url.data, apiKey };
    const holder = await findHolderOfKey({ ...context, desk: { ...desk, db: tx } }, entered);
    if (holder) return { kind: 'inUseElsewhere', ...holder };
    const added = await addLocation(tx, {
      ...{ id, name, timeZone, apiUrl: url.data, apiKey, slug: slug || undefined },
      ...{ secret: desk.secret, now: new Date(desk.clock()) },
    });
    await tx.insert(staffLocations).values({ locationId: id, staffId });
    await writeAudit(tx, desk, { locationId: id, staffId, action: 'addLocation' });
    return { kind: 'added', slug: added.slug };
  });
}
