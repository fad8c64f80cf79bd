import { defineConfig } from '@playwright/test';
import type { WorkerFixtures } from '#e2e/base/fixtures.ts';
import { findBrowser } from '#tools/find-browser.ts';

export default defineConfig<object, WorkerFixtures>({
  testDir: 'e2e',
  outputDir: 'test-results',
  fullyParallel: false,
  // one more than a small machine has cores: half of a test is waiting, for the end of an undo or an outage
  workers: 3,
  forbidOnly: true,
  // one generous limit for all: no test may hang on how fast the machine is
  timeout: 180_000,
  expect: { timeout: 20_000 },
  projects: [
    { name: 'platform' },
    {
      name: 'other',
      // what the desk makes of such words is proven below the browser (tools/dialects); here, that the whole of it works
      testMatch: /(keyboard-day|visits)\.spec\.ts/,
      use: { dialect: 'other' },
    },
  ],
  use: {
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    // between page and desk stands nothing, but where a test is about it
    serviceWorkers: 'block',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH || findBrowser(),
      args: [
        '--no-sandbox',
        // to imitate one takes as much of a core as all of the desk
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
