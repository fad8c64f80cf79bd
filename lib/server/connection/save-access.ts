import 'server-only';
import { z } from 'zod';
import type { Reauthenticated } from '#lib/server/auth/reauthentication/reauthenticated.ts';
import { guardedOrigin } from '#lib/server/base/env.ts';
import { createGymClient } from '#lib/server/gym-api/gym-client.ts';
import { requireVersion } from '#lib/server/locations/connection-version.ts';
import { enterAddress } from '#lib/server/locations/enter-address.ts';
import { findSecret } from '#lib/server/locations/find-secret.ts';
import { lockKeys } from '#lib/server/locations/location-of-key.ts';
import { setLocation } from '#lib/server/locations/set-location.ts';
import type { AccessOutcome, KeyDoubt } from '#lib/wire/connection.ts';
import { originEntries, seenVersion } from '#lib/wire/platform-access.ts';
import { findDoubt, findHolderOfKey } from './find-gym-of-key.ts';
import { tryApi } from './try-api.ts';

export const accessInput = originEntries.extend({
  url: guardedOrigin('The address', 'https://api.example.com'),
  ...seenVersion.shape,
});

export const apiAccessInput = accessInput.extend({
  /** Whether the manager was told of a doubt and wants the key all the same. */
  isConfirmed: z.boolean(),
});

/** Replaces address and key of the platform after it has accepted them. Nothing is changed by any other outcome than `kept`. */
export async function saveApiAccess(
  context: Reauthenticated,
  { version, url, key, isConfirmed }: z.infer<typeof apiAccessInput>,
): Promise<AccessOutcome<KeyDoubt>> {
  const { desk, actor } = context;
  const { location, staffId } = actor;
  requireVersion(location, version);
  const attempt = await enterAddress(context, { name: 'apiUrl', url });
  if (attempt.kind !== 'allowed') return attempt;
  const isInUse = url === location.apiUrl && key === findSecret(desk, location, 'apiKey');
  // others have a client of their own: the attempt must not change the status of the connection in use
  const gym = isInUse ? desk.gymClientOf(location) : createGymClient({ url, apiKey: key, reach: attempt.reach });
  const tried = await tryApi(gym);
  if (tried.kind === 'unreachable' && tried.cause === 'notPublic') return { kind: 'addressNotAllowed' };
  if (tried.kind !== 'accepted') return tried;
  if (isInUse) return { kind: 'kept' };
  const entered = { locationId: location.id, url, key };
  const holder = await findHolderOfKey(context, entered);
  if (holder) return { kind: 'inUseElsewhere', ...holder };
  if (!isConfirmed) {
    const doubt = await findDoubt(context, { gym, url });
    if (doubt) return { kind: 'doubtful', doubt };
  }
  return desk.db.transaction(async (tx): Promise<AccessOutcome<KeyDoubt>> => {
    const within = { ...desk, db: tx };
    await lockKeys(tx);
    const newHolder = await findHolderOfKey({ ...context, desk: within }, entered);
    if (newHolder) return { kind: 'inUseElsewhere', ...newHolder };
    const change = { apiUrl: url, apiKey: key };
    await setLocation(within, { locationId: location.id, change, by: staffId, version });
    return { kind: 'kept' };
  });
}
