import { databaseErrorOf, deadlock } from '#shared/database/database-error.ts';

const uniqueViolation = '23505';
const foreignKeyViolation = '23503';

/**
 * Violated when another transaction deletes at the same moment what a row refers to: the account of a profile, which it
 * may also take over, and the webhook of a delivery.
 */
const collidingKeys = ['chain_profiles_account_id_accounts_account_id_fk', 'webhook_deliveries_of_webhook'];

/** A row that a transaction has read the key of is gone: another transaction has deleted it meanwhile. */
export class StaleRead extends Error {}

/** Whether two concurrent transactions conflicted. The later one can simply be run again. */
export function isCollision(error: unknown): boolean {
  if (error instanceof StaleRead) return true;
  const cause = databaseErrorOf(error);
  const isLost = cause?.code === foreignKeyViolation && collidingKeys.includes(cause.constraint ?? '');
  return cause?.code === uniqueViolation || cause?.code === deadlock || isLost;
}

/** Whether the member that a row belongs to was erased while the row was written. */
export function isLostMember(error: unknown): boolean {
  const cause = databaseErrorOf(error);
  return cause?.code === foreignKeyViolation && cause.constraint?.endsWith('_of_member') === true;
}

/**
 * Runs a transaction that checks before it writes, and retries it once after a race condition. If another transaction
 * wrote in between, a unique index rejects the row. The second run then finds that row in its check and answers as if
 * it had come later.
 */
export async function retryOnCollision<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!isCollision(error)) throw error;
    return run();
  }
}
