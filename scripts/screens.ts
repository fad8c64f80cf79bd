import fs from 'node:fs';
import path from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { buildDesk } from './build-desk.ts';
import { installBrowser } from './find-browser.ts';
import { runOnce } from './run-command.ts';
import { root } from './run-program.ts';
import { type Stack, startStack } from './testing/stack.ts';

const folder = path.join(root, 'docs', 'screens');
const desktop = { width: 1440, height: 900 };

interface Look {
  name: string;
  viewport: { width: number; height: number };
  colorScheme: 'light' | 'dark';
  locale: string;
}

const looks: Look[] = [
  { name: 'light', viewport: desktop, colorScheme: 'light', locale: 'en-GB' },
  { name: 'dark', viewport: desktop, colorScheme: 'dark', locale: 'en-GB' },
  { name: 'german', viewport: desktop, colorScheme: 'light', locale: 'de-DE' },
  { name: 'tablet', viewport: { width: 820, height: 1180 }, colorScheme: 'light', locale: 'en-GB' },
  { name: 'phone', viewport: { width: 390, height: 844 }, colorScheme: 'light', locale: 'en-GB' },
];

/** What is scanned for each picture; earlier ones stay in the line below. */
const scans = [
  ['unknown', '0x04A23BC21C2680'],
  ['refused', '0x5C08E6A4'],
  ['attention', '0x04C7E2914A3B80'],
  ['admitted', '0x04B81D5A2F6C80'],
] as const;

async function takePictures(browser: Browser, stack: Stack, look: Look): Promise<void> {
  const page = await browser.newPage({ ...look, timezoneId: 'Europe/Berlin', baseURL: stack.deskUrl });
  const shoot = (screen: string) => page.screenshot({ path: path.join(folder, `${screen}-${look.name}.png`) });
  await page.goto('/sign-in');
  await shoot('sign-in');
  await page.locator('[name=email]').fill('reception@demo.example');
  await page.locator('[name=password]').fill(stack.password);
  await page.locator('button[type=submit]').click();
  await page.getByRole('complementary').getByRole('listitem').nth(5).waitFor();
  await shoot('ready');
  for (const [kind, card] of scans) {
    await scan(page, card);
    await page.locator(`[data-verdict=${kind}]`).waitFor();
    await page.waitForTimeout(400); // the list beside it follows
    await shoot(kind);
  }
  if (look.name === 'light') {
    await stack.killPlatform();
    await scan(page, '0x04590BAA7DE480');
    await page.locator('[data-verdict=unconfirmed]').waitFor();
    await page.waitForTimeout(1_500); // so does the banner
    await shoot('unconfirmed');
    await stack.startPlatform();
  }
  await page.close();
}

async function scan(page: Page, card: string): Promise<void> {
  await page.keyboard.type(card, { delay: 4 });
  await page.keyboard.press('Enter');
}

await runOnce(async () => {
  await buildDesk();
  const executablePath = installBrowser();
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder, { recursive: true });
  for (const look of looks) {
    const stack = await startStack(); // each look sees the same first day
    const browser = await chromium.launch({
      executablePath,
      args: ['--no-sandbox', '--disable-background-networking'],
    });
    await takePictures(browser, stack, look);
    await browser.close();
    await stack.stop();
  }
  console.log(`${fs.readdirSync(folder).length} pictures in ${path.relative(root, folder)}`);
  return 0;
});
