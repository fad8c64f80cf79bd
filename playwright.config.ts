import { defineConfig } from '@playwright/test';
import type { WorkerFixtures } from '#e2e/base/fixtures.ts';
import { findBrowser } from '#tools/find-browser.ts';
import { otherMachine } from '#tools/testing/other-machine.ts';

export default defineConfig<object, WorkerFixtures>({
  testDir: 'e2e',
  globalSetup: './e2e/base/prepare-demo.ts',
  outputDir: 'test-results',
  fullyParallel: false,
  // one worker more than a small machine has cores: part of a test's time is waiting, for example for a restarted program
  workers: 3,
  forbidOnly: true,
  // one generous timeout: no test may depend on the speed of the machine
  timeout: 180_000,
  expect: { timeout: 20_000 },
  projects: [
    { name: 'platform' },
    {
      name: 'other',
      // tools/dialects tests the other dialect without a browser; here, only that the whole stack works with it
      testMatch: 'counter/visits.spec.ts',
      use: { dialect: 'other' },
    },
  ],
  use: {
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
