import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

test.each(['tools', '../bench/peers'])(
  'every tool of %s is pinned to one version, which the lock file contains without a download address',
  (folder) => {
    const read = (file: string) => JSON.parse(fs.readFileSync(path.join(import.meta.dirname, folder, file), 'utf8'));
    const { dependencies } = read('package.json') as { dependencies: Record<string, string> }; // safe because: ours
    const { packages } = read('package-lock.json') as {
      packages: Record<string, { version?: string; resolved?: string }>;
    }; // safe because: npm wrote it
    for (const [name, version] of Object.entries(dependencies)) {
      expect(packages[`node_modules/${name}`]?.version, name).toBe(version);
    }
    expect(Object.values(packages).filter(({ resolved }) => resolved)).toEqual([]);
  },
);
