import pg from 'pg';
import { findFreePort } from '#programs/base/free-ports.ts';
import { UserError } from '#programs/base/user-error.ts';
import type { Binaries } from '#programs/postgresql/binaries.ts';
import { connect } from '#programs/postgresql/connection.ts';
import type { OperatingUser } from '#programs/postgresql/operating-user.ts';
import { startServer, stopServer } from '#programs/postgresql/server.ts';

/** The contents of a database, counted while every row of it was read. */
export interface Contents {
  tables: number;
  rows: number;
}

interface ReadBackOptions {
  folder: string;
  database: string;
  binaries: Pick<Binaries, 'pgCtl'>;
  user: OperatingUser | undefined;
  /** Skips durability (fsync): for a copy that is deleted afterwards. */
  isThrownAway: boolean;
  /** Aborts it, even during a statement. */
  signal?: AbortSignal | undefined;
  /** Changes the database after it was read. */
  change?: ((client: pg.Client) => Promise<void>) | undefined;
}

/**
 * Starts the cluster in `folder`, which runs recovery, then reads every row and verifies every index against its table.
 * @throws UserError if anything in it is damaged
 */
export async function readBack(options: ReadBackOptions): Promise<Contents> {
  const { folder, database, binaries, user, isThrownAway, signal, change } = options;
  const settings: Record<string, string> = isThrownAway ? { fsync: 'off', full_page_writes: 'off' } : {};
  const server = { folder, binaries, user, settings };
  const port = await startServer({ ...server, port: await findFreePort() });
  try {
    signal?.throwIfAborted();
    const client = await connect(folder, port, database);
    const end = () => void client.end();
    signal?.addEventListener('abort', end);
    try {
      await requireWholeIndexes(client);
      const contents = await countRows(client);
      await change?.(client);
      return contents;
    } finally {
      signal?.removeEventListener('abort', end);
      await client.end();
    }
  } catch (error) {
    signal?.throwIfAborted();
    if (!(error instanceof pg.DatabaseError)) throw error;
    throw new UserError(`The copy of the database "${database}" in ${folder} is damaged: ${error.message}`);
  } finally {
    await stopServer(server);
  }
}

async function requireWholeIndexes(client: pg.Client): Promise<void> {
  await client.query('begin'); // rolled back, so that the extension is not kept
  await client.query('create extension if not exists amcheck');
  await client.query(
    `select bt_index_check(index.oid, heapallindexed => true)
     from pg_class index join pg_index on indexrelid = index.oid join pg_am on pg_am.oid = index.relam
     where amname = 'btree' and index.relkind = 'i' and index.relpersistence = 'p' and indisvalid`,
  );
  await client.query('rollback');
}

/** Reads every row of every table. */
export async function countRows(client: pg.Client): Promise<Contents> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select format('%I.%I', nspname, relname) as name
     from pg_class join pg_namespace on pg_namespace.oid = relnamespace
     where relkind in ('r', 'm') and nspname not in ('pg_catalog', 'information_schema') and nspname not like 'pg_toast%'`,
  );
  let rows = 0;
  for (const { name } of tables) {
    // as text, so that TOAST values are read as well
    const { rows: counted } = await client.query<{ rows: string }>(
      `select count(*) as rows, sum(length(t::text)) from ${name} t`,
    );
    rows += Number(counted[0]?.rows);
  }
  return { tables: tables.length, rows };
}
