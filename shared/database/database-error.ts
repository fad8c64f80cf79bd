import pg from 'pg';

/** SQLSTATE of a transaction that PostgreSQL ended because it and another one waited for each other. */
export const deadlock = '40P01';
/** Of a row that another one refers to (foreign key). */
export const stillReferenced = '23503';

/**
 * The original PostgreSQL error, which Drizzle wraps in its own. Not by Drizzle's class, which Next bundles once for the connection
 * and once for the pages; `pg` is not bundled.
 */
export function databaseErrorOf(thrown: unknown): pg.DatabaseError | undefined {
  for (let error = thrown; error instanceof Error; error = error.cause) {
    if (error instanceof pg.DatabaseError) return error;
  }
  return undefined;
}
