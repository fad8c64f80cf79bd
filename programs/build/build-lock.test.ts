import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readIfThere } from '#programs/base/read-if-there.ts';
import { UserError } from '#programs/base/user-error.ts';
import { releaseLock, tryLock } from '#programs/bootstrap/process-lock.mjs';
import { acquireBuildLock, buildOnce } from './build-lock.ts';

let folder = '';
let lock = '';
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'front-desk-lock-'));
  lock = path.join(folder, '.building');
});
afterEach(() => fs.rmSync(folder, { recursive: true }));

const neverWait = async () => {
  throw new Error('it waits for nobody');
};

test.each([
  ['an empty file, as left by a kill', ''],
  ['the process of another program, in a file of an earlier version', String(process.pid)],
  ['a process that is gone, in a file of an earlier version', String(2 ** 22 + 1)],
])('a lock with %s does not block', async (_, text) => {
  fs.writeFileSync(lock, text);
  await acquireBuildLock(lock, { wait: neverWait });
  releaseLock(lock);
  expect(fs.readdirSync(folder)).toEqual([]);
});

test('a lock whose process id was reused does not block', async () => {
  fs.mkdirSync(lock);
  fs.writeFileSync(path.join(lock, 'owner'), JSON.stringify({ pid: process.pid, start: 'before' }));
  await acquireBuildLock(lock, { wait: neverWait });
});

test('a building process is waited for until it is done, and named once', async () => {
  const said: string[] = [];
  const script = `const { tryLock, releaseLock } = await import(${JSON.stringify(path.resolve('programs/bootstrap/process-lock.mjs'))});
    const lock = ${JSON.stringify(lock)};
    tryLock(lock);
    process.on('message', () => { releaseLock(lock); process.disconnect(); });
    process.send('taken');`;
  const other = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'ignore', 2, 'ipc'],
  });
  const ended = new Promise((resolve) => other.on('exit', resolve));
  await new Promise((resolve) => other.once('message', resolve));
  let looks = 0;
  const wait = async () => {
    looks += 1;
    if (looks < 5) return;
    other.send('release');
    await ended;
  };
  await acquireBuildLock(lock, { tell: (sentence) => said.push(sentence), wait });
  expect(looks).toBe(5);
  expect(said).toEqual([`Waiting for process ${other.pid}, which builds here …`]);
  expect(tryLock(lock)).toBe(process.pid);
});

test('a folder that cannot be written is reported in one sentence, without waiting', async () => {
  fs.chmodSync(folder, 0o555);
  const closed = process.getuid?.() === 0 ? '/sys' : folder; // which even root cannot write to
  const refused = acquireBuildLock(path.join(closed, '.building'), { wait: neverWait });
  await expect(refused).rejects.toThrow(UserError);
  await expect(refused).rejects.toThrow(/^What is built in [^\n]* is not from the sources [^\n]*npm run build[^\n]*$/);
});

test('sources that change while they are built are built again', async () => {
  const stamp = path.join(folder, 'made-from');
  let sources = 'first';
  let builds = 0;
  const build = async () => {
    builds += 1;
    sources = 'changed';
  };
  const change = { isBuilt: () => readIfThere(stamp) === sources, build, stamp: () => sources, stampFile: stamp };
  await buildOnce(change, lock);
  expect([builds, change.isBuilt()]).toEqual([1, false]);
  await buildOnce(change, lock);
  await buildOnce(change, lock);
  expect([builds, change.isBuilt()]).toEqual([2, true]);
});

test('what must not be built now is left as it is, unless it is up to date, and the next build need not wait', async () => {
  const stamp = path.join(folder, 'made-from');
  let builds = 0;
  const build = async () => {
    builds += 1;
  };
  const check = () => {
    throw new UserError('a desk runs');
  };
  const change = { isBuilt: () => readIfThere(stamp) === 'sources', build, stamp: () => 'sources', stampFile: stamp };
  await expect(buildOnce({ ...change, check }, lock)).rejects.toThrow('a desk runs');
  expect([builds, fs.readdirSync(folder)]).toEqual([0, []]);
  await buildOnce(change, lock);
  await buildOnce({ ...change, check }, lock);
  expect(builds).toBe(1);
});
