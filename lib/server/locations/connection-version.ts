import 'server-only';
import { createHash } from 'node:crypto';
import { ActionFailure } from '#lib/server/base/failure.ts';
import type { Location } from '#lib/server/db/schema/locations.ts';

/** Changes with every change of an address or a secret of the location: each seal of a secret is different. */
export function connectionVersionOf(location: Location): string {
  const { apiUrl, sealedApiKey, v1Url, v1GymId, sealedV1Token, exportUrl, sealedExportKey } = location;
  const parts = [apiUrl, sealedApiKey, v1Url, v1GymId, sealedV1Token, exportUrl, sealedExportKey];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22);
}

/** @throws ActionFailure `conflict` where the connection is not the one that a manager saw */
export function requireVersion(location: Location, version: string): void {
  if (connectionVersionOf(location) === version) return;
  throw new ActionFailure('conflict', 'The connection was changed in the meantime.');
}
