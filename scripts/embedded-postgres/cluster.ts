import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { findFreePort } from '#scripts/free-ports.ts';
import { isAlive } from '#scripts/is-alive.ts';
import { UserError } from '#scripts/user-error.ts';
import { type Binaries, findBinaries } from './binaries.ts';
import { findClusterFolder, readIfThere } from './cluster-folder.ts';
import { findOperatingUser, type OperatingUser } from './operating-user.ts';

const run = promisify(execFile);
const superuser = 'front_desk';
// Held on the cluster by the one program that owns it. The server drops it when that program ends, however it ends.
const ownerLock = 0x46_44_4f_57;

export interface OpenClusterOptions {
  /** The program's own folder under DATA_DIR. */
  home: string;
  /** Database made in the cluster where it is missing. */
  database: string;
  /** `own`: this process alone, refused while another owns it. `share`: join a running cluster, else own it. */
  access: 'own' | 'share';
  /** Server settings on top of ours, such as `fsync: 'off'` for tests. */
  settings?: Record<string, string>;
}

export interface Cluster {
  /** Connection URL of `database` as the cluster's superuser, on loopback. */
  url: string;
  /** Ends the cluster if this process owns it. */
  stop(): Promise<void>;
}

/**
 * Starts the embedded PostgreSQL under `home`, or takes over one whose owner was killed.
 * @throws UserError when another process owns it or PostgreSQL cannot run here
 */
export async function openCluster({ home, database, access, settings = {} }: OpenClusterOptions): Promise<Cluster> {
  const user = findOperatingUser();
  const binaries = findBinaries(user);
  const folder = findClusterFolder(path.resolve(home), user);
  if (!fs.existsSync(folder)) await createCluster(folder, binaries, user);

  const port = (await findRunning(folder)) ?? (await startServer(folder, binaries, user, settings));
  const owner = await connect(folder, port);
  const isOwner = (await owner.query('select pg_try_advisory_lock($1) as got', [ownerLock])).rows[0].got as boolean; // safe because: the function answers boolean
  if (!isOwner && access === 'own') {
    await owner.end();
    throw new UserError(`Another process already uses ${home}: stop it first, or set DATA_DIR to another folder.`);
  }
  await createDatabase(owner, database);
  owner.on('error', () => {}); // the pools of the program meet the same error and tell of it

  return {
    url: urlOf(folder, port, database),
    stop: async () => {
      await owner.end().catch(() => {});
      if (isOwner) await stopServer(folder, binaries, user);
    },
  };
}

async function createCluster(folder: string, { initdb }: Binaries, user: OperatingUser | undefined): Promise<void> {
  const unfinished = `${folder}.${process.pid}`;
  const passwordFile = `${unfinished}.password`;
  const password = randomBytes(24).toString('base64url');
  fs.mkdirSync(unfinished, { recursive: true, mode: 0o700 });
  fs.writeFileSync(passwordFile, password, { mode: 0o600 });
  if (user) for (const file of [unfinished, passwordFile]) fs.chownSync(file, user.uid, user.gid);
  try {
    await runAs(user, initdb, [
      `--pgdata=${unfinished}`,
      `--username=${superuser}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
    ]);
    fs.renameSync(passwordFile, passwordFileOf(unfinished));
    fs.renameSync(unfinished, folder);
  } catch (error) {
    fs.rmSync(passwordFile, { force: true });
    fs.rmSync(unfinished, { recursive: true, force: true });
    if (!fs.existsSync(folder)) throw error; // otherwise another start was first
  }
}

/** The port of a server that answers on `folder`, after waiting for one that is just coming up. */
async function findRunning(folder: string): Promise<number | undefined> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const lines = readIfThere(path.join(folder, 'postmaster.pid'))?.split('\n');
    const pid = Number(lines?.[0]);
    if (!pid || !isAlive(pid)) return undefined;
    const port = Number(lines?.[3]);
    if (port) {
      const client = await connect(folder, port).catch(() => undefined);
      if (client) {
        await client.end();
        return port;
      }
    }
    await sleep(100);
  }
  return undefined;
}

async function startServer(
  folder: string,
  { pgCtl }: Binaries,
  user: OperatingUser | undefined,
  settings: Record<string, string>,
): Promise<number> {
  const port = await findFreePort();
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
  try {
    await runAs(user, pgCtl, [
      'start',
      '--wait',
      '--timeout=60',
      '--silent',
      '-D',
      folder,
      '-l',
      log,
      '-o',
      flags.join(' '),
    ]);
    return port;
  } catch (error) {
    const winner = await findRunning(folder);
    if (winner) return winner;
    const reason = readIfThere(log)?.trim().split('\n').at(-1) ?? String(error);
    throw new UserError(`The embedded PostgreSQL in ${folder} does not start: ${reason}`);
  }
}

async function stopServer(folder: string, { pgCtl }: Binaries, user: OperatingUser | undefined): Promise<void> {
  const stop = (mode: 'fast' | 'immediate') =>
    runAs(user, pgCtl, ['stop', '--wait', '--timeout=5', '--silent', '-D', folder, '-m', mode]);
  await stop('fast').catch(() => stop('immediate').catch(() => {}));
}

async function createDatabase(client: pg.Client, name: string): Promise<void> {
  const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
  if (rowCount) return;
  await client.query(`create database ${pg.escapeIdentifier(name)}`).catch((error: { code?: string }) => {
    const madeMeanwhile = ['42P04', '23505'];
    if (!madeMeanwhile.includes(error.code ?? '')) throw error;
  });
}

async function connect(folder: string, port: number): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: urlOf(folder, port, 'postgres'), connectionTimeoutMillis: 5_000 });
  await client.connect();
  return client;
}

const passwordFileOf = (folder: string) => path.join(folder, 'password');

function urlOf(folder: string, port: number, database: string): string {
  return `postgres://${superuser}:${fs.readFileSync(passwordFileOf(folder), 'utf8')}@127.0.0.1:${port}/${database}`;
}

async function runAs(user: OperatingUser | undefined, file: string, args: string[]): Promise<void> {
  // cwd: the database's user may not enter the folder we were started in
  await run(file, args, { ...user, cwd: path.parse(file).root, env: { ...process.env, LC_ALL: 'C' } });
}
