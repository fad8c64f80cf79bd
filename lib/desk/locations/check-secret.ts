import 'server-only';
import { unseal } from '#lib/crypto/seal.ts';
import type { Queryable } from '#lib/db/client.ts';
import { locations } from '#lib/db/schema/locations.ts';
import { EnvironmentError } from '#shared/environment-error.ts';

/**
 * Opens the key of every location once, so that a wrong secret is told at start and not to the first member.
 * @throws EnvironmentError
 */
export async function checkSecret(db: Queryable, secret: string, previousSecret?: string): Promise<void> {
  const stored = await db.select({ locationId: locations.id, sealedApiKey: locations.sealedApiKey }).from(locations);
  for (const { locationId, sealedApiKey } of stored) {
    try {
      unseal(sealedApiKey, { locationId, field: 'apiKey' }, secret, previousSecret);
    } catch {
      throw new EnvironmentError(
        'DESK_SECRET is not the one under which the keys of this desk were stored: set it to that one, ' +
          'or DESK_SECRET_PREVIOUS where you are changing it.',
      );
    }
  }
}
