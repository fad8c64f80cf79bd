import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { longestTestMs } from '#shared/testing/limits.ts';
import type { Count } from '#tools/test-run/test-reports.ts';
import { startStack } from '#tools/testing/stack.ts';
import type { Driver, DriverOptions } from './driver.ts';
import { startFirefox } from './firefox.ts';
import { takeConsoleErrors } from './page.ts';
import { type SmokeDay, steps } from './steps.ts';
import { openTabletName } from './tablet-name.ts';
import { findWebKit, startWebKit } from './webkit.ts';
import { within } from './within.ts';

interface OtherBrowser {
  name: string;
  /** The Debian packages that contain it. */
  packages: string;
  /** Null if it is not installed on this machine. */
  start: ((options: DriverOptions) => Promise<Driver>) | null;
}

const closesWithinMs = 15_000;

const firefoxes = ['/usr/bin/firefox-esr', '/usr/bin/firefox'];

/** The browsers, besides Chromium, in which the desk can be tested. */
export function otherBrowsers(): OtherBrowser[] {
  const firefox = firefoxes.find((file) => fs.existsSync(file));
  const webKit = findWebKit();
  return [
    {
      name: 'Firefox',
      packages: 'firefox-esr',
      start: firefox ? (options) => startFirefox(firefox, options) : null,
    },
    {
      name: 'WebKit',
      packages: 'webkit2gtk-driver xvfb',
      start: webKit ? (options) => startWebKit(webKit, options) : null,
    },
  ];
}

/** Runs the steps in each installed browser, each with its own desk and platform. The desk must be built. */
export async function runInOtherBrowsers(tell: (line: string) => void): Promise<Required<Omit<Count, 'durations'>>> {
  const counts: Required<Omit<Count, 'durations'>>[] = [];
  for (const { name, packages, start } of otherBrowsers()) {
    if (start) counts.push(await tryBrowser(name, start, tell));
    else tell(`left out: the ten steps in ${name}, which is not here (apt-get install ${packages})`);
  }
  return {
    passed: counts.reduce((sum, { passed }) => sum + passed, 0),
    failed: counts.reduce((sum, { failed }) => sum + failed, 0),
    notes: counts.flatMap(({ notes }) => notes),
  };
}

async function tryBrowser(
  name: string,
  start: NonNullable<OtherBrowser['start']>,
  tell: (line: string) => void,
): Promise<Required<Omit<Count, 'durations'>>> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'front-desk-browsers-'));
  const stack = await startStack();
  const tablet = await openTabletName(stack.deskUrl);
  try {
    const photoFile = await drawPhoto(folder);
    const driver = await start({ proxyPort: tablet.proxyPort, isDark: true }).catch(messageOf);
    if (typeof driver === 'string') {
      // no page of the desk has been requested yet; repeated at the end of the run, where it is noticed
      const note = `left out: the ten steps in ${name}, which does not open here: ${driver}`;
      tell(note);
      return { passed: 0, failed: 0, notes: [note] };
    }
    try {
      const day = { stack, tabletUrl: tablet.url, photoFile };
      return await within(longestTestMs, `The day in ${name}`, runSteps(driver, day, tell));
    } finally {
      await within(closesWithinMs, `The end of ${name}`, driver.close());
    }
  } catch (error) {
    const note = `failed: ${name}: ${messageOf(error)}`;
    tell(note);
    return { passed: 0, failed: 1, notes: [note] };
  } finally {
    await tablet.close();
    await stack.stop();
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

async function drawPhoto(folder: string): Promise<string> {
  const file = path.join(folder, 'photo.jpg');
  await sharp({ create: { width: 600, height: 800, channels: 3, background: 'teal' } }).toFile(file);
  return file;
}

async function runSteps(
  driver: Driver,
  day: SmokeDay,
  tell: (line: string) => void,
): Promise<Required<Omit<Count, 'durations'>>> {
  const count: Required<Omit<Count, 'durations'>> = { passed: 0, failed: 0, notes: [] };
  for (const step of steps) {
    const failure = await step.run(driver, day).then(() => null, messageOf);
    const complaints = await takeConsoleErrors(driver);
    const problems = [...(failure === null ? [] : [failure]), ...complaints];
    if (problems.length === 0) {
      count.passed += 1;
      tell(`✓ ${driver.name}: ${step.name}`);
      continue;
    }
    count.failed += 1;
    const picture = path.join(os.tmpdir(), `front-desk-${driver.name.split(' ')[0]}-${count.failed}.png`);
    fs.writeFileSync(picture, await driver.takePicture());
    const note = `failed: ${driver.name}: ${step.name}: ${problems.join('; ')} (${picture})`;
    count.notes.push(note);
    tell(note);
  }
  return count;
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
