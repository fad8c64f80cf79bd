import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { migrateDatabase } from '#lib/server/db/migrate.ts';
import { insertRows } from './earlier-rows.ts';
import { makeEarlierSchema } from './earlier-versions.ts';
import { withEmptyDatabase } from './empty-database.ts';

const between = fs.mkdtempSync(path.join(os.tmpdir(), 'front-desk-upgrade-'));
afterAll(() => fs.rmSync(between, { recursive: true }));

const at = '2026-06-01T08:00:00.000Z';
const note = { code: 'note', text: 'said: "whoseMove": "member"' };
const answerOf = (field: 'whoseMove' | 'nextActor') => ({
  decision: {
    kind: 'attention',
    reasons: [
      { code: 'contractEndsSoon', endsOn: '2026-06-09', days: 8, [field]: 'member' },
      { ...note, [field]: null },
      { code: 'firstAdmission', [field]: 'reception' },
    ],
  },
  scanned: { kind: 'rfid', text: '0x04A2B3C4' },
  tappedAt: at,
  accountId: randomUUID(),
  visitTapId: null,
  offers: ['checkOut'],
});

test('an answer that an earlier version remembered says who has to act as those of today do, and all else as before', async () => {
  const [tapId, unanswered, plain] = [randomUUID(), randomUUID(), randomUUID()];
  const old = answerOf('whoseMove');
  const without = { ...old, decision: { kind: 'admitted', reasons: [] } };
  await withEmptyDatabase(async (url, client) => {
    await makeEarlierSchema('desk', url, '0021_work-of-locations', between);
    const location_id = randomUUID();
    const api = { api_url: 'http://127.0.0.1:1', sealed_api_key: 'sealed' };
    const tap = { location_id, operation: 'lookUp', claimed_at: at };
    await insertRows(client, [
      ['locations', { id: location_id, name: 'Our gym', time_zone: 'Europe/Berlin', created_at: at, ...api }],
      ['taps', { ...tap, tap_id: tapId, answer: old }],
      ['taps', { ...tap, tap_id: plain, answer: without }],
      ['taps', { ...tap, tap_id: unanswered }],
    ]);
    await migrateDatabase(url);
    const { rows } = await client.query('select tap_id, answer from taps');
    expect(new Map(rows.map(({ tap_id, answer }) => [tap_id, answer]))).toEqual(
      new Map<string, unknown>([
        [tapId, { ...answerOf('nextActor'), accountId: old.accountId }],
        [plain, without],
        [unanswered, null],
      ]),
    );
  });
});

test('an answer that an earlier desk is still writing is waited for, and understood as well', async () => {
  await withEmptyDatabase(async (url, client) => {
    await makeEarlierSchema('desk', url, '0021_work-of-locations', between);
    const location_id = randomUUID();
    const api = { api_url: 'http://127.0.0.1:1', sealed_api_key: 'sealed' };
    const tap = { location_id, tap_id: randomUUID(), operation: 'lookUp', claimed_at: at };
    await insertRows(client, [
      ['locations', { id: location_id, name: 'Our gym', time_zone: 'Europe/Berlin', created_at: at, ...api }],
      ['taps', tap],
    ]);
    await client.query('begin');
    await client.query('update taps set answer = $1', [answerOf('whoseMove')]);
    const migrated = migrateDatabase(url);
    await expect
      .poll(
        async () =>
          (await client.query("select 1 from pg_locks where not granted and relation = 'taps'::regclass")).rowCount,
      )
      .toBe(1);
    await client.query('commit');
    await migrated;
    const { rows } = await client.query('select answer from taps');
    expect(rows[0]?.answer.decision.reasons).toEqual(answerOf('nextActor').decision.reasons);
  });
});
