import fs from 'node:fs';
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const root = import.meta.dirname;
const serverOnly = { 'server-only': path.resolve(root, 'node_modules/server-only/empty.js') };
const notOurs = ['node_modules/**', '.next/**', 'e2e/**'];

const all = fs.globSync('**/*.test.{ts,tsx}', {
  cwd: root,
  exclude: (name) => ['node_modules', '.next', '.git'].includes(name),
});
/** What a mock puts in place of a module would be there for every file of the worker. */
const mocking = all.filter((file) => fs.readFileSync(path.join(root, file), 'utf8').includes('vi.mock('));
const isDatabase = (file: string) => file.endsWith('.db.test.ts');

/** Begun last, these would end minutes after all others. */
const longest = [
  'lib/desk/directory/directory-model.db.test.ts',
  'lib/desk/migration/killed.db.test.ts',
  'scripts/launchers.db.test.ts',
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => longest.some((file) => moduleId.endsWith(`/${file}`));
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

const unit = { testTimeout: 120_000 };
const database = {
  globalSetup: ['scripts/testing/database-cluster.ts'],
  testTimeout: 120_000,
  hookTimeout: 120_000,
};

export default defineConfig({
  resolve: { alias: serverOnly },
  test: {
    // most of what a test of a database does is wait: more workers than the two cores of a small machine
    maxWorkers: 4,
    // to load the modules again for each file takes longer than most tests
    isolate: false,
    setupFiles: ['shared/testing/load-fetch.ts', 'shared/testing/same-chance.ts'],
    expect: { poll: { timeout: 15_000 } },
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          ...unit,
          name: 'unit',
          include: ['**/*.test.{ts,tsx}'],
          exclude: ['**/*.db.test.ts', ...mocking, ...notOurs],
        },
      },
      {
        extends: true,
        test: { ...unit, name: 'unit-mocking', include: mocking.filter((file) => !isDatabase(file)), isolate: true },
      },
      {
        extends: true,
        test: { ...database, name: 'database', include: ['**/*.db.test.ts'], exclude: [...mocking, ...notOurs] },
      },
      {
        extends: true,
        test: { ...database, name: 'database-mocking', include: mocking.filter(isDatabase), isolate: true },
      },
    ],
  },
});
