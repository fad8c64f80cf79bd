import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { UserError } from '#programs/base/user-error.ts';
import { releaseTurn, tryTurn } from '#programs/bootstrap/turn.mjs';
import { takeBuildTurn } from './build-turn.ts';

let folder = '';
let turn = '';
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'front-desk-turn-'));
  turn = path.join(folder, '.building');
});
afterEach(() => fs.rmSync(folder, { recursive: true }));

const neverWait = async () => {
  throw new Error('it waits for nobody');
};

test.each([
  ['an empty file, as a kill leaves it', ''],
  ['the process of another program, in a file of an earlier version', String(process.pid)],
  ['a process that is gone, in a file of an earlier version', String(2 ** 22 + 1)],
])('a lock with %s does not block', async (_, text) => {
  fs.writeFileSync(turn, text);
  await takeBuildTurn(turn, { wait: neverWait });
  releaseTurn(turn);
  expect(fs.readdirSync(folder)).toEqual([]);
});

test('a lock whose process id was reused does not block', async () => {
  fs.mkdirSync(turn);
  fs.writeFileSync(path.join(turn, 'owner'), JSON.stringify({ pid: process.pid, start: 'before' }));
  await takeBuildTurn(turn, { wait: neverWait });
});

test('a building process is waited for until it is done, and named once', async () => {
  const said: string[] = [];
  const script = `const { tryTurn, releaseTurn } = await import(${JSON.stringify(path.resolve('programs/bootstrap/turn.mjs'))});
    const turn = ${JSON.stringify(turn)};
    tryTurn(turn);
    process.on('message', () => { releaseTurn(turn); process.disconnect(); });
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
  await takeBuildTurn(turn, { tell: (sentence) => said.push(sentence), wait });
  expect(looks).toBe(5);
  expect(said).toEqual([`Waiting for process ${other.pid}, which builds the desk here …`]);
  expect(tryTurn(turn)).toBe(process.pid);
});

test('a folder that cannot be written is reported in one sentence, without waiting', async () => {
  fs.chmodSync(folder, 0o555);
  const closed = process.getuid?.() === 0 ? '/sys' : folder; // which even root cannot write to
  const refused = takeBuildTurn(path.join(closed, '.building'), { wait: neverWait });
  await expect(refused).rejects.toThrow(UserError);
  await expect(refused).rejects.toThrow(/^The desk in [^\n]* is not built [^\n]*npm run build[^\n]*$/);
});
