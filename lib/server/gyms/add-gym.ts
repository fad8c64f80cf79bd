import 'server-only';
import { lockPerson } from '#lib/server/auth/lock-person.ts';
import type { Reauthenticated } from '#lib/server/auth/reauthentication/reauthenticated.ts';
import { guardedOrigin } from '#lib/server/base/env.ts';
import { nameFor } from '#lib/server/connection/find-gym-of-key.ts';
import { tryApi } from '#lib/server/connection/try-api.ts';
import { staffLocations } from '#lib/server/db/schema/staff.ts';
import { createGymClient } from '#lib/server/gym-api/gym-client.ts';
import { lockAdding } from '#lib/server/locations/add-location.ts';
import { enterAddress } from '#lib/server/locations/enter-address.ts';
import { isNameTaken } from '#lib/server/locations/is-name-taken.ts';
import { revokeKnownAccess } from '#lib/server/staff/revoke-known-access.ts';
import type { AddGymInput, AddGymOutcome } from '#lib/wire/gyms.ts';
import type { AddressName } from '#lib/wire/platform-access.ts';
import { storeGym } from './store-gym.ts';

const address = guardedOrigin('The address', 'https://api.example.com');

/**
 * Adds a gym, at which the manager works from then on. Whoever has its key may add it: the key opens all its data anyway, and
 * gives no access to any other gym. Other managers of the person gain no way in either: what they may know of the person's badge and
 * passkeys ends. A key that is in use at another gym is refused: its visits would be sent twice.
 */
export async function addGym(
  context: Reauthenticated,
  { apiUrl, apiKey, slug, name, timeZone }: AddGymInput,
): Promise<AddGymOutcome> {
  const { desk, actor } = context;
  const { staffId } = actor;
  const url = address.safeParse(apiUrl.trim());
  if (!url.success) return { kind: 'addressRefused' };
  const attempt = await enterAddress(context, { name: 'apiUrl', url: url.data });
  if (attempt.kind === 'addressNotAllowed') return { kind: 'addressRefused' };
  if (attempt.kind !== 'allowed') return attempt;
  const { reach } = attempt;
  const tried = await tryApi(createGymClient({ url: url.data, apiKey, reach }));
  if (tried.kind === 'unreachable' && tried.cause === 'notPublic') return { kind: 'addressRefused' };
  if (tried.kind !== 'accepted') return tried;
  return desk.db.transaction(async (tx): Promise<AddGymOutcome> => {
    await lockAdding(tx);
    await lockPerson(tx, staffId);
    const id = desk.newId();
    if (await isNameTaken(tx, { staffId, locationId: id, name })) return { kind: 'nameTaken' };
    const enteredAddresses: AddressName[] = reach === 'public' ? ['apiUrl'] : [];
    const access = { apiUrl: url.data, apiKey, enteredAddresses };
    const gym = { id, name, timeZone, ...access, slug: slug || undefined, by: staffId };
    const stored = await storeGym({ ...desk, db: tx }, gym);
    if (stored.kind === 'inUseElsewhere') return { kind: stored.kind, name: await nameFor(context, stored.holder) };
    if (stored.kind !== 'added') return stored;
    await tx.insert(staffLocations).values({ locationId: id, staffId });
    await revokeKnownAccess(tx, context, { staffId, added: [id], remove: [] });
    return { kind: 'added', slug: stored.gym.slug };
  });
}
