import 'server-only';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { otherSecret } from '#lib/server/crypto/other-secret.ts';
import { unseal } from '#lib/server/crypto/seal.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { locations } from '#lib/server/db/schema/locations.ts';

/**
 * Unseals the key of every location once, so that a wrong DESK_SECRET stops the start instead of the first scan.
 * @throws EnvironmentError
 */
export async function checkSecret(
  db: Queryable,
  { secret, previousSecret }: Pick<DeskContext, 'secret' | 'previousSecret'>,
): Promise<void> {
  const stored = await db.select({ locationId: locations.id, sealedApiKey: locations.sealedApiKey }).from(locations);
  for (const { locationId, sealedApiKey } of stored) {
    try {
      unseal({ secret, previousSecret }, { sealed: sealedApiKey, locationId, field: 'apiKey' });
    } catch {
      throw otherSecret();
    }
  }
}
