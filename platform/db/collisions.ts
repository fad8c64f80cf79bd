import { DrizzleQueryError } from 'drizzle-orm/errors';
import pg from 'pg';

const uniqueViolation = '23505';
const foreignKeyViolation = '23503';
const deadlock = '40P01';

/** The error as PostgreSQL gave it, from under what drizzle wraps around it. */
export function databaseErrorOf(error: unknown): pg.DatabaseError | undefined {
  const cause = error instanceof DrizzleQueryError ? error.cause : error;
  return cause instanceof pg.DatabaseError ? cause : undefined;
}

/** Of an account that another transaction gives up or takes over at the same moment. */
const accountOfProfile = 'chain_profiles_account_id_accounts_account_id_fk';

/** Whether two transactions got in each other's way; the later one may simply be run again. */
export function isCollision(error: unknown): boolean {
  const cause = databaseErrorOf(error);
  const isLostAccount = cause?.code === foreignKeyViolation && cause.constraint === accountOfProfile;
  return cause?.code === uniqueViolation || cause?.code === deadlock || isLostAccount;
}

/** Whether the member a row belongs to was erased while the row was written. */
export function isLostMember(error: unknown): boolean {
  const cause = databaseErrorOf(error);
  return cause?.code === foreignKeyViolation && cause.constraint?.endsWith('_of_member') === true;
}

/**
 * Runs a transaction that checks before it writes. Where another one wrote in between, a unique index refuses
 * the row; the second run then meets that row in its check and answers as if it had come later.
 */
export async function retryOnCollision<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!isCollision(error)) throw error;
    return run();
  }
}
