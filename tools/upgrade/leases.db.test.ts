import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openDatabase } from '#lib/server/db/client.ts';
import { migrateDatabase } from '#lib/server/db/migrate.ts';
import { chooseDue } from '#lib/server/due/claim-due.ts';
import { claimRuns } from '#lib/server/migration/lease.ts';
import { dueAttempts } from '#lib/server/outbox/attempt.ts';
import { freeStuck } from '#lib/server/outbox/recover.ts';
import { visitLedger } from '#lib/server/visits/ledger.ts';
import { insertRows, readRows, tablesOfNow, underNamesOfNow } from './earlier-rows.ts';
import { makeEarlierSchema } from './earlier-versions.ts';

const between = fs.mkdtempSync(path.join(os.tmpdir(), 'front-desk-leases-'));
const database = `leases_${randomUUID().replaceAll('-', '')}`;
const url = new URL(inject('adminDatabaseUrl'));
let admin: pg.Client;
let client: pg.Client;

beforeAll(async () => {
  admin = new pg.Client({ connectionString: url.href });
  await admin.connect();
  await admin.query(`create database ${database}`);
  url.pathname = `/${database}`;
  await makeEarlierSchema('desk', url.href, '0021_work-of-locations', between);
  client = new pg.Client({ connectionString: url.href });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await admin.query(`drop database ${database} with (force)`);
  await admin.end();
  fs.rmSync(between, { recursive: true });
});

const now = Date.parse('2026-11-22T08:00:00.000Z');
const at = (seconds: number) => new Date(now + seconds * 1_000).toISOString();
const [locationId, runId, tapId] = [randomUUID(), randomUUID(), randomUUID()];

/** What a desk leaves behind that ends in the middle of everything. */
const halfDone = () => {
  const held = { turn: randomUUID(), turn_ends_at: at(20) };
  const ofLocation = { location_id: locationId };
  const visit = { ...ofLocation, tap_id: tapId, account_id: 'lena', kind: 'checkIn', tapped_at: at(-90) };
  const sending = { state: 'sending', attempts: 3, claimed_at: at(-50), platform_at: at(-89), last_error: 'slow' };
  const times = { undo_until: at(-80), next_attempt_at: at(-50), recorded_at: at(-90) };
  return [
    [
      'locations',
      {
        id: locationId,
        name: 'A',
        time_zone: 'Europe/Berlin',
        created_at: at(0),
        api_url: 'http://a',
        sealed_api_key: 'a',
      },
    ],
    ['directory_syncs', { ...ofLocation, ...held, pass_started_at: at(-30), pass_offset: 180, pass_total: 250 }],
    ['task_syncs', { ...ofLocation, ...held, known_until: at(-15) }],
    [
      'migration_runs',
      { ...ofLocation, id: runId, ...held, state: 'running', started_at: at(-60), next_attempt_at: at(-60) },
    ],
    ['member_turns', { ...ofLocation, account_id: 'lena', turn: randomUUID(), ends_at: at(15) }],
    [
      'location_work',
      { ...ofLocation, kind: 'mirrorTasks', due_at: at(-5), claim: randomUUID(), claim_ends_at: at(30) },
    ],
    ['visits', { ...visit, ...sending, ...times }],
  ] as const;
};

test('leases that are held and a visit that is half sent come through an upgrade as they were, and go on', async () => {
  const rows = halfDone();
  await insertRows(client, rows);
  const before = await readRows(client, rows);
  await migrateDatabase(url.href);
  expect(await readRows(client, tablesOfNow(rows))).toMatchObject(underNamesOfNow(before));

  const { db, close } = openDatabase(url.href);
  expect(await claimRuns(db, { now: new Date(at(20)), atMost: 1 })).toEqual([]);
  expect(await claimRuns(db, { now: new Date(at(21)), atMost: 1 })).toMatchObject([
    { lease: { key: { locationId, id: runId } } },
  ]);
  const due = async (afterMs: number) => {
    const ledger = visitLedger({ clock: () => now + afterMs });
    await freeStuck(db, ledger);
    return chooseDue(db, dueAttempts(db, ledger), { now: new Date(now + afterMs), atMost: 9 });
  };
  expect(await due(0)).toEqual([]);
  expect(await due(11_000)).toEqual([{ locationId, tapId }]);
  const [visit] = (await readRows(client, [['visits', {}]])).visits ?? [];
  expect(visit).toMatchObject({
    ...underNamesOfNow(before).visits?.[0],
    state: 'waiting',
    next_attempt_at: expect.any(String),
  });
  await close();
});
