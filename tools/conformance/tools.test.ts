import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const read = (file: string) => JSON.parse(fs.readFileSync(path.join(import.meta.dirname, 'tools', file), 'utf8'));

test('every tool is pinned to one version, which the lock file contains without a download address', () => {
  const { dependencies } = read('package.json') as { dependencies: Record<string, string> }; // safe because: ours
  const { packages } = read('package-lock.json') as {
    packages: Record<string, { version?: string; resolved?: string }>;
  }; // safe because: npm wrote it
  for (const [name, version] of Object.entries(dependencies)) {
    expect(packages[`node_modules/${name}`]?.version, name).toBe(version);
  }
  expect(Object.values(packages).filter(({ resolved }) => resolved)).toEqual([]);
});
