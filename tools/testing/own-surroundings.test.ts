import fs from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { readEnv } from '#lib/server/base/env.ts';
import { readSettings } from '#platform/settings.ts';
import { root } from '#programs/base/run-program.ts';
import * as demo from '#programs/demo/demo.ts';
import { ownSurroundings } from './own-surroundings.ts';
import { preparedDemoVariable } from './prepared-demo.ts';
import { startStack } from './stack.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

/** Every variable that contains an address, a sender, a path or a secret. */
const leading = fs
  .readFileSync(path.join(root, '.env.example'), 'utf8')
  .split('\n')
  .flatMap((line) => /^(\w+)=/.exec(line)?.[1] ?? [])
  .filter(
    (name) => /_(URL|FROM|DIR|KEY|CERT|TOKEN|GYM_ID|SECRET|PREVIOUS|METRICS_PORT)$/.test(name) && name !== 'DATA_DIR',
  );

function setAll(): void {
  for (const name of leading) vi.stubEnv(name, 'of a gym');
}

test('the programs of a test get none of the variables that a shell has set for a gym’s programs', async () => {
  expect(leading).toContain('PLATFORM_DATABASE_URL'); // control: they are found
  const startDemo = vi.spyOn(demo, 'startDemo').mockRejectedValue(new Error('not started'));
  setAll();
  vi.stubEnv(preparedDemoVariable, ''); // otherwise the stack copies that of the whole run
  await expect(startStack({ environment: { GYM_NAME: 'mine' } })).rejects.toThrow('not started');
  const { env } = startDemo.mock.lastCall?.[0] ?? {};
  expect(Object.entries(env ?? {}).filter(([, value]) => value === 'of a gym')).toEqual([]);
  expect(env).toMatchObject({ PATH: process.env.PATH, GYM_NAME: 'mine' });
  expect(fs.existsSync(env?.DATA_DIR ?? '')).toBe(false);
});

test('a blank variable counts as unset', () => {
  setAll();
  const secret = 's'.repeat(40);
  const desk = { ...ownSurroundings(), DESK_SECRET: secret, DESK_DATABASE_URL: 'postgres://127.0.0.1/desk' };
  expect(readEnv(desk)).toMatchObject({ DESK_URL: 'http://127.0.0.1:3000', GYM_API_URL: undefined });
  const platform = {
    ...ownSurroundings(),
    PLATFORM_SECRET: secret,
    PLATFORM_DATABASE_URL: 'postgres://127.0.0.1/platform',
  };
  expect(readSettings(platform)).toMatchObject({ publicUrl: 'http://127.0.0.1:4010', tls: undefined });
});

test('tests and measurements start no program with the whole environment of the shell', () => {
  const files = fs.globSync(
    ['{e2e,tools/bench}/**/*.ts', '{programs,tools}/**/*.db.test.ts', 'tools/{screens,tour}.ts'],
    {
      cwd: root,
    },
  );
  files.push(...fs.globSync('tools/{chaos,conformance,testing}/**/*.ts', { cwd: root }));
  const careless = files.filter((file) => fs.readFileSync(path.join(root, file), 'utf8').includes('...process.env'));
  expect(files.length).toBeGreaterThan(100);
  expect(careless.filter((file) => !file.includes('own-surroundings'))).toEqual([]);
});
