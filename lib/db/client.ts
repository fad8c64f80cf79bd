import 'server-only';
import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { PgDatabase } from 'drizzle-orm/pg-core';
import pg from 'pg';

/** The database, or a transaction on it. */
export type Queryable = PgDatabase<NodePgQueryResultHKT>;

export interface DatabaseHandle {
  db: Queryable;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  maxConnections?: number;
  /** Called when an idle connection breaks; the pool replaces it. */
  onConnectionLost?: (error: Error) => void;
}

export function openDatabase(
  url: string,
  { maxConnections = 10, onConnectionLost = () => {} }: DatabaseOptions = {},
): DatabaseHandle {
  const pool = new pg.Pool({
    connectionString: url,
    max: maxConnections,
    application_name: 'front-desk',
    connectionTimeoutMillis: 5_000,
    statement_timeout: 10_000,
    idle_in_transaction_session_timeout: 10_000,
  });
  pool.on('error', onConnectionLost);
  return { db: drizzle(pool, { casing: 'snake_case' }), close: () => pool.end() };
}
