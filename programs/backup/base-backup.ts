import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type pg from 'pg';

/** Files that a server recreates at each start, or that belong to the running server only. */
const leftOut = new Set(['postmaster.pid', 'postmaster.opts', 'server.log', 'pg_internal.init']);
const leftEmpty = new Set([
  'pg_wal',
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
]);
const controlFile = path.join('global', 'pg_control');

export interface BaseBackup {
  /** Ends the backup, which holds everything committed before this call. */
  finish(): Promise<void>;
}

/**
 * Copies the files of a running cluster as PostgreSQL documents it ("making a base backup using the low level API"):
 * the files may be from different moments, and the WAL makes them consistent.
 * @param client a superuser's connection, used for nothing else until the backup is finished
 * @param signal aborts it between two files
 */
export async function startBaseBackup(
  client: pg.Client,
  folder: string,
  target: string,
  signal?: AbortSignal,
): Promise<BaseBackup> {
  // A temporary replication slot retains the WAL from now on. It is dropped with the connection.
  const slot = `front_desk_backup_${randomUUID().replaceAll('-', '')}`;
  await client.query('select pg_create_physical_replication_slot($1, true, true)', [slot]);
  const { rows } = await client.query<{ segment: string }>(
    "select pg_walfile_name(pg_backup_start('front desk', true)) as segment",
  );
  const first = rows[0]?.segment ?? '';
  await copyFolder(folder, target, signal);
  // last: recovery starts at the position in this file, and no copied file may be older than that
  await copyIfThere(path.join(folder, controlFile), path.join(target, controlFile));

  return {
    finish: async () => {
      const { rows: ends } = await client.query<{ segment: string; label: string; tablespaces: string }>(
        'select pg_walfile_name(lsn) as segment, labelfile as label, spcmapfile as tablespaces from pg_backup_stop(false)',
      );
      const end = ends[0];
      if (!end || end.tablespaces.trim()) throw new Error('The cluster has tablespaces, which ours never have.');
      fs.writeFileSync(path.join(target, 'backup_label'), end.label, { mode: 0o600 });
      const isNeeded = (name: string) => /^[0-9A-F]{24}$/.test(name) && name >= first && name <= end.segment;
      for (const name of fs.readdirSync(path.join(folder, 'pg_wal')).filter(isNeeded)) {
        signal?.throwIfAborted();
        await copyIfThere(path.join(folder, 'pg_wal', name), path.join(target, 'pg_wal', name));
      }
      await client.query('select pg_drop_replication_slot($1)', [slot]);
    },
  };
}

async function copyFolder(from: string, to: string, signal: AbortSignal | undefined, isRoot = true): Promise<void> {
  fs.mkdirSync(to, { mode: 0o700, recursive: isRoot });
  for (const entry of fs.readdirSync(from, { withFileTypes: true })) {
    signal?.throwIfAborted();
    const { name } = entry;
    const [source, target] = [path.join(from, name), path.join(to, name)];
    if (leftOut.has(name) || name.startsWith('pgsql_tmp')) continue;
    if (entry.isDirectory()) {
      if (isRoot && leftEmpty.has(name)) fs.mkdirSync(target, { mode: 0o700 });
      else await copyFolder(source, target, signal, false);
    } else if (entry.isFile() && !source.endsWith(`${path.sep}${controlFile}`)) {
      await copyIfThere(source, target);
    }
  }
}

/** A file dropped during the copy is skipped: the WAL records that it was dropped. */
export async function copyIfThere(source: string, target: string): Promise<void> {
  try {
    await fs.promises.copyFile(source, target);
  } catch (error) {
    const isGone = error instanceof Error && 'code' in error && error.code === 'ENOENT' && !fs.existsSync(source);
    if (!isGone) throw error;
    return;
  }
  fs.chmodSync(target, 0o600);
}
