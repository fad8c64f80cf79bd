import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { UserError } from '#programs/base/user-error.ts';
import { keepPlatformSecret, readPlatformSecret } from './platform-secret.ts';

let dataDir = '';
beforeEach(() => {
  dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'front-desk-secret-'));
});
afterEach(() => fs.rmSync(dataDir, { recursive: true }));
const file = () => path.join(dataDir, 'platform.secret');

test('a secret is generated once, complete, and readable by its owner only', () => {
  const made = keepPlatformSecret(dataDir);
  expect(made.length).toBeGreaterThanOrEqual(32);
  expect(keepPlatformSecret(dataDir)).toBe(made);
  expect(readPlatformSecret(dataDir)).toBe(made);
  expect(fs.readdirSync(dataDir)).toEqual(['platform.secret']);
  expect(fs.statSync(file()).mode & 0o777).toBe(0o600);
});

test.each(['', 'abc', '\n'])(
  'a truncated secret (%j), as after a full disk or a kill, is refused with its file name, and kept',
  (text) => {
    fs.writeFileSync(file(), text);
    for (const read of [keepPlatformSecret, readPlatformSecret]) {
      expect(() => read(dataDir)).toThrow(UserError);
      expect(() => read(dataDir)).toThrow(/^[^\n]*platform\.secret holds no whole secret[^\n]*$/);
    }
    expect(fs.readFileSync(file(), 'utf8')).toBe(text);
  },
);

test('concurrent first starts all use the same secret', async () => {
  const script = path.resolve('programs/platform/platform-secret.ts');
  const code = `const { keepPlatformSecret } = await import(${JSON.stringify(script)});
    process.stdout.write(keepPlatformSecret(${JSON.stringify(dataDir)}));`;
  const starts = Array.from({ length: 6 }, () =>
    promisify(execFile)(process.execPath, ['--input-type=module', '--eval', code]),
  );
  const secrets = (await Promise.all(starts)).map(({ stdout }) => stdout);
  expect(new Set(secrets).size).toBe(1);
  expect(secrets[0]).toBe(fs.readFileSync(file(), 'utf8'));
  expect(fs.readdirSync(dataDir)).toEqual(['platform.secret']);
});
