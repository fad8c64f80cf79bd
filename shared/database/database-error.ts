import { DrizzleQueryError } from 'drizzle-orm/errors';
import pg from 'pg';

/** SQLSTATE of a transaction that PostgreSQL ended because it and another one waited for each other. */
export const deadlock = '40P01';

/** The original PostgreSQL error, which Drizzle wraps in its own. */
export function databaseErrorOf(error: unknown): pg.DatabaseError | undefined {
  const cause = error instanceof DrizzleQueryError ? error.cause : error;
  return cause instanceof pg.DatabaseError ? cause : undefined;
}
