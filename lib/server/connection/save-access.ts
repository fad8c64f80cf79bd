import 'server-only';
import { z } from 'zod';
import type { StaffContext } from '#lib/server/auth/load-staff.ts';
import type { Reauthenticated } from '#lib/server/auth/reauthentication/reauthenticated.ts';
import { guardedOrigin } from '#lib/server/base/env.ts';
import { createGymClient } from '#lib/server/gym-api/gym-client.ts';
import { tryExport } from '#lib/server/gym-export/try-export.ts';
import { mayEnter } from '#lib/server/locations/allowed-address.ts';
import { requireVersion } from '#lib/server/locations/connection-version.ts';
import { lockKeys } from '#lib/server/locations/location-of-key.ts';
import { setLocation } from '#lib/server/locations/set-location.ts';
import type { AccessOutcome, ExportOutcome } from '#lib/wire/connection.ts';
import { originEntries, seenVersion } from '#lib/wire/platform-access.ts';
import { findDoubt, findHolderOfKey } from './find-gym-of-key.ts';
import { tryApi } from './try-api.ts';

const guarded = { url: guardedOrigin('The address', 'https://api.example.com'), ...seenVersion.shape };

export const apiAccessInput = originEntries.extend({
  ...guarded,
  /** Whether the manager was told of a doubt and wants the key all the same. */
  isConfirmed: z.boolean(),
});

/** Replaces address and key of the platform after it has accepted them. Nothing is changed by any other outcome than `kept`. */
export async function saveApiAccess(
  context: Reauthenticated,
  { version, url, key, isConfirmed }: z.infer<typeof apiAccessInput>,
): Promise<AccessOutcome> {
  const { desk, actor } = context;
  const { location, staffId } = actor;
  requireVersion(location, version);
  if (!mayEnter(location, url)) return { kind: 'addressNotAllowed' };
  // a client of its own: the attempt must not change the status of the connection in use
  const gym = createGymClient({ url, apiKey: key });
  const tried = await tryApi(gym);
  if (tried.kind !== 'accepted') return tried;
  const entered = { locationId: location.id, url, apiKey: key };
  const holder = await findHolderOfKey(context, entered);
  if (holder) return { kind: 'inUseElsewhere', ...holder };
  if (!isConfirmed) {
    const doubt = await findDoubt(context, { gym, url });
    if (doubt) return { kind: 'doubtful', doubt };
  }
  const change = { ...(url !== location.apiUrl && { apiUrl: url }), apiKey: key };
  return desk.db.transaction(async (tx): Promise<AccessOutcome> => {
    const within = { ...desk, db: tx };
    await lockKeys(tx);
    const newHolder = await findHolderOfKey({ ...context, desk: within }, entered);
    if (newHolder) return { kind: 'inUseElsewhere', ...newHolder };
    await setLocation(within, { locationId: location.id, change, by: staffId, version });
    return { kind: 'kept' };
  });
}

export const exportAccessInput = originEntries.extend(guarded);

/** The same for the data export. */
export async function saveExportAccess(
  { desk, actor }: Reauthenticated,
  { version, url, key }: z.infer<typeof exportAccessInput>,
): Promise<ExportOutcome> {
  const { location, staffId } = actor;
  requireVersion(location, version);
  if (!mayEnter(location, url)) return { kind: 'addressNotAllowed' };
  const tried = await tryExport({ url, key }, { now: desk.clock() });
  if (tried.kind !== 'answered') return tried;
  const change = { exportUrl: url, exportKey: key };
  await setLocation(desk, { locationId: location.id, change, by: staffId, version });
  return { kind: 'kept' };
}

/** Deletes the credentials of the data export. */
export async function removeExportAccess(
  { desk, actor }: StaffContext,
  { version }: z.infer<typeof seenVersion>,
): Promise<null> {
  const none = { exportUrl: null, exportKey: null };
  await setLocation(desk, { locationId: actor.location.id, change: none, by: actor.staffId, version });
  return null;
}
