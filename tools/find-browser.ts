import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { chromium } from '@playwright/test';
import { packageCommand } from '#programs/base/run-program.ts';
import { UserError } from '#programs/base/user-error.ts';

// the headless shell first: tests take a third less processor time than with the full browser
const systemBrowsers = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];
const downloadTimeoutMs = 180_000;

/** Path of a Chromium for tests: the system's or Playwright's own. */
export function findBrowser(): string | undefined {
  return [...systemBrowsers, chromium.executablePath()].find((file) => fs.existsSync(file));
}

/**
 * Finds a browser or installs one: Playwright's download first, then the system's package manager.
 * @throws UserError if neither works
 */
export function installBrowser(): string {
  const found = findBrowser();
  if (found) return found;
  console.error('No browser found. Downloading the one Playwright brings …');
  const playwright = [packageCommand('@playwright/test/cli.js'), 'install', '--only-shell', 'chromium'];
  run(process.execPath, playwright);
  const downloaded = findBrowser();
  if (downloaded) return downloaded;

  console.error('That did not work. Asking the package manager of the system …');
  const prefix = process.getuid?.() === 0 ? [] : ['sudo', '--non-interactive'];
  const aptGet = [...prefix, 'apt-get'];
  run(...aptGet, 'update', '--quiet');
  for (const name of ['chromium-headless-shell', 'chromium']) {
    run(...aptGet, 'install', '--yes', '--quiet', name);
    const installed = findBrowser();
    if (installed) return installed;
  }
  throw new UserError(
    'No browser could be installed: install Chromium so that it is at /usr/bin/chromium, then run again.',
  );
}

function run(file = '', ...args: (string | string[])[]): void {
  spawnSync(file, args.flat(), { stdio: ['ignore', 2, 2], timeout: downloadTimeoutMs });
}
