import fs from 'node:fs';
import { expect, test } from 'vitest';

/** Packages whose older versions have holes that are publicly known, and from which version on they have not. */
const floors: Record<string, string> = {
  next: '16.4.3',
  react: '19.2.6',
  'react-dom': '19.2.6',
  sharp: '0.35.5',
  'next-auth': '4.24.15',
};

interface LockedPackage {
  version?: string;
  resolved?: string;
  optionalDependencies?: Record<string, string>;
}
const lock = JSON.parse(fs.readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, LockedPackage> }; // safe because: npm wrote it

const isAtLeast = (version: string, floor: string) => version.localeCompare(floor, 'en', { numeric: true }) >= 0;

test.each(Object.entries(floors))('every locked %s is at least %s, below which known holes are open', (name, floor) => {
  const locked = Object.entries(lock.packages).filter(([place]) => place.endsWith(`node_modules/${name}`));
  expect(locked.length).toBeGreaterThan(0);
  for (const [, { version = '0' }] of locked) expect(isAtLeast(version, floor), `${name} ${version}`).toBe(true);
});

test('what package.json asks for is no range, and not below its floor', () => {
  const { dependencies } = JSON.parse(fs.readFileSync('package.json', 'utf8')) as {
    dependencies: Record<string, string>;
  }; // safe because: npm wrote it
  for (const [name, floor] of Object.entries(floors)) {
    const asked = dependencies[name] ?? '';
    expect(asked, name).toMatch(/^\d+\.\d+\.\d+$/);
    expect(isAtLeast(asked, floor), `${name} ${asked}`).toBe(true);
  }
});

test('a version below its floor is found, wherever it lies (control)', () => {
  const older = Object.entries(floors).map(([name, floor]) => [
    name,
    floor.replace(/\d+$/, (patch) => String(Number(patch) - 1)),
  ]);
  for (const [name = '', version = ''] of older) expect(isAtLeast(version, floors[name] ?? ''), name).toBe(false);
});

test('the version comparison counts numbers, not letters', () => {
  expect(isAtLeast('16.10.0', '16.4.3')).toBe(true);
  expect(isAtLeast('16.4.2', '16.4.3')).toBe(false);
});

test('every optional package of the lock file is there, so that npm ci works on each system', () => {
  const absent = Object.entries(lock.packages).flatMap(([place, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !lock.packages[`node_modules/${name}`] && !lock.packages[`${place}/node_modules/${name}`],
    ),
  );
  expect(absent).toEqual([]);
});

test('the lock file names no download address', () => {
  expect(Object.values(lock.packages).filter(({ resolved }) => resolved)).toEqual([]);
});
