import os from 'node:os';
import type pg from 'pg';
import { EnvironmentError } from '#shared/environment-error.ts';
import type { SchemaKeeper } from './schema-keeper.ts';

const lockNotAvailable = '55P03';

/** Name of the migrating process in pg_stat_activity, at most 63 bytes: machine and process. */
export const migratorName = (): string =>
  `front-desk migrations, process ${process.pid} of ${os.hostname()}`.slice(0, 63);

/**
 * Takes the migration lock until the current transaction ends. A transaction-level lock works with poolers and ends
 * with a crashed process.
 * @throws EnvironmentError with the name of the holder if the lock is not free in time
 */
export async function lockMigrations(
  client: pg.Client,
  { program, lockKey }: Pick<SchemaKeeper, 'program' | 'lockKey'>,
  longestWaitMs: number,
): Promise<void> {
  await client.query(`set local lock_timeout = ${longestWaitMs}`);
  try {
    await client.query('savepoint waiting');
    await client.query('select pg_advisory_xact_lock($1)', [lockKey]);
  } catch (error) {
    if ((error as { code?: string }).code !== lockNotAvailable) throw error; // safe because: only read
    await client.query('rollback to savepoint waiting');
    throw new EnvironmentError(
      `The database of the ${program} is being brought up to date by somebody else${await describeHolder(client, lockKey)}. Wait until that has ended, or end it.`,
    );
  }
  await client.query('set local lock_timeout to default');
}

async function describeHolder(client: pg.Client, lockKey: number): Promise<string> {
  const { rows } = await client.query<Record<'name' | 'address' | 'since' | 'pid', string | null>>(
    `select application_name as name, host(client_addr) as address, pid::text as pid,
            to_char(xact_start at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as since
       from pg_locks join pg_stat_activity using (pid)
      where locktype = 'advisory' and granted and objsubid = 1
        and pg_locks.database = (select oid from pg_database where datname = current_database())
        and (classid::bigint << 32) | objid::bigint = $1`,
    [lockKey],
  );
  const [holder] = rows;
  if (!holder) return '';
  const { name, address, since, pid } = holder;
  return `: "${name}"${address ? ` at ${address}` : ''}${since ? ` since ${since}` : ''}, which "select pg_terminate_backend(${pid})" ends`;
}
