import 'server-only';
import { z } from 'zod';
import type { Reauthenticated } from '#lib/server/auth/reauthentication/reauthenticated.ts';
import { tryExport } from '#lib/server/gym-export/try-export.ts';
import { requireVersion } from '#lib/server/locations/connection-version.ts';
import { enterAddress } from '#lib/server/locations/enter-address.ts';
import { findSecret } from '#lib/server/locations/find-secret.ts';
import { lockKeys } from '#lib/server/locations/location-of-key.ts';
import { setLocation } from '#lib/server/locations/set-location.ts';
import type { AccessOutcome, ExportDoubt } from '#lib/wire/connection.ts';
import type { seenVersion } from '#lib/wire/platform-access.ts';
import { findHolderOfKey } from './find-gym-of-key.ts';
import { accessInput } from './save-access.ts';

export const exportAccessInput = accessInput.extend({
  /** The gym that the manager has confirmed the key to be for, as the platform calls it; null where they were not asked. */
  confirmedGym: z.string().max(100).nullable(),
});

/**
 * Replaces address and key of the data export after it has accepted them, and the manager has confirmed whose key it is: the list
 * of another gym would delete data of this one. Nothing is changed by any other outcome than `kept`.
 */
export async function saveExportAccess(
  context: Reauthenticated,
  { version, url, key, confirmedGym }: z.infer<typeof exportAccessInput>,
): Promise<AccessOutcome<ExportDoubt>> {
  const { desk, actor } = context;
  const { location, staffId } = actor;
  requireVersion(location, version);
  const attempt = await enterAddress(context, { name: 'exportUrl', url });
  if (attempt.kind !== 'allowed') return attempt;
  const tried = await tryExport({ url, key, reach: attempt.reach });
  if (tried.kind === 'unreachable' && tried.cause === 'notPublic') return { kind: 'addressNotAllowed' };
  if (tried.kind !== 'answered') return tried;
  if (url === location.exportUrl && key === findSecret(desk, location, 'exportKey')) return { kind: 'kept' };
  return desk.db.transaction(async (tx): Promise<AccessOutcome<ExportDoubt>> => {
    const within = { ...desk, db: tx };
    await lockKeys(tx);
    const holder = await findHolderOfKey({ ...context, desk: within }, { locationId: location.id, url, key });
    if (holder) return { kind: 'inUseElsewhere', ...holder };
    if (confirmedGym !== tried.gym) return { kind: 'doubtful', doubt: { gym: tried.gym } };
    const change = { exportUrl: url, exportKey: key };
    await setLocation(within, { locationId: location.id, change, by: staffId, version });
    return { kind: 'kept' };
  });
}

/** Deletes the credentials of the data export. */
export async function removeExportAccess(
  { desk, actor }: Reauthenticated,
  { version }: z.infer<typeof seenVersion>,
): Promise<null> {
  const none = { exportUrl: null, exportKey: null };
  await setLocation(desk, { locationId: actor.location.id, change: none, by: actor.staffId, version });
  return null;
}
