import fs from 'node:fs';
import path from 'node:path';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { cacheModules } from '#components/testing/browser/cache-modules.ts';
import { fakeActions } from '#components/testing/browser/fake-actions.ts';
import { drizzleOnce } from '#programs/base/run-program.ts';
import { longestTestMs, longestWaitMs } from '#shared/testing/limits.ts';
import { findBrowser } from '#tools/find-browser.ts';

const root = import.meta.dirname;
const serverOnly = { 'server-only': path.resolve(root, 'node_modules/server-only/empty.js') };
const notOurs = ['node_modules/**', '.next/**', '.platform/**', 'e2e/**'];

const all = fs.globSync('**/*.test.{ts,tsx}', {
  cwd: root,
  exclude: (name) => ['node_modules', '.next', '.platform', '.git'].includes(name),
});
/** A mocked module would stay mocked for every file of the worker. */
const mocking = all.filter((file) => /vi\.mock\(/.test(fs.readFileSync(path.join(root, file), 'utf8')));
const isDatabase = (file: string) => file.endsWith('.db.test.ts');

/** The slowest files: started last, they would end minutes after all others. */
const longest = [
  'programs/carry-over/cut-off.db.test.ts',
  'programs/backup/killed.db.test.ts',
  'lib/server/directory/directory-model.db.test.ts',
  'lib/server/migration/killed.db.test.ts',
  'programs/launchers.db.test.ts',
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => longest.some((file) => moduleId.endsWith(`/${file}`));
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

const setupFiles = ['shared/testing/load-fetch.ts', 'shared/testing/same-chance.ts'];
const browserPackages = [
  '@simplewebauthn/browser',
  '@tanstack/react-query',
  'axe-core',
  'clsx',
  'lucide-react',
  'next/dist/shared/lib/app-router-context.shared-runtime.js',
  'next/dist/shared/lib/hooks-client-context.shared-runtime.js',
  'next/link',
  'next/navigation',
  'next-intl',
  'radix-ui',
  'react',
  'react-dom',
  'react-dom/client',
  'react/jsx-dev-runtime',
  'sonner',
  'temporal-polyfill',
  'uqr',
  'vitest-browser-react',
  'zod',
];
const unit = { testTimeout: longestTestMs, hookTimeout: longestTestMs, setupFiles };
const databaseSetupFiles = [...setupFiles, 'shared/testing/patient-connections.ts'];
const database = {
  setupFiles: databaseSetupFiles,
  globalSetup: ['tools/testing/database-cluster.ts'],
  testTimeout: longestTestMs,
  hookTimeout: longestTestMs,
};

export default defineConfig({
  resolve: { alias: serverOnly },
  test: {
    // database tests mostly wait: more workers than the two cores of a small machine
    maxWorkers: 4,
    // loading the modules again for each file takes longer than most tests
    isolate: false,
    execArgv: drizzleOnce,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          ...unit,
          name: 'unit',
          include: ['**/*.test.{ts,tsx}'],
          exclude: ['**/*.db.test.ts', '**/*.browser.test.tsx', ...mocking, ...notOurs],
        },
      },
      {
        extends: true,
        test: { ...unit, name: 'unit-mocking', include: mocking.filter((file) => !isDatabase(file)), isolate: true },
      },
      {
        extends: true,
        test: {
          ...database,
          name: 'database',
          include: ['**/*.db.test.ts'],
          exclude: [...mocking, ...notOurs],
          setupFiles: [...databaseSetupFiles, 'lib/testing/mock-requests.ts'],
        },
      },
      {
        extends: true,
        test: { ...database, name: 'database-mocking', include: mocking.filter(isDatabase), isolate: true },
      },
      {
        extends: true,
        plugins: [cacheModules(), fakeActions()],
        define: { 'process.env': '{}' },
        // a dependency discovered during a run would make Vite reload the page in the middle of a test
        optimizeDeps: { include: browserPackages },
        test: {
          name: 'browser',
          // a page keeps state per window: waiting taps, toasts, the reader's end key
          isolate: true,
          // two cores render no more than two pages at once
          maxWorkers: 2,
          // Vitest runs no other number of workers beside those of other projects: `npm test` has a lane for each
          sequence: { groupOrder: 1 },
          include: ['**/*.browser.test.tsx'],
          exclude: notOurs,
          testTimeout: longestTestMs,
          hookTimeout: longestTestMs,
          expect: { poll: { timeout: longestWaitMs } },
          setupFiles: ['app/_testing/set-up.ts'],
          browser: {
            enabled: true,
            headless: true,
            provider: playwright({
              actionTimeout: longestWaitMs,
              launchOptions: {
                executablePath: process.env.CHROMIUM_PATH || findBrowser(),
                args: ['--no-sandbox', '--disable-gpu'],
              },
              contextOptions: { locale: 'en-GB', timezoneId: 'Europe/Berlin' },
            }),
            instances: [{ browser: 'chromium', viewport: { width: 1280, height: 900 } }],
            screenshotFailures: false,
          },
        },
      },
    ],
  },
});
