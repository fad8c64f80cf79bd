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

test('the one note that a member had is the first of several: its words, who wrote it and when, told for good', async () => {
  await withEmptyDatabase(async (url, client) => {
    await makeEarlierSchema('desk', url, '0024_synced-at', between);
    const [location_id, staff_id] = [randomUUID(), randomUUID()];
    const api = { api_url: 'http://127.0.0.1:1', sealed_api_key: 'sealed' };
    const person = { email: 'ana@example.com', name: 'Ana Keller', role: 'manager', password_hash: 'none' };
    const names = { first_name: 'Lena', last_name: 'Vogel', search_name: 'lena vogel', synced_at: at };
    const noteOf = (account_id: string, text: string) => ({ location_id, account_id, text, staff_id, written_at: at });
    const notes = [noteOf('lena', 'Owes for a towel'), noteOf('omar', 'Left knee\nand back')];
    await insertRows(client, [
      ['locations', { id: location_id, name: 'Our gym', time_zone: 'Europe/Berlin', created_at: at, ...api }],
      ['staff', { id: staff_id, created_at: at, ...person }],
      ['members', { location_id, account_id: 'lena', ...names }],
      ['members', { location_id, account_id: 'omar', ...names }],
      ...notes.map((note) => ['member_notes', note] as const),
    ]);
    await migrateDatabase(url);
    const { rows } = await client.query('select * from member_notes order by account_id');
    const told = { level: 'tell', expires_on: null, note_id: expect.any(String) };
    expect(rows).toEqual(notes.map((note) => ({ ...note, ...told, written_at: new Date(at) })));
    // and a second one has room beside it
    await insertRows(client, [['member_notes', { ...noteOf('lena', 'Bring the contract'), level: 'stop' }]]);
    expect((await client.query("select 1 from member_notes where account_id = 'lena'")).rowCount).toBe(2);
  });
});
