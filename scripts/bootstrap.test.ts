import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const commands = ['start', 'platform', 'desk-admin', 'backup', 'test', 'bench'];
let folder: string;

/** A folder with nothing but the launcher, commands that tell what they see of the environment, and an `.env`. */
beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'front-desk-env-'));
  for (const made of ['scripts', 'node_modules']) fs.mkdirSync(path.join(folder, made));
  fs.copyFileSync(path.join(import.meta.dirname, 'bootstrap.mjs'), path.join(folder, 'scripts', 'bootstrap.mjs'));
  for (const file of ['package-lock.json', 'node_modules/.package-lock.json']) {
    fs.writeFileSync(path.join(folder, file), '{}');
  }
  fs.writeFileSync(path.join(folder, 'scripts', 'resolve-drizzle-once.ts'), '');
  const told = 'console.log(JSON.stringify([process.env.GYM_NAME, process.env.HOST]));';
  for (const command of commands)
    fs.writeFileSync(path.join(folder, 'scripts', `${command}.ts`), `${told}\nprocess.exit();`);
});
afterAll(() => fs.rmSync(folder, { recursive: true }));

function run(command: string, env: Record<string, string> = {}): unknown {
  const args = [path.join(folder, 'scripts', 'bootstrap.mjs'), command];
  const printed = execFileSync(process.execPath, args, {
    cwd: os.tmpdir(),
    env: { PATH: process.env.PATH, NODE_ENV: 'test', ...env },
    encoding: 'utf8',
  });
  return JSON.parse(printed);
}

test('.env is read by what runs the programs or looks after them, and by no test or measurement', () => {
  expect(run('start')).toEqual([null, null]);
  fs.writeFileSync(path.join(folder, '.env'), 'GYM_NAME="Our gym"\nHOST=10.8.0.1\n');
  for (const command of ['start', 'platform', 'desk-admin', 'backup']) {
    expect(run(command), command).toEqual(['Our gym', '10.8.0.1']);
  }
  for (const command of ['test', 'bench']) expect(run(command), command).toEqual([null, null]);
});

test('what is set in the environment wins over .env', () => {
  expect(run('platform', { HOST: '127.0.0.1' })).toEqual(['Our gym', '127.0.0.1']);
});
