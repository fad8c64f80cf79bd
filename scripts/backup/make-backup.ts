import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { findBinaries } from '#scripts/embedded-postgres/binaries.ts';
import { type Cluster, openCluster } from '#scripts/embedded-postgres/cluster.ts';
import { findClusterFolder } from '#scripts/embedded-postgres/cluster-folder.ts';
import { findOperatingUser } from '#scripts/embedded-postgres/operating-user.ts';
import { stopServer } from '#scripts/embedded-postgres/server.ts';
import { UserError } from '#scripts/user-error.ts';
import {
  type BackupNote,
  nameBackup,
  type Program,
  programs,
  requireRoom,
  sizeOf,
  writeNote,
} from './backup-folder.ts';
import { type BaseBackup, startBaseBackup } from './base-backup.ts';
import { copyCluster, syncFolder } from './copy-cluster.ts';
import { readBack } from './read-back.ts';

interface Opened {
  program: Program;
  cluster: Cluster;
  client: pg.Client;
}

interface MadeBackup {
  backup: string;
  note: BackupNote;
}

/**
 * Backs up the embedded databases under `dataDir` and the files beside them, while the programs run or not, and reads
 * the backup back before it gets its name.
 * @throws UserError
 */
export async function makeBackup(dataDir: string, target: string): Promise<MadeBackup> {
  const user = findOperatingUser();
  const here = programs.filter((program) => findClusterFolder(path.join(dataDir, program), user));
  if (here.length === 0)
    throw new UserError(`There is no embedded database under ${dataDir}: nothing to back up here.`);
  fs.mkdirSync(target, { recursive: true, mode: 0o700 });
  const backup = path.join(target, nameBackup(new Date()));
  const unfinished = `${backup}.unfinished`;
  if (fs.existsSync(backup)) throw new UserError(`${backup} was made in this very second: try again.`);
  const opened: Opened[] = [];
  try {
    for (const program of here) opened.push(await open(dataDir, program));
    requireRoom(
      target,
      opened.reduce((sum, { cluster }) => sum + sizeOf(cluster.folder), 0),
    );
    fs.mkdirSync(unfinished, { mode: 0o700 });
    const asOf = await copyAll(opened, unfinished);
    const note: BackupNote = {
      madeBy: 'npm run backup',
      asOf: asOf.toISOString(),
      postgresql: findBinaries(user).major,
      programs: {},
      files: copyFiles(dataDir, unfinished),
    };
    for (const { program, cluster } of opened) {
      const scratch = `${cluster.folder}.read-back`;
      note.programs[program] = await readScratchCopy(clusterIn(unfinished, program), scratch, program);
    }
    writeNote(unfinished, note);
    syncFolder(unfinished);
    fs.renameSync(unfinished, backup);
    return { backup, note };
  } catch (error) {
    fs.rmSync(unfinished, { recursive: true, force: true });
    throw error;
  } finally {
    for (const { client, cluster } of opened) {
      await client.end().catch(() => {});
      await cluster.stop();
    }
  }
}

/** Where a program's cluster is in a backup: as it is in a data folder. */
export const clusterIn = (backup: string, program: Program): string => path.join(backup, program, 'postgresql');

async function open(dataDir: string, program: Program): Promise<Opened> {
  const cluster = await openCluster({ home: path.join(dataDir, program), database: program, access: 'share' });
  const client = new pg.Client({ connectionString: cluster.url });
  client.on('error', () => {}); // the statement under way fails
  await client.connect();
  return { program, cluster, client };
}

/** @returns the moment up to which all of them hold everything */
async function copyAll(opened: Opened[], unfinished: string): Promise<Date> {
  const started: BaseBackup[] = [];
  for (const { program, cluster, client } of opened) {
    started.push(await startBaseBackup(client, cluster.folder, clusterIn(unfinished, program)));
  }
  const asOf = new Date();
  for (const { finish } of started) await finish();
  return asOf;
}

/** What stands in the data folder itself: secrets that the programs made, and what the demo keeps. */
function copyFiles(dataDir: string, target: string): string[] {
  const files = fs.readdirSync(dataDir, { withFileTypes: true }).filter((entry) => entry.isFile());
  return files.map(({ name }) => {
    fs.copyFileSync(path.join(dataDir, name), path.join(target, name));
    fs.chmodSync(path.join(target, name), 0o600);
    return name;
  });
}

/** A copy of the copy is what is started, so that the backup stays as it was written. */
async function readScratchCopy(copy: string, scratch: string, program: Program) {
  const user = findOperatingUser();
  const binaries = findBinaries(user);
  const remove = () => fs.rmSync(scratch, { recursive: true, force: true });
  if (fs.existsSync(scratch)) await stopServer({ folder: scratch, binaries, user }); // of a backup that was killed
  remove();
  requireRoom(path.dirname(scratch), sizeOf(copy));
  try {
    copyCluster(copy, scratch, user);
    return await readBack({ folder: scratch, database: program, binaries, user, isThrownAway: true });
  } finally {
    remove();
  }
}
