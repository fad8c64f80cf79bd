import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { type Program, programs } from '#programs/base/both-programs.ts';
import { syncFile } from '#programs/base/sync-file.ts';
import { UserError } from '#programs/base/user-error.ts';
import { findBinaries } from '#programs/postgresql/binaries.ts';
import { type Cluster, openCluster } from '#programs/postgresql/cluster.ts';
import { hasCluster } from '#programs/postgresql/cluster-folder.ts';
import { findOperatingUser } from '#programs/postgresql/operating-user.ts';
import { requireRestored } from '#programs/postgresql/require-restored.ts';
import { type BackupNote, clusterIn, nameBackup, requireRoom, sizeOf, writeNote } from './backup-folder.ts';
import { type BaseBackup, startBaseBackup } from './base-backup.ts';
import { syncFolder } from './copy-cluster.ts';
import { placeOf, readMachineId } from './origin.ts';
import { readScratchCopy, removeScratchCopies } from './scratch-copy.ts';

// Advisory lock held on each database while it is backed up. The server releases it when the connection ends.
const backupLock = 0x46_44_42_4b;

interface Opened {
  program: Program;
  cluster: Cluster;
  client: pg.Client;
  /** Whether the connection was lost. */
  isLost(): boolean;
}

interface BackupOptions {
  dataDir: string;
  /** The existing parent folder for backups. */
  target: string;
  /** Aborts the backup, and removes what was made so far. */
  signal: AbortSignal;
}

interface MadeBackup {
  backup: string;
  note: BackupNote;
}

/**
 * Backs up the embedded databases under `dataDir` and the files beside them, whether or not the programs run, and reads
 * the backup back before it gets its final name.
 * @throws UserError
 */
export async function makeBackup({ dataDir, target, signal }: BackupOptions): Promise<MadeBackup> {
  requireRestored(dataDir);
  const here = programs.filter((program) => hasCluster(path.join(dataDir, program)));
  if (here.length === 0)
    throw new UserError(`There is no embedded database under ${dataDir}: nothing to back up here.`);
  requireFolder(target);
  const opened: Opened[] = [];
  const disconnect = () => Promise.all(opened.map(({ client }) => client.end().catch(() => {})));
  signal.addEventListener('abort', disconnect);
  try {
    for (const program of here) {
      signal.throwIfAborted();
      opened.push(await open(dataDir, program));
    }
    await lockBackups(opened, dataDir);
    return await copyLocked(opened, { dataDir, target, signal });
  } catch (error) {
    signal.throwIfAborted(); // after an abort, report the abort and not its consequences
    throw isOfEndedServer(error) || opened.some(({ isLost }) => isLost()) ? new ServerEnded() : error;
  } finally {
    signal.removeEventListener('abort', disconnect);
    await disconnect();
    for (const { cluster } of opened) await cluster.stop();
  }
}

/**
 * Where the disk for backups is not mounted, a folder made in its place would be on another disk, often that of the data.
 * @throws UserError if it is missing
 */
function requireFolder(target: string): void {
  if (fs.statSync(target, { throwIfNoEntry: false })?.isDirectory()) return;
  throw new UserError(
    `There is no folder ${target} (is its disk mounted?), and a backup makes none: make it once, on another disk than that of the data.`,
  );
}

async function copyLocked(opened: Opened[], { dataDir, target, signal }: BackupOptions): Promise<MadeBackup> {
  const user = findOperatingUser();
  const clusters = opened.map(({ cluster }) => cluster.folder);
  const mark = `.${placeOf(dataDir, clusters)}.unfinished`;
  // Left by a killed backup of this data folder: the lock ensures that no other is being made.
  for (const name of fs.readdirSync(target).filter((name) => name.endsWith(mark))) {
    fs.rmSync(path.join(target, name), { recursive: true });
  }
  for (const cluster of clusters) await removeScratchCopies(cluster, user);
  const size = clusters.reduce((sum, cluster) => sum + sizeOf(cluster), 0);
  requireRoom(target, size);
  const name = nameBackup(new Date());
  const unfinished = path.join(target, name + mark);
  fs.mkdirSync(unfinished, { mode: 0o700 });
  try {
    const asOf = await copyAll(opened, unfinished, signal);
    const note: BackupNote = {
      madeBy: 'npm run backup',
      asOf: asOf.toISOString(),
      postgresql: findBinaries(user).major,
      programs: {},
      files: copyFiles(dataDir, unfinished),
      from: { host: os.hostname(), machine: readMachineId(), dataDir },
    };
    for (const { program, cluster } of opened) {
      const copy = clusterIn(unfinished, program);
      note.programs[program] = await readScratchCopy({ copy, beside: cluster.folder, program, user, signal });
    }
    writeNote(unfinished, note);
    await syncFolder(unfinished, signal);
    const backup = nameFinished(unfinished, path.join(target, name));
    syncFile(target);
    return { backup, note };
  } catch (error) {
    fs.rmSync(unfinished, { recursive: true, force: true });
    throw error;
  }
}

/** Another data folder's backup may have been started in the same second. */
function nameFinished(unfinished: string, backup: string): string {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? backup : `${backup}-${number}`;
    if (fs.existsSync(name)) continue;
    try {
      fs.renameSync(unfinished, name);
      return name;
    } catch (error) {
      const isTaken = error instanceof Error && 'code' in error && ['ENOTEMPTY', 'EEXIST'].includes(String(error.code));
      if (!isTaken) throw error;
    }
  }
}

async function open(dataDir: string, program: Program): Promise<Opened> {
  const cluster = await openCluster({ home: path.join(dataDir, program), database: program, access: 'share' });
  const client = new pg.Client({ connectionString: cluster.url });
  let isLost = false;
  client.on('error', () => {
    isLost = true; // the current statement fails, or the next one
  });
  await client.connect();
  return { program, cluster, client, isLost: () => isLost };
}

class ServerEnded extends UserError {
  constructor() {
    super(
      'A program whose database was being copied was stopped meanwhile, or its database ended: nothing of this backup is left. Run it again.',
    );
  }
}

/** PostgreSQL's errors to clients while it shuts down or starts: SQLSTATE 57P01 to 57P03. */
const isOfEndedServer = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && ['57P01', '57P02', '57P03'].includes(error.code ?? '');

/** @throws UserError if another backup of the data folder is in progress */
async function lockBackups(opened: Opened[], dataDir: string): Promise<void> {
  for (const { client } of opened) {
    const { rows } = await client.query<{ got: boolean }>('select pg_try_advisory_lock($1) as got', [backupLock]);
    if (!rows[0]?.got) throw new UserError(`Another backup of ${dataDir} is being made: wait until it is done.`);
  }
}

/** @returns the moment up to which every copy is complete */
async function copyAll(opened: Opened[], unfinished: string, signal: AbortSignal): Promise<Date> {
  const started: BaseBackup[] = [];
  for (const { program, cluster, client } of opened) {
    started.push(await startBaseBackup(client, cluster.folder, clusterIn(unfinished, program), signal));
  }
  const asOf = new Date();
  for (const { finish } of started) await finish();
  return asOf;
}

/** The files in the data folder itself: generated secrets, and the state of the demo. */
function copyFiles(dataDir: string, target: string): string[] {
  const files = fs.readdirSync(dataDir, { withFileTypes: true }).filter((entry) => entry.isFile());
  return files.map(({ name }) => {
    fs.copyFileSync(path.join(dataDir, name), path.join(target, name));
    fs.chmodSync(path.join(target, name), 0o600);
    return name;
  });
}
