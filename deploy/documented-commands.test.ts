import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { root } from '#programs/base/run-program.ts';

const readDocument = (...names: string[]) => fs.readFileSync(path.join(root, ...names), 'utf8');
const document = readDocument('docs', 'operate.md');

let folder = '';
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'front-desk-documented-'));
  fs.copyFileSync(path.join(root, 'deploy', '.env.example'), inFolder('.env.example'));
});
afterEach(() => fs.rmSync(folder, { recursive: true }));

const inFolder = (name: string) => path.join(folder, name);
const modeOf = (name: string) => fs.statSync(inFolder(name)).mode & 0o777;
const linesWith = (pattern: RegExp) => document.split('\n').filter((line) => pattern.test(line));
const env = () => ({ PATH: `${folder}:${process.env.PATH}`, HOME: folder, NODE_ENV: 'test' as const });

/** The first block of commands in a document that matches. */
const blockWith = (text: string, pattern: RegExp): string =>
  [...text.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = '']) => block).find((block) => pattern.test(block)) ?? '';

function makeCommand(name: string, text: string): void {
  fs.writeFileSync(inFolder(name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
}

test('the files that the documented commands of Compose make, with secrets and members, are readable for their owner alone', () => {
  makeCommand('docker', 'echo a dump');
  const lines = linesWith(/\.env\.example.* \.env\b|^at=\$|docker .* pg_dump /);
  execFileSync('bash', ['-ec', ['umask 022', ...lines].join('\n')], { cwd: folder, env: env(), stdio: 'ignore' });
  const made = fs
    .readdirSync(folder)
    .filter((name) => name.endsWith('.dump') || name === '.env')
    .sort();
  expect(made).toEqual([
    '.env',
    expect.stringMatching(/^desk-\d{8}T\d{6}Z\.dump$/),
    expect.stringContaining('platform-'),
  ]);
  expect(made.map(modeOf)).toEqual([0o600, 0o600, 0o600]);
});

test('the documented commands for the files of settings empty none that exists, and close it to other users', () => {
  const names = ['.env', 'desk.env', 'platform.env'];
  for (const name of names) fs.writeFileSync(inFolder(name), `SETTINGS_OF=${name}`, { mode: 0o644 });
  const [, inline = ''] = /`([^`\n]* 600 [^`\n]*desk\.env[^`\n]*)`/.exec(document) ?? [];
  const lines = [...linesWith(/\.env\.example.* \.env\b/), inline];
  expect(lines.filter(Boolean)).toHaveLength(2);
  for (const line of lines) spawnSync('bash', ['-c', line], { cwd: folder, env: env() });
  expect(names.map((name) => fs.readFileSync(inFolder(name), 'utf8'))).toEqual(
    names.map((name) => `SETTINGS_OF=${name}`),
  );
  expect(['desk.env', 'platform.env'].map(modeOf)).toEqual([0o600, 0o600]);
});

test('the documented first start of Compose opens what containers mount, which a umask has closed to others', () => {
  makeCommand('docker', 'exit 0');
  const mounted = [...readDocument('deploy', 'compose.yaml').matchAll(/(?<=- \.\/)[^:]+/g)].map(([name]) => name);
  expect(mounted.length).toBeGreaterThan(2);
  for (const name of mounted) {
    fs.mkdirSync(path.dirname(inFolder(name)), { recursive: true, mode: 0o700 });
    fs.writeFileSync(inFolder(name), '', { mode: 0o600 });
  }
  const block = blockWith(document, /^docker compose up -d --build postgres platform caddy$/m);
  execFileSync('bash', ['-ec', `umask 077\n${block}`], { cwd: folder, env: env(), stdio: 'ignore' });
  expect(mounted.map((name) => modeOf(name) & 0o044)).toEqual(mounted.map(() => 0o044));
  expect(modeOf('.env')).toBe(0o600);
});

test('the documented restore of Compose skips numbers of the platform before the programs start', () => {
  makeCommand('docker', `echo "docker $*" >> ${inFolder('asked')}`);
  const block = blockWith(document, /pg_restore .* --dbname platform/).replace(/^at=.*$/m, 'at=20261120T030000Z');
  for (const name of ['desk', 'platform']) fs.writeFileSync(inFolder(`${name}-20261120T030000Z.dump`), '');
  execFileSync('bash', ['-ec', block], { cwd: folder, env: env(), stdio: 'ignore' });
  const asked = fs.readFileSync(inFolder('asked'), 'utf8').trimEnd().split('\n');
  const run = 'docker compose run --rm -T';
  expect(asked.slice(3)).toEqual([
    `${run} platform programs/platform-admin.ts upgrade-database`,
    `${run} platform programs/platform-admin.ts skip-numbers`,
    `${run} desk --conditions=react-server programs/desk-admin.ts upgrade-database`,
    'docker compose up -d',
  ]);
});

test('the documented update of Compose pulls files that containers can read, and restarts Caddy on a new Caddyfile', () => {
  makeCommand('git', `echo "git $* under $(umask)" >> ${inFolder('asked')}`);
  makeCommand('docker', `echo "docker $*" >> ${inFolder('asked')}`);
  const lines = linesWith(/^\(.*git pull.* && docker|^docker compose up -d && /);
  execFileSync('bash', ['-ec', ['umask 077', ...lines].join('\n')], { cwd: folder, env: env(), stdio: 'ignore' });
  expect(fs.readFileSync(inFolder('asked'), 'utf8').trimEnd().split('\n')).toEqual([
    'git pull under 0022',
    'docker compose build',
    'docker compose stop desk platform',
    'docker compose up -d',
    'docker compose restart caddy',
  ]);
});

test('the documented restore moves the data folder away that .env names, as README writes it, and restores into none but that', () => {
  makeCommand('openssl', 'echo a secret');
  makeCommand('npm', `echo "\${DATA_DIR-that of .env}: $*" >> ${inFolder('asked')}`);
  const run = (block: string) => execFileSync('bash', ['-ec', block], { cwd: folder, env: env(), stdio: 'ignore' });
  run(blockWith(readDocument('README.md'), /^DATA_DIR=/m));
  const { DATA_DIR: dataDir = '' } = parseEnv(fs.readFileSync(inFolder('.env'), 'utf8'));
  fs.mkdirSync(dataDir);
  fs.writeFileSync(path.join(dataDir, 'platform.secret'), 'of before');
  const restore = blockWith(document, /^.*npm run restore /m);
  expect(restore).toMatch(/^mv "\$HOME\//m); // no folder of this machine is moved
  run(restore);
  expect(fs.existsSync(dataDir)).toBe(false);
  expect(fs.readFileSync(path.join(`${dataDir}-before`, 'platform.secret'), 'utf8')).toBe('of before');
  expect(fs.readFileSync(inFolder('asked'), 'utf8')).toBe('that of .env: run restore -- /mnt/backups/front-desk\n');
});

test('each folder that the guide backs up into is made by it, and the nightly one is on a mounted disk', () => {
  const made = [...document.matchAll(/\binstall -d [^`\n]*?(\/mnt\/[\w/-]+)/g)].map(([, made]) => made);
  const used = [...document.matchAll(/\b(?:npm run backup --|front-desk-admin backup) (\/[\w/-]+)( --keep)?/g)];
  expect(used.filter(([, used]) => !made.includes(used))).toEqual([]);
  const nightly = used.filter(([, , keep]) => keep).map(([, used]) => used);
  expect(new Set(nightly)).toEqual(new Set(['/mnt/backups/front-desk']));
});

test.each([
  ['none', undefined, 'a secret', 'run platform\n'],
  ['that of a gym, whose database the platform would take', 'DATA_DIR=/srv/our-gym', undefined, ''],
])(
  'where .env is %s, the documented start in production writes it and starts the platform, or does neither',
  (_what, before, secret, started) => {
    makeCommand('openssl', 'echo a secret');
    makeCommand('npm', `echo "$*" >> ${inFolder('started')}`);
    fs.writeFileSync(inFolder('started'), '');
    if (before !== undefined) fs.writeFileSync(inFolder('.env'), before);
    const block = blockWith(readDocument('README.md'), /^PLATFORM_DATABASE_URL=/m);
    spawnSync('bash', ['-c', block], { cwd: folder, env: env() });
    expect(parseEnv(fs.readFileSync(inFolder('.env'), 'utf8')).PLATFORM_SECRET).toBe(secret);
    expect(fs.readFileSync(inFolder('started'), 'utf8')).toBe(started);
  },
);

test.each([
  ['nothing filled in', '', false],
  ['a time of which there is no dump', '20261121T030000Z', false],
  ['the time of the dumps', '20261120T030000Z', true],
])(
  'the documented restore of Compose, pasted whole with %s, starts no program on empty databases',
  (_what, at, isStarted) => {
    makeCommand('docker', `echo "$*" >> ${inFolder('asked')}`);
    for (const name of ['platform-20261120T030000Z.dump', 'desk-20261120T030000Z.dump']) {
      fs.writeFileSync(inFolder(name), 'a dump');
    }
    const block = blockWith(document, /^docker .* pg_restore /m).replace(/^at= /m, `at=${at} `);
    spawnSync('bash', ['-c', block], { cwd: folder, env: env() });
    const asked = fs.readFileSync(inFolder('asked'), 'utf8').trimEnd().split('\n');
    expect(asked[0]).toBe('compose up -d --build --wait postgres');
    expect(asked.includes('compose up -d')).toBe(isStarted);
    expect(asked.filter((line) => line.includes('pg_restore'))).toHaveLength(isStarted ? 2 : 0);
  },
);
