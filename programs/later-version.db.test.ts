import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { createPlatformDatabase } from '#platform/testing/platform-database.ts';
import { withClient } from '#shared/testing/with-client.ts';
import { ownSurroundings } from '#tools/testing/own-surroundings.ts';
import { findFreePort } from './base/free-ports.ts';
import { drizzleOnce } from './base/run-program.ts';

test('a platform whose database a later version has upgraded ends itself, with one sentence', async () => {
  const database = await createPlatformDatabase(inject('adminDatabaseUrl'));
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'front-desk-later-'));
  const port = String(await findFreePort());
  const platform = spawn(process.execPath, [...drizzleOnce, 'programs/platform.ts'], {
    env: { ...ownSurroundings(), DATA_DIR: dataDir, PLATFORM_DATABASE_URL: database.url, PLATFORM_PORT: port },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const ended = new Promise<number | null>((resolve) => platform.on('exit', resolve));
  onTestFinished(async () => {
    platform.kill('SIGKILL');
    await ended;
    fs.rmSync(dataDir, { recursive: true });
    await database.drop();
  });
  let said = '';
  platform.stderr?.on('data', (text) => {
    said += text;
  });
  const isReady = new Promise((resolve) => platform.once('message', () => resolve('ready')));
  expect(await Promise.race([isReady, ended])).toBe('ready');
  await withClient(database.url, (client) =>
    client.query("INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ('later', $1)", [
      Date.UTC(2100, 0),
    ]),
  );
  expect(await ended).toBe(1);
  expect(said).toMatch(/^A later Front Desk has upgraded the database of the platform, [^\n]*\n$/);
});
