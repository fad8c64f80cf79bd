import type { OperatorDatabase } from '#platform/db/client.ts';
import { EnvironmentError } from '#shared/environment-error.ts';
import type { Seal } from '#shared/seal/seal.ts';
import { addCanary, fitsDatabase } from './canary.ts';

export const otherSecret =
  'PLATFORM_SECRET is not the one under which the secrets in the database of the platform were sealed: set it to that one ' +
  '(it is in platform.secret in DATA_DIR if it was never set), or PLATFORM_SECRET_PREVIOUS where you are changing it; ' +
  'if it is lost, run "npm run platform:admin -- reseal --secret-is-lost".';

/**
 * A wrong PLATFORM_SECRET stops the start: otherwise only the next delivery to each webhook would fail. Of several first
 * starts with different secrets one seals the canary, and the others are refused.
 * @throws EnvironmentError
 */
export async function checkSecret(database: OperatorDatabase, seal: Seal): Promise<void> {
  const isRight = await database.transaction(async (sql) => {
    if (!(await fitsDatabase(sql, seal))) return false;
    await addCanary(sql, seal);
    return fitsDatabase(sql, seal);
  });
  if (!isRight) throw new EnvironmentError(otherSecret);
}
