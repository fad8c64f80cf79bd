import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runPlatformCommand } from './platform-commands.ts';

/** Runs a command where no platform has ever started. */
async function runWithoutPlatform(argv: string[]) {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'front-desk-'));
  onTestFinished(() => fs.rmSync(dataDir, { recursive: true }));
  let written = '';
  const write = (text: string) => {
    written += text;
  };
  const code = await runPlatformCommand(argv, { env: { DATA_DIR: dataDir, NODE_ENV: 'test' }, write });
  return { code, written, left: fs.readdirSync(dataDir) };
}

test('a collection is printed without a database', async () => {
  const { code, written, left } = await runWithoutPlatform(['postman', '--interface', 'export']);
  expect([code, left]).toEqual([0, []]);
  expect(JSON.parse(written)).toMatchObject({
    info: { name: 'Data export' },
    variable: [{ key: 'baseUrl', value: 'http://127.0.0.1:4010' }, { key: 'apiKey' }],
  });
});

test('a command about gyms needs a database', async () => {
  await expect(runWithoutPlatform(['list-gyms'])).rejects.toThrow('There is no database in');
});
