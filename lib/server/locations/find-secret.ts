import 'server-only';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { unseal } from '#lib/server/crypto/seal.ts';
import type { Location } from '#lib/server/db/schema/locations.ts';

const columns = { apiKey: 'sealedApiKey', v1Token: 'sealedV1Token', exportKey: 'sealedExportKey' } as const;
export type SecretName = keyof typeof columns;

export const hasSecret = (location: Location, name: SecretName): boolean => location[columns[name]] !== null;

/** A stored secret; null where there is none, or where it cannot be unsealed any more: another one can still be entered. */
export function findSecret(
  desk: Pick<DeskContext, 'secret' | 'previousSecret'>,
  location: Location,
  name: SecretName,
): string | null {
  const sealed = location[columns[name]];
  if (sealed === null) return null;
  try {
    return unseal(desk, { sealed, locationId: location.id, field: name });
  } catch {
    return null;
  }
}
