import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { UserError } from '#programs/base/user-error.ts';

interface Table {
  name: string;
  /** The stored columns; generated columns are computed again. */
  columns: string;
}

const ours = "nspname not in ('pg_catalog', 'information_schema') and nspname not like 'pg_toast%'";

/** Tables that hold rows themselves: the partitions of a partitioned table. */
async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select format('%I.%I', nspname, relname) as name, string_agg(format('%I', attname), ', ' order by attname) as columns
     from pg_class
     join pg_namespace on pg_namespace.oid = relnamespace
     join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = ''
     where relkind = 'r' and ${ours}
     group by nspname, relname order by 1`,
  );
  return rows;
}

async function listPartitioned(client: pg.Client): Promise<Pick<Table, 'name'>[]> {
  const { rows } = await client.query<Pick<Table, 'name'>>(
    `select format('%I.%I', nspname, relname) as name
     from pg_class join pg_namespace on pg_namespace.oid = relnamespace where relkind = 'p' and ${ours}`,
  );
  return rows;
}

/**
 * Copies every row and the state of every sequence between two databases with the same tables. Both servers run on this
 * machine as the same user, so that the rows go through a file that only that user can read.
 * @param between a folder writable by the servers
 * @param signal aborts it between two tables
 * @throws UserError if a table is missing in the new database
 */
export async function copyRows(from: pg.Client, to: pg.Client, between: string, signal: AbortSignal): Promise<void> {
  const [old, anew] = [await listTables(from), await listTables(to)];
  const shapes = new Set(anew.map(({ name, columns }) => `${name}(${columns})`));
  const missing = old.find(({ name, columns }) => !shapes.has(`${name}(${columns})`));
  if (missing)
    throw new UserError(`The table ${missing.name} is none that this Front Desk makes: it cannot be carried over.`);

  // disables triggers and foreign keys: the rows are known to be valid, and tables need no order
  await to.query("set session_replication_role = 'replica'");
  await to.query(`truncate ${[...anew, ...(await listPartitioned(to))].map(({ name }) => name).join(', ')}`);
  for (const { name, columns } of old) {
    signal.throwIfAborted();
    const file = path.join(between, randomUUID());
    await from.query(`copy ${name} (${columns}) to ${pg.escapeLiteral(file)}`);
    await to.query(`copy ${name} (${columns}) from ${pg.escapeLiteral(file)}`);
    fs.rmSync(file);
  }
  const { rows: sequences } = await from.query<{ name: string; last: string }>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value as last from pg_sequences where last_value is not null`,
  );
  for (const { name, last } of sequences) await to.query('select setval($1::regclass, $2)', [name, last]);
}
