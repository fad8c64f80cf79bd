import { type Operator, OperatorMistake } from '#platform/services/operator.ts';
import { resealWebhooks } from '#platform/services/webhooks/reseal.ts';
import type { Seal } from '#shared/seal/seal.ts';
import { fitsDatabase, resealCanary } from './canary.ts';
import { otherSecret } from './check-secret.ts';

interface ResealOptions {
  /** Seals what else it can although neither secret is that of the database. */
  isLost: boolean;
}

/**
 * Encrypts everything that is sealed in the database with the new key.
 * @param seal encrypts with the new secret; also decrypts what was encrypted with the previous one
 * @throws OperatorMistake if neither secret is that of the database, unless that one is lost
 */
export async function resealDatabase({ sql }: Pick<Operator, 'sql'>, seal: Seal, { isLost }: ResealOptions) {
  if (!isLost && !(await fitsDatabase(sql, seal))) throw new OperatorMistake(otherSecret);
  await resealCanary(sql, seal);
  return resealWebhooks({ sql }, seal);
}
