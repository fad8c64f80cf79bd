import { defineConfig } from '@playwright/test';
import type { WorkerFixtures } from '#e2e/base/fixtures.ts';
import { longestTestMs, longestWaitMs } from '#shared/testing/limits.ts';
import { findBrowser } from '#tools/find-browser.ts';
import { otherMachine } from '#tools/testing/other-machine.ts';

const longest = ['running/backup.spec.ts', 'running/image.spec.ts', 'security/hostile.spec.ts'];
/** A gym that requires passkeys refuses the managers of other tests, and these would have to prove who they are again. */
const ownGym = 'security/passkeys.spec.ts';
/** `tools/dialects` tests the other dialect without a browser; here, only that the whole stack works with it. */
const ofOtherDialect = ['counter/visits.spec.ts', ownGym];

export default defineConfig<object, WorkerFixtures>({
  testDir: 'e2e',
  globalSetup: './e2e/base/prepare-demo.ts',
  outputDir: 'test-results',
  fullyParallel: false,
  // one worker more than a small machine has cores: part of a test's time is waiting, for example for a restarted program
  workers: 3,
  forbidOnly: true,
  timeout: longestTestMs,
  // a step that hangs is reported with its line, before it has used up the time of its test
  expect: { timeout: longestWaitMs, toPass: { timeout: longestWaitMs } },
  projects: [
    // each has programs of its own; started last, they would end minutes after all others
    { name: 'longest', testMatch: longest },
    { name: 'platform', testIgnore: [...longest, ...ofOtherDialect] },
    {
      name: 'other',
      testMatch: ofOtherDialect,
      use: { dialect: 'other' },
      // on one stack
      workers: 1,
    },
  ],
  use: {
    actionTimeout: longestWaitMs,
    navigationTimeout: longestWaitMs,
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    // no service worker between page and desk, except in tests about it
    serviceWorkers: 'block',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH || findBrowser(),
      args: [
        '--no-sandbox',
        // an emulated GPU would take as much of a core as the whole desk
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // another machine for the browser, which withholds from its plain HTTP what needs a secure context
        `--host-resolver-rules=MAP ${otherMachine} 127.0.0.1`,
        // a camera with a test picture, and the permission to use it
        '--use-fake-device-for-media-stream',
        '--use-fake-ui-for-media-stream',
      ],
    },
  },
});
