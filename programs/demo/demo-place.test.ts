import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { drizzleOnce } from '#programs/base/run-program.ts';
import { pretendOwner } from '#tools/testing/pretend-owner.ts';
import { refuseDemoFolder, requireDemoPlace } from './demo-place.ts';
import { newDemoState, writeDemoState } from './demo-state.ts';

let dataDir = '';
beforeEach(() => {
  dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'front-desk-place-'));
});
afterEach(() => {
  vi.restoreAllMocks();
  fs.rmSync(dataDir, { recursive: true });
});

const envOf = (env: Record<string, string> = {}) => ({ NODE_ENV: 'test' as const, DATA_DIR: dataDir, ...env });

function makeDatabase(program: string, name: string): void {
  fs.mkdirSync(path.join(dataDir, program), { recursive: true });
  fs.writeFileSync(path.join(dataDir, program, name), '');
}

test('the demo is created where there is no data yet, and continues where it was created', () => {
  expect(() => requireDemoPlace(envOf())).not.toThrow();
  expect(() => requireDemoPlace(envOf({ DATA_DIR: path.join(dataDir, 'new') }))).not.toThrow();
  writeDemoState(dataDir, newDemoState());
  makeDatabase('desk', 'postgresql');
  expect(() => requireDemoPlace(envOf({ DESK_SECRET: 'kept in .env', DESK_DATABASE_URL: '' }))).not.toThrow();
});

test.each([
  ['desk', 'postgresql'],
  ['platform', 'postgresql'],
  ['desk', 'postgresql.path'],
  ['platform', 'postgresql-17'],
])('a data folder with %s/%s that belongs to no demo gets none, and is refused in one sentence', (program, name) => {
  makeDatabase(program, name);
  expect(() => requireDemoPlace(envOf())).toThrow(/^This is no place for the demo, [^\n]* DATA_DIR [^\n]*\.$/);
});

test('during a restore or after an interrupted one, no demo is created, and the next restore is not blocked', () => {
  fs.mkdirSync(path.join(dataDir, 'restore.unfinished'));
  expect(() => requireDemoPlace(envOf())).toThrow(/^[^\n]*npm run restore[^\n]*$/);
  expect(fs.readdirSync(dataDir)).toEqual(['restore.unfinished']);
});

test.each(['desk', 'platform'])('root does not continue a demo whose %s belongs to another user', (program) => {
  writeDemoState(dataDir, newDemoState());
  makeDatabase(program, 'postgresql');
  const home = path.join(dataDir, program);
  pretendOwner(54_322, home, path.join(home, 'postgresql'));
  expect(() => requireDemoPlace(envOf())).toThrow(/ belongs to the user "[^"]+", as whom its program runs/);
});

test.each(['DESK_DATABASE_URL', 'PLATFORM_DATABASE_URL', 'GYM_API_URL', 'GYM_API_KEY'])(
  'if %s is set no demo is created, not even in a folder that has one',
  (variable) => {
    writeDemoState(dataDir, newDemoState());
    expect(() => requireDemoPlace(envOf({ [variable]: 'something' }))).toThrow(
      new RegExp(`because ${variable} is set`),
    );
  },
);

test.each([
  ['platform', 'seed-demo', 'write-demo-past'],
  ['desk', 'seed-demo', 'keep-demo-visits', 'keep-demo-portraits'],
])('on the command line, the demo of the %s is never written into an external PostgreSQL', (program, ...typed) => {
  const variable = `${program.toUpperCase()}_DATABASE_URL`;
  const env = { ...envOf({ [variable]: `postgres://${program}:secret@127.0.0.1:1/gym` }), PATH: process.env.PATH };
  for (const command of typed) {
    const args = ['--conditions=react-server', ...drizzleOnce, `programs/${program}-admin.ts`, command];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { env, encoding: 'utf8' });
    expect([status, stdout], command).toEqual([1, '']);
    expect(stderr).toMatch(/^This is no place for the demo, because (DESK|PLATFORM)_DATABASE_URL is set[^\n]*\n$/);
  }
});

test('a gym’s desk does not start on the data of a demo', () => {
  const atGym = { GYM_API_URL: 'https://gym.example' };
  expect(() => refuseDemoFolder(envOf(atGym))).not.toThrow();
  writeDemoState(dataDir, newDemoState());
  expect(() => refuseDemoFolder(envOf(atGym))).toThrow(/^[^\n]* holds the demo: [^\n]* DATA_DIR [^\n]*\.$/);
  expect(() => refuseDemoFolder(envOf())).not.toThrow();
  expect(() => refuseDemoFolder(envOf({ ...atGym, DESK_DATABASE_URL: 'postgres://db/desk' }))).not.toThrow();
});
