import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { signInStaff } from '#lib/server/auth/sign-in.ts';
import { readEnv } from '#lib/server/base/env.ts';
import { startDesk } from '#lib/server/composition/start.ts';
import { readPhoto } from '#lib/server/photos/photos.ts';
import { knownBrowser } from '#lib/testing/sessions.ts';
import type { Program } from '#programs/base/both-programs.ts';
import { startChild } from '#programs/base/child-program.ts';
import { findFreePort } from '#programs/base/free-ports.ts';
import { openCluster } from '#programs/postgresql/cluster.ts';
import { withClient } from '#shared/testing/with-client.ts';
import { copyEmptyCluster } from '#tools/testing/empty-cluster.ts';
import { runDeskAdmin } from '#tools/testing/run-desk-admin.ts';
import { makeEarlierSchema } from './before-squash.ts';
import { deskRows, deskSecret, insertRows, password, picture, platformRows, readRows } from './earlier-rows.ts';

type Rows = Awaited<ReturnType<typeof deskRows>>;

const root = fs.mkdtempSync(path.join(os.tmpdir(), 'front-desk-old-data-'));
fs.chmodSync(root, 0o755);
afterAll(() => fs.rmSync(root, { recursive: true, force: true }));

const openOf = (dataDir: string, program: Program) =>
  openCluster({ home: path.join(dataDir, program), database: program, access: 'own' });

/** Fills a data folder as an earlier version would, and returns its rows. */
async function leaveData(dataDir: string, program: Program, rows: Rows) {
  copyEmptyCluster(path.join(dataDir, program));
  const cluster = await openOf(dataDir, program);
  try {
    return await withClient(cluster.url, async (client) => {
      await makeEarlierSchema(client, program);
      await insertRows(client, rows);
      return readRows(client, rows);
    });
  } finally {
    await cluster.stop();
  }
}

/** Columns that background work of a running desk changes. */
const changing = [
  'state',
  'attempts',
  'next_attempt_at',
  'claimed_at',
  'platform_at',
  'first_attempt_at',
  'last_error',
  'lease_id',
  'lease_ends_at',
  'pass_started_at',
  'pass_offset',
  'problem',
  'finished_at',
];

/** A row as the migrations leave it: the reader of a gym became the first of several. */
const migrated = ({ reader_profile, ...row }: Record<string, unknown>): Record<string, unknown> =>
  reader_profile === undefined ? row : { ...row, reader_profiles: [reader_profile] };

/** Expects each earlier row, with all its values; newer columns may have been added. */
function expectAllOf(before: Awaited<ReturnType<typeof readRows>>, after: typeof before) {
  for (const [table, rows] of Object.entries(before)) {
    const kept = rows.map((row) =>
      Object.fromEntries(Object.entries(migrated(row)).filter(([name]) => !changing.includes(name))),
    );
    expect(after[table], table).toHaveLength(rows.length);
    for (const row of kept) expect(after[table], table).toContainEqual(expect.objectContaining(row));
  }
}

describe('a data folder of the last version before the migrations were squashed', () => {
  const dataDir = fs.mkdtempSync(path.join(root, 'data-'));
  fs.chmodSync(dataDir, 0o755);

  test('is used by this version of the desk, which signs staff in, decrypts photos and counts unsent visits', async () => {
    const rows = await deskRows();
    const before = await leaveData(dataDir, 'desk', rows);
    const cluster = await openOf(dataDir, 'desk');
    try {
      const desk = await startDesk(readEnv({ DESK_SECRET: deskSecret, DESK_DATABASE_URL: cluster.url }));
      const signedIn = await signInStaff(desk.desk, { email: 'ana@example.com', password, browser: knownBrowser });
      const [photo] = before.photos ?? [];
      const opened = await readPhoto(desk.desk, {
        locationId: String(photo?.location_id),
        accountId: String(photo?.account_id),
      });
      await desk.stop();
      expect(signedIn).toMatchObject({ kind: 'signedIn' });
      expect(opened).toEqual(picture);
      expect(desk.setUpLink).toBeNull();
      const after = await withClient(cluster.url, (client) => readRows(client, rows));
      expectAllOf(before, after);
    } finally {
      await cluster.stop();
    }
    const env = { PATH: process.env.PATH, DATA_DIR: dataDir, DESK_SECRET: deskSecret, NODE_ENV: 'test' as const };
    expect(await runDeskAdmin(env, ['list-locations'])).toMatchObject([{ name: 'Our gym' }]);
    const unsent = await runDeskAdmin<{ state: string }[]>(env, ['outbox']);
    expect(unsent).toHaveLength(3);
  });

  test('is used by this version of the platform, which accepts its API key', async () => {
    const { rows, apiKey } = platformRows();
    const before = await leaveData(dataDir, 'platform', rows);
    const port = String(await findFreePort());
    const env = { PATH: process.env.PATH, DATA_DIR: dataDir, PLATFORM_PORT: port, NODE_ENV: 'test' as const };
    const platform = await startChild({
      script: 'programs/platform.ts',
      env,
      logFile: path.join(dataDir, 'platform.log'),
    });
    try {
      const headers = { 'x-api-key': apiKey };
      const answer = await fetch(`${platform.address}/api/v2/accounts/rfid/0x04A2B3C4`, { headers });
      expect([answer.status, await answer.json()]).toMatchObject([200, { firstName: 'Lena', lastName: 'Vogel' }]);
    } finally {
      await platform.stop();
    }
    const cluster = await openOf(dataDir, 'platform');
    try {
      expectAllOf(before, await withClient(cluster.url, (client) => readRows(client, rows)));
    } finally {
      await cluster.stop();
    }
  });
});
