import { execFile, execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { describeDiskTrouble } from '#scripts/disk-trouble.ts';
import { isAlive } from '#scripts/is-alive.ts';
import { UserError } from '#scripts/user-error.ts';
import type { Binaries } from './binaries.ts';
import { readIfThere } from './cluster-folder.ts';
import { connect } from './connection.ts';
import type { OperatingUser } from './operating-user.ts';

const run = promisify(execFile);
const comesUpWithinMs = 60_000; // it may have to recover first
const lookEveryMs = 100;

const pidFileOf = (folder: string) => path.join(folder, 'postmaster.pid');

/** The port of a server that answers on `folder`, after waiting for one that is just coming up. */
export async function findRunning(folder: string): Promise<number | undefined> {
  for (const deadline = Date.now() + comesUpWithinMs; Date.now() < deadline; await sleep(lookEveryMs)) {
    const lines = readIfThere(pidFileOf(folder))?.split('\n');
    const pid = Number(lines?.[0]);
    if (!pid || !isAlive(pid) || !isServerOf(pid, folder)) return undefined;
    const port = Number(lines?.[3]);
    const client = port ? await connect(folder, port).catch(() => undefined) : undefined;
    if (client) {
      await client.end();
      return port;
    }
  }
  return undefined;
}

/** Whether the process is the server of this very folder: after a crash its id may belong to anybody, or to a copy's. */
function isServerOf(pid: number, folder: string): boolean {
  try {
    // a server works in its folder, wherever that was moved since
    if (process.platform === 'linux') return fs.readlinkSync(`/proc/${pid}/cwd`) === fs.realpathSync(folder);
    if (process.platform === 'win32') return true; // PostgreSQL itself knows it there
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).includes(folder);
  } catch {
    return false;
  }
}

interface ServerStart {
  folder: string;
  port: number;
  binaries: Pick<Binaries, 'pgCtl'>;
  user: OperatingUser | undefined;
  /** Server settings on top of ours. */
  settings?: Record<string, string>;
}

/**
 * Starts the server of a folder on which none runs.
 * @returns the port it answers at: another one where another start was first
 * @throws UserError
 */
export async function startServer({ folder, port, binaries, user, settings = {} }: ServerStart): Promise<number> {
  const options = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    timezone: 'UTC',
    // Messages of the server quote the values of a row: none of them may reach a log.
    log_min_messages: 'fatal',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    ...settings,
  };
  const flags = Object.entries(options).map(([name, value]) => `-c ${name}=${value === '' ? "''" : value}`);
  const log = path.join(folder, 'server.log');
  const said = readIfThere(log)?.length ?? 0;
  removeStalePidFile(folder);
  try {
    const start = ['start', '--wait', '--timeout=60', '--silent', '-D', folder, '-l', log, '-o', flags.join(' ')];
    await runAs(user, binaries.pgCtl, start);
    return port;
  } catch (error) {
    const winner = await findRunning(folder);
    if (winner) return winner;
    const reason = readIfThere(log)?.slice(said).trim().split('\n').at(-1) || String(error);
    throw (
      describeDiskTrouble(reason, folder) ??
      new UserError(`The embedded PostgreSQL in ${folder} does not start: ${reason}`)
    );
  }
}

/** PostgreSQL takes any living process of its user for the server it finds noted, and refuses to start. */
function removeStalePidFile(folder: string): void {
  const pid = Number(readIfThere(pidFileOf(folder))?.split('\n')[0]);
  if (pid && isAlive(pid) && !isServerOf(pid, folder)) fs.rmSync(pidFileOf(folder), { force: true });
}

export async function stopServer({ folder, binaries, user }: Omit<ServerStart, 'port'>): Promise<void> {
  const stop = (mode: 'fast' | 'immediate') =>
    runAs(user, binaries.pgCtl, ['stop', '--wait', '--timeout=5', '--silent', '-D', folder, '-m', mode]);
  await stop('fast').catch(() => stop('immediate').catch(() => {}));
}

/** Runs a program of PostgreSQL as the user who owns the cluster. */
export async function runAs(user: OperatingUser | undefined, file: string, args: string[]): Promise<void> {
  // cwd: the database's user may not enter the folder we were started in
  await run(file, args, { ...user, cwd: path.parse(file).root, env: { ...process.env, LC_ALL: 'C' } });
}
