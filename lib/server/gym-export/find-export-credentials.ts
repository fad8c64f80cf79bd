import 'server-only';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { unseal } from '#lib/server/crypto/seal.ts';
import type { Location } from '#lib/server/db/schema/locations.ts';
import { reachOf } from '#lib/server/gym-api/reach-of.ts';
import type { ExportCredentials } from './ask-export.ts';
import { paceOf } from './pace.ts';

/** The credentials of a location's data export; null where it has none. */
export function findExportCredentials(
  desk: Pick<DeskContext, 'secret' | 'previousSecret' | 'db' | 'clock'>,
  location: Location,
): ExportCredentials | null {
  const { id: locationId, exportUrl: url, sealedExportKey: sealed } = location;
  if (url === null || sealed === null) return null;
  const key = unseal(desk, { sealed, locationId, field: 'exportKey' });
  return { url, key, reach: reachOf(location, 'exportUrl'), pace: paceOf(desk, location) };
}
