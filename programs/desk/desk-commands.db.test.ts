import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { badgeKeys } from '#lib/server/db/schema/staff.ts';
import { createTestDesk, type TestDesk } from '#lib/testing/test-desk.ts';
import { newDemoState, writeDemoState } from '#programs/demo/demo-state.ts';
import { runDeskCommand } from './desk-commands.ts';

let testDesk: TestDesk;
let dataDir = '';
beforeEach(async () => {
  testDesk = await createTestDesk(inject('adminDatabaseUrl'));
  dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'front-desk-commands-'));
  writeDemoState(dataDir, newDemoState());
});
afterEach(async () => {
  await testDesk.close();
  fs.rmSync(dataDir, { recursive: true });
});

/** @returns the exit code, and the output */
async function run(args: string[], env: Record<string, string> = {}): Promise<[number, string]> {
  let told = '';
  const code = await runDeskCommand(args, {
    env: { NODE_ENV: 'test', DATA_DIR: dataDir, DESK_DATABASE_URL: testDesk.databaseUrl, ...env },
    readInput: async () => 'the key',
    print: () => {},
    tell: (sentence) => {
      told += sentence;
    },
  });
  return [code, told];
}

test('with an external PostgreSQL nothing is sealed under the secret of a demo in the same DATA_DIR', async () => {
  const gym = ['--name', 'Our gym', '--time-zone', 'Europe/Berlin', '--api-url', 'https://mms.example.com'];
  expect(await run(['add-location', ...gym])).toEqual([1, expect.stringMatching(/^DESK_SECRET is not set[^\n]*\n$/)]);
  expect(await testDesk.desk.db.select().from(badgeKeys)).toEqual([]);
  expect(await run(['add-location', ...gym], { DESK_SECRET: 's'.repeat(40) })).toEqual([0, '']);
});
