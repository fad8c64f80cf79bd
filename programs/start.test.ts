import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { until } from '#shared/testing/until.ts';
import { ownSurroundings } from '#tools/testing/own-surroundings.ts';
import { pretendOwner } from '#tools/testing/pretend-owner.ts';
import { runForeground } from './base/run-command.ts';
import { buildDesk } from './build/build-desk.ts';
import { bundleForStart } from './build/build-programs.ts';
import { startDemo } from './demo/demo.ts';
import { newDemoState, writeDemoState } from './demo/demo-state.ts';
import { startDeskProgram } from './desk/desk-program.ts';

vi.mock('./build/build-desk.ts', () => ({ buildDesk: vi.fn() }));
vi.mock('./build/build-programs.ts', () => ({ bundleForStart: vi.fn() }));
vi.mock('./demo/demo.ts', () => ({ startPast: vi.fn(), startDemo: vi.fn() }));
vi.mock('./base/run-command.ts', () => ({ runForeground: vi.fn() }));

let dataDir = '';
beforeEach(() => {
  dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'front-desk-start-'));
  const env = { ...ownSurroundings(), DATA_DIR: dataDir, DESK_SECRET: 's'.repeat(40) };
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  for (const build of [buildDesk, bundleForStart])
    vi.mocked(build).mockReset().mockRejectedValue(new Error('it is built'));
  vi.mocked(startDemo).mockReset().mockRejectedValue(new Error('it is started'));
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  fs.rmSync(dataDir, { recursive: true });
});

async function startDemoInForeground(): Promise<unknown> {
  vi.resetModules();
  await import('./start.ts');
  return vi.mocked(runForeground).mock.lastCall?.[0]();
}

test.each([
  ['is being restored', 'restore.unfinished', /npm run restore/],
  ['was restored', path.join('desk', 'postgresql'), /holds a database of no demo/],
])('no demo is written if a backup %s by the time the platform is bundled', async (_how, restored, sentence) => {
  vi.mocked(bundleForStart).mockImplementation(async () => {
    fs.mkdirSync(path.join(dataDir, restored), { recursive: true });
  });
  await expect(startDemoInForeground()).rejects.toThrow(sentence);
});

test('control: otherwise the demo starts while the desk is built; if it cannot, the build is not left running', async () => {
  vi.mocked(bundleForStart).mockResolvedValue();
  const { promise, resolve } = Promise.withResolvers<void>();
  vi.mocked(buildDesk).mockReturnValue(promise);
  let isBuilt = false;
  const ended = startDemoInForeground().catch((error: Error) => [error.message, isBuilt]);
  await until(() => expect(vi.mocked(startDemo).mock.lastCall?.[0].deskBuilt).toBe(promise));
  isBuilt = true;
  resolve();
  expect(await ended).toEqual(['it is started', true]);
});

test.each([
  ['the demo', startDemoInForeground],
  ['the desk', () => startDeskProgram()],
])('root does not build %s if its database belongs to another user', async (_what, start) => {
  const home = path.join(dataDir, 'desk');
  fs.mkdirSync(path.join(home, 'postgresql'), { recursive: true });
  writeDemoState(dataDir, newDemoState());
  await expect(start()).rejects.toThrow('it is built'); // control: its own user builds it
  pretendOwner(54_322, home, path.join(home, 'postgresql'));
  await expect(start()).rejects.toThrow(/ belongs to the user "[^"]+", as whom its program runs/);
});
