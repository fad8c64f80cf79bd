import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { copyOut } from './binaries.ts';
import { canReach } from './operating-user.ts';

/** A user who can enter only world-accessible folders. */
const user = { uid: 54_321, gid: 54_321 };

let root = '';
beforeEach(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), 'front-desk-binaries-'));
  fs.chmodSync(root, 0o755);
});
afterEach(() => fs.rmSync(root, { recursive: true }));

const sharedIn = () => path.join(root, 'shared');

/** Binaries as npm unpacks them under a umask that makes new files private. */
function makePackage(): string {
  const native = path.join(root, 'package', 'native');
  for (const folder of ['bin', 'lib']) fs.mkdirSync(path.join(native, folder), { recursive: true });
  fs.writeFileSync(path.join(root, 'package', 'package.json'), '{"version":"18.4.0"}');
  fs.writeFileSync(path.join(native, 'bin', 'postgres'), 'program');
  fs.writeFileSync(path.join(native, 'lib', 'libpq.so.5.18'), 'library');
  fs.symlinkSync('libpq.so.5.18', path.join(native, 'lib', 'libpq.so.5'));
  fs.chmodSync(path.join(native, 'bin', 'postgres'), 0o700);
  fs.chmodSync(path.join(native, 'lib', 'libpq.so.5.18'), 0o600);
  for (const folder of ['lib', 'bin', '.']) fs.chmodSync(path.join(native, folder), 0o700);
  return native;
}

const modeOf = (...names: string[]) => fs.statSync(path.join(...names)).mode & 0o777;

test('binaries that only their owner can reach are copied to where everybody can run them', () => {
  const umask = process.umask(0o077);
  try {
    const copy = copyOut(makePackage(), sharedIn());
    expect(copy).toBe(path.join(sharedIn(), 'postgresql-18.4.0'));
    expect(canReach(path.join(copy, 'bin', 'postgres'), user)).toBe(true);
    expect([modeOf(copy, 'bin', 'postgres'), modeOf(copy, 'lib', 'libpq.so.5.18')]).toEqual([0o755, 0o644]);
    expect(fs.readlinkSync(path.join(copy, 'lib', 'libpq.so.5'))).toBe('libpq.so.5.18');
  } finally {
    process.umask(umask);
  }
});

test('an existing copy is used, and processes running from it are left alone', () => {
  const packaged = makePackage();
  const copy = copyOut(packaged, sharedIn());
  const before = fs.statSync(path.join(copy, 'bin', 'postgres')).ino;
  expect(copyOut(packaged, sharedIn())).toBe(copy);
  expect(fs.statSync(path.join(copy, 'bin', 'postgres')).ino).toBe(before);
});

test('the leftovers of a killed copy are removed, and those of a running one are not', () => {
  const mine = path.join(sharedIn(), 'postgresql-18.4.0');
  for (const name of [`${mine}.${2 ** 22 + 1}`, `${mine}.${process.ppid}`, path.join(sharedIn(), 'clusters')]) {
    fs.mkdirSync(name, { recursive: true });
  }
  copyOut(makePackage(), sharedIn());
  expect(fs.readdirSync(sharedIn()).sort()).toEqual([
    'clusters',
    'postgresql-18.4.0',
    `postgresql-18.4.0.${process.ppid}`,
  ]);
});

test('a failing copy is reported with its reason, and leaves nothing', () => {
  const packaged = makePackage();
  fs.mkdirSync(sharedIn());
  // a file of that name makes creating the folder fail
  fs.writeFileSync(path.join(sharedIn(), `postgresql-18.4.0.${process.pid}`), '');
  expect(() => copyOut(packaged, sharedIn())).toThrow();
  expect(fs.readdirSync(sharedIn())).toEqual([]);
});
