import { defineConfig } from '@playwright/test';
import type { WorkerFixtures } from '#e2e/fixtures.ts';

export default defineConfig<object, WorkerFixtures>({
  testDir: 'e2e',
  outputDir: 'test-results',
  fullyParallel: false,
  workers: 2,
  // a browser on a busy machine may stall; what fails twice is broken
  retries: 1,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  projects: [
    { name: 'platform' },
    {
      name: 'other',
      // what a provider that speaks otherwise could break: cards, visits, tasks, profiles
      testMatch: /(cards|visits|tasks|members-edit|members-profile)\.spec\.ts/,
      use: { dialect: 'other' },
    },
  ],
  use: {
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH || '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
