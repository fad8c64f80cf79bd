import 'server-only';
import { drizzle, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import type { PgDatabase } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { connectionTo } from '#shared/database/connection.ts';
import { nameRepeated } from '#shared/database/name-repeated.ts';

/** How long opening a connection may take, in milliseconds. */
export const connectWithinMs = 5_000;

/** The database, or a transaction on it. */
export type Queryable = PgDatabase<NodePgQueryResultHKT>;

/** The connections of a pool, and the number of callers that wait for one. */
export interface PoolUse {
  total: number;
  idle: number;
  waiting: number;
}

interface DatabaseHandle {
  db: Queryable;
  use(): PoolUse;
  close(): Promise<void>;
}

interface DatabaseOptions {
  /** The `application_name` in pg_stat_activity. */
  name?: string;
  /** How many idle connections stay open; further ones are closed after ten idle seconds. */
  minConnections?: number;
  maxConnections?: number;
  /** How long a caller waits for a connection, in milliseconds. */
  waitForConnectionMs?: number;
  /** After how many milliseconds PostgreSQL cancels a statement. */
  longestStatementMs?: number;
  /** After how many milliseconds without an answer to a statement its connection is closed. */
  longestAnswerMs?: number;
  /** Called when an idle connection breaks; the pool replaces it. */
  onConnectionLost?: (error: Error) => void;
  /** Called with the SQLSTATE of every statement that the server refuses. */
  onRefusal?: (sqlState: string | undefined) => void;
  /** Whether repeated statements are prepared: worth it for requests, which repeat the same ones. */
  preparesRepeated?: boolean;
}

export function openDatabase(
  url: string,
  {
    name = 'front-desk',
    minConnections = 0,
    maxConnections = 10,
    waitForConnectionMs = connectWithinMs,
    longestStatementMs = 10_000,
    longestAnswerMs = longestStatementMs + 2_000,
    onConnectionLost = () => {},
    onRefusal,
    preparesRepeated = true,
  }: DatabaseOptions = {},
): DatabaseHandle {
  // a transaction that waits for its program holds locks; as long as for a statement it may always wait
  const longestIdleMs = Math.max(10_000, longestStatementMs);
  const pool = new pg.Pool({
    ...connectionTo(url, {
      name,
      connectWithinMs: waitForConnectionMs,
      longestAnswerMs,
      onRefusal,
      nameOf: preparesRepeated ? nameRepeated() : undefined,
      setUp: `set statement_timeout = ${longestStatementMs}; set idle_in_transaction_session_timeout = ${longestIdleMs}`,
    }),
    min: minConnections,
    max: maxConnections,
  });
  pool.on('error', onConnectionLost);
  const db: Queryable = drizzle(pool, { casing: 'snake_case' });
  // Drizzle would never release a connection whose BEGIN failed
  db.transaction = async (work, config) => {
    const client = await pool.connect();
    try {
      return await drizzleOn(client).transaction(work, config);
    } finally {
      client.release();
    }
  };
  const use = () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount });
  return { db, use, close: () => pool.end() };
}

const drizzleOf = new WeakMap<pg.PoolClient, Queryable>();

/** The same for all transactions of a connection: each has caches of its own, of column names and of statements (`prepareOnce`). */
function drizzleOn(client: pg.PoolClient): Queryable {
  const known = drizzleOf.get(client);
  if (known) return known;
  const db: Queryable = drizzle(client, { casing: 'snake_case' });
  drizzleOf.set(client, db);
  return db;
}
