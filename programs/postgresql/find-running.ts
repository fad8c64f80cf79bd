import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { isAlive } from '#programs/base/is-alive.ts';
import { readIfThere } from '#programs/base/read-if-there.ts';
import { connect } from './connection.ts';

const comesUpWithinMs = 60_000; // it may have to recover first
const lookEveryMs = 100;

const pidFileOf = (folder: string) => path.join(folder, 'postmaster.pid');

/** The port of the server on `folder`, after waiting for one that is starting. */
export async function findRunning(folder: string): Promise<number | undefined> {
  for (const deadline = Date.now() + comesUpWithinMs; Date.now() < deadline; await sleep(lookEveryMs)) {
    const { who, port } = await readNote(folder);
    if (who === 'stranger' || who === 'nobody') return undefined;
    if (port) return port;
  }
  return undefined;
}

/** Whether a server may be running in `folder`, including one that is starting. Does not wait. */
export async function mayHaveServer(folder: string): Promise<boolean> {
  const { who } = await readNote(folder);
  return who === 'server' || who === 'unknown';
}

/**
 * PostgreSQL assumes that any living process of its user with the id in postmaster.pid is the server, and refuses to
 * start.
 */
export async function removeStalePidFile(folder: string): Promise<void> {
  const { who } = await readNote(folder);
  if (who === 'stranger') fs.rmSync(pidFileOf(folder), { force: true });
}

/**
 * Classifies the process named in postmaster.pid. After a crash its id may belong to any process, even to the server of
 * a copy. Only a process that is certainly not the server of this folder is a stranger, because then the file is
 * deleted.
 */
type Noted = 'server' | 'stranger' | 'unknown';

/** @returns also the port if that server responds there */
async function readNote(folder: string): Promise<{ who: Noted | 'nobody'; port?: number }> {
  const lines = readIfThere(pidFileOf(folder))?.split('\n');
  const pid = Number(lines?.[0]);
  if (!pid || !isAlive(pid)) return { who: 'nobody' };
  const who = classifyProcess(pid, folder);
  const port = Number(lines?.[3]);
  const client = port && who !== 'stranger' ? await connect(folder, port).catch(() => undefined) : undefined;
  if (!client) return { who };
  try {
    return who === 'server' || (await worksIn(client, folder)) ? { who: 'server', port } : { who: 'stranger' };
  } finally {
    await client.end();
  }
}

function classifyProcess(pid: number, folder: string): Noted {
  try {
    if (process.platform !== 'linux') {
      const command = execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
      return command.includes(folder) ? 'server' : 'stranger';
    }
    // a server's working directory is its data folder, even after a move
    return fs.readlinkSync(`/proc/${pid}/cwd`) === fs.realpathSync(folder) ? 'server' : 'stranger';
  } catch (error) {
    // root in a container cannot read that of another user's process
    const isClosed = error instanceof Error && 'code' in error && (error.code === 'EACCES' || error.code === 'EPERM');
    return isClosed && nameOf(pid) === 'postgres' && !isServerChild(pid) ? 'unknown' : 'stranger';
  }
}

/** Readable by everybody, and not changed by a server. */
const nameOf = (pid: number) => readIfThere(`/proc/${pid}/comm`)?.trim() ?? 'postgres';

/** The child processes of a server are titled by their role. */
const isServerChild = (pid: number) => readIfThere(`/proc/${pid}/cmdline`)?.startsWith('postgres: ') ?? false;

/** Whether the server that responded works in this very folder: it can see a file created there. */
async function worksIn(client: pg.Client, folder: string): Promise<boolean> {
  const name = `front-desk.${randomUUID()}`;
  fs.writeFileSync(path.join(folder, name), '');
  try {
    const { rows } = await client.query<{ size: string | null }>('select size from pg_stat_file($1, true)', [name]);
    return rows[0]?.size != null;
  } finally {
    fs.rmSync(path.join(folder, name), { force: true });
  }
}
