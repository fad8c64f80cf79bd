import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { findFreePort } from '#programs/base/free-ports.ts';
import { findOperatingUser, userName } from '#programs/postgresql/operating-user.ts';

interface PgBouncer {
  /** The URL of the database through the pooler. */
  url: string;
  stop(): Promise<void>;
}

const places = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/usr/local/bin/pgbouncer', '/opt/homebrew/bin/pgbouncer'];

/** Where PgBouncer is installed; undefined where it is not. */
export const findPgBouncer = (): string | undefined => places.find((place) => fs.existsSync(place));

export async function startPgBouncer(
  binary: string,
  mode: 'session' | 'transaction' | 'statement',
  databaseUrl: string,
): Promise<PgBouncer> {
  const { hostname, port, username, password, pathname } = new URL(databaseUrl);
  const name = pathname.slice(1);
  const user = findOperatingUser();
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'front-desk-pgbouncer-'));
  const ownPort = await findFreePort();
  const file = path.join(folder, 'pgbouncer.ini');
  fs.writeFileSync(
    file,
    [
      '[databases]',
      `${name} = host=${hostname} port=${port} dbname=${name} user=${username} password=${password}`,
      '[pgbouncer]',
      `listen_addr = 127.0.0.1`,
      `listen_port = ${ownPort}`,
      'unix_socket_dir =',
      'auth_type = any',
      `pool_mode = ${mode}`,
      'default_pool_size = 60',
      ...(user ? [`user = ${userName}`] : []),
    ].join('\n'),
  );
  if (user) for (const owned of [folder, file]) fs.chownSync(owned, user.uid, user.gid);
  const running = spawn(binary, ['--quiet', file], { stdio: 'ignore' });
  const ended = new Promise((resolve) => running.once('exit', resolve));
  const url = `postgres://desk:secret@127.0.0.1:${ownPort}/${name}`;
  await untilItAnswers(url);
  return {
    url,
    stop: async () => {
      running.kill('SIGKILL');
      await ended;
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function untilItAnswers(url: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
    try {
      await client.connect();
      return await client.end();
    } catch (error) {
      if (attempt === 50) throw error;
      await pause(100);
    }
  }
}
