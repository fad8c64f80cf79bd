import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { describeDiskTrouble } from '#programs/base/disk-trouble.ts';
import { readIfThere } from '#programs/base/read-if-there.ts';
import { UserError } from '#programs/base/user-error.ts';
import type { Binaries } from './binaries.ts';
import { findRunning, mayHaveServer, removeStalePidFile } from './find-running.ts';
import type { OperatingUser } from './operating-user.ts';

const run = promisify(execFile);

/**
 * How long a stop waits for the server. A server that does not stop fast is told to stop at once before its program has used up
 * `longestStopMs`, the drain before included; how long the program waits then is its own matter.
 */
const stopS = { fast: 4, immediate: 60 };

interface ServerStart {
  folder: string;
  port: number;
  binaries: Pick<Binaries, 'pgCtl'>;
  user: OperatingUser | undefined;
  /** Server settings in addition to ours. */
  settings?: Record<string, string>;
}

/**
 * Starts the server of a folder without a running one.
 * @returns the port it listens on: another one if a concurrent start was first
 * @throws UserError
 */
export async function startServer({ folder, port, binaries, user, settings = {} }: ServerStart): Promise<number> {
  const options = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    timezone: 'UTC',
    // a gym's data fits several times; the default of 128 MB fills with pages that the system caches as well
    shared_buffers: '32MB',
    // Server messages quote the values of a row, which must not reach a log.
    log_min_messages: 'fatal',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    ...settings,
  };
  const flags = Object.entries(options).map(([name, value]) => `-c ${name}=${value === '' ? "''" : value}`);
  const log = path.join(folder, 'server.log');
  const said = readIfThere(log)?.length ?? 0;
  await removeStalePidFile(folder);
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

/** @throws UserError if the server is still running */
export async function stopServer({ folder, binaries, user }: Omit<ServerStart, 'port'>): Promise<void> {
  const stop = (mode: keyof typeof stopS) =>
    runAs(user, binaries.pgCtl, ['stop', '--wait', `--timeout=${stopS[mode]}`, '--silent', '-D', folder, '-m', mode]);
  try {
    await stop('fast').catch(() => stop('immediate'));
  } catch {
    // a server that had ended by itself cannot be stopped either
    if (await mayHaveServer(folder)) throw new UserError(`The embedded PostgreSQL in ${folder} does not stop.`);
  }
}

/** Runs a PostgreSQL binary as the user who owns the cluster. */
export async function runAs(user: OperatingUser | undefined, file: string, args: string[]): Promise<void> {
  // cwd: the database's user may be unable to enter our working directory
  await run(file, args, { ...user, cwd: path.parse(file).root, env: { ...process.env, LC_ALL: 'C' } });
}
