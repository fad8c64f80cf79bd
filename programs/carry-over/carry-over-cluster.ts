import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { requireRoom, sizeOf } from '#programs/backup/backup-folder.ts';
import { copyCluster } from '#programs/backup/copy-cluster.ts';
import { type Contents, countRows } from '#programs/backup/read-back.ts';
import { removeLeftCopies } from '#programs/backup/scratch-copy.ts';
import type { Program } from '#programs/base/both-programs.ts';
import { findFreePort } from '#programs/base/free-ports.ts';
import { readIfThere } from '#programs/base/read-if-there.ts';
import { syncFile } from '#programs/base/sync-file.ts';
import { UserError } from '#programs/base/user-error.ts';
import type { Binaries } from '#programs/postgresql/binaries.ts';
import { connect, urlOf } from '#programs/postgresql/connection.ts';
import { createCluster } from '#programs/postgresql/create-cluster.ts';
import { findRunning } from '#programs/postgresql/find-running.ts';
import { anewOf, keptOf } from '#programs/postgresql/half-carried.ts';
import type { OperatingUser } from '#programs/postgresql/operating-user.ts';
import { startServer, stopServer } from '#programs/postgresql/server.ts';
import { bringUpToDate } from './bring-up-to-date.ts';
import { copyRows } from './copy-rows.ts';
import { makePartitions } from './make-partitions.ts';
import type { OldBinaries } from './old-binaries.ts';

interface CarryOver {
  program: Program;
  /** The cluster of the earlier PostgreSQL. */
  folder: string;
  oldBinaries: OldBinaries;
  binaries: Binaries;
  user: OperatingUser | undefined;
  /** Aborts it, until the old cluster is replaced. */
  signal: AbortSignal;
}

/** The major version of PostgreSQL that made a cluster. */
export const majorOf = (folder: string): number => Number(readIfThere(path.join(folder, 'PG_VERSION')));

/**
 * Replaces an older cluster by one of our PostgreSQL with the same rows. The old one is kept beside it.
 * @returns where the old one is kept, and what was carried over
 * @throws UserError
 */
export async function carryOverCluster(options: CarryOver): Promise<{ kept: string; contents: Contents }> {
  const { folder, oldBinaries, binaries, user, signal } = options;
  if (oldBinaries.major !== majorOf(folder)) {
    throw new UserError(
      `${folder} needs the programs of PostgreSQL ${majorOf(folder)}, and those are of ${oldBinaries.major}: name a folder with the right ones.`,
    );
  }
  await requireAtRest(folder);
  const kept = keptOf(folder, oldBinaries.major);
  if (fs.existsSync(kept)) throw new UserError(`${kept} is in the way: move it elsewhere.`);
  requireRoom(path.dirname(folder), 3 * sizeOf(folder));

  // works on a copy, so that the old Front Desk can still use the old cluster unchanged
  const [copy, anew] = [copyOf(folder), anewOf(folder)];
  const before = readControl(folder);
  try {
    await copyCluster(folder, copy, { user, isThrownAway: true, signal });
    await createCluster(anew, binaries, user);
    const contents = await carryRows(options, copy, anew);
    await requireAtRest(folder);
    if (!readControl(folder).equals(before)) {
      throw new UserError(`A program has worked on ${folder} meanwhile: nothing was changed; run the command again.`);
    }
    signal.throwIfAborted();
    exchange(folder, kept, anew);
    return { kept, contents };
  } catch (error) {
    signal.throwIfAborted(); // after an abort, report the abort and not its consequences
    throw error;
  } finally {
    await removeUnfinished(folder, user);
  }
}

/** Removes what a carry-over made beside a cluster, even a killed one. Call it only while no other carry-over runs. */
export async function removeUnfinished(folder: string, user: OperatingUser | undefined): Promise<void> {
  if (!fs.existsSync(folder)) return;
  for (const made of [copyOf(folder), anewOf(folder)]) await removeLeftCopies(made, user);
}

/** Not a name that a person would choose: anything with this name is removed. */
const copyOf = (folder: string) => `${folder}.carry-over-copy`;

/** Changes with each start and end of a server. */
const readControl = (folder: string): Buffer => fs.readFileSync(path.join(folder, 'global', 'pg_control'));

async function requireAtRest(folder: string): Promise<void> {
  if (await findRunning(folder)) throw new UserError(`The database in ${folder} is running: stop its program first.`);
}

/**
 * If killed between the two renames, a start refuses what it finds, and the next carry-over starts again with the old
 * one.
 */
function exchange(folder: string, kept: string, anew: string): void {
  fs.renameSync(folder, kept);
  try {
    fs.renameSync(anew, folder);
  } catch (error) {
    fs.renameSync(kept, folder);
    throw error;
  }
  syncFile(path.dirname(folder));
}

async function carryRows(
  { program, oldBinaries, binaries, user, signal }: CarryOver,
  copy: string,
  anew: string,
): Promise<Contents> {
  const servers = [
    { folder: copy, binaries: oldBinaries, user },
    { folder: anew, binaries, user },
  ];
  try {
    const ports: number[] = [];
    for (const server of servers) ports.push(await startServer({ ...server, port: await findFreePort() }));
    const [oldPort = 0, newPort = 0] = ports;
    await makeDatabase(anew, newPort, program);
    await bringUpToDate(program, urlOf(copy, oldPort, program));
    await bringUpToDate(program, urlOf(anew, newPort, program));
    const [from, to] = [await connect(copy, oldPort, program), await connect(anew, newPort, program)];
    try {
      await makePartitions(from, to);
      await copyRows(from, to, copy, signal);
      const [before, after] = [await countRows(from), await countRows(to)];
      if (before.rows === after.rows) return after;
      throw new UserError(
        `Of ${before.rows} rows of the ${program} only ${after.rows} were carried over: nothing was changed.`,
      );
    } finally {
      await Promise.all([from.end(), to.end()]);
    }
  } finally {
    await stopAll(servers);
  }
}

/** Also the others where one does not stop. */
async function stopAll(servers: readonly Parameters<typeof stopServer>[0][]): Promise<void> {
  const stops = await Promise.allSettled(servers.map((server) => stopServer(server)));
  for (const stop of stops) if (stop.status === 'rejected') throw stop.reason;
}

async function makeDatabase(folder: string, port: number, name: string): Promise<void> {
  const client = await connect(folder, port);
  await client.query(`create database ${pg.escapeIdentifier(name)}`);
  await client.end();
}
