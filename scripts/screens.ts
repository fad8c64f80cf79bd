import fs from 'node:fs';
import path from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import type { StaffRole } from '#lib/wire/staff.ts';
import { buildDesk } from './build-desk.ts';
import { installBrowser } from './find-browser.ts';
import { runOnce } from './run-command.ts';
import { root } from './run-program.ts';
import { pictureConsole } from './screens/console-scenes.ts';
import { type Look, looks } from './screens/looks.ts';
import { type Scene, type Stage, scenes } from './screens/scenes.ts';
import { wordsOf } from './screens/words.ts';
import { type Stack, startStack } from './testing/stack.ts';

const folder = path.join(root, 'docs', 'screens');

/** The day of one person, in one look. */
async function picture(browser: Browser, stack: Stack, look: Look, role: StaffRole, day: readonly Scene[]) {
  const { name, viewport, colorScheme, locale, isWhole } = look;
  const options = { viewport, colorScheme, locale, timezoneId: 'Europe/Berlin', baseURL: stack.deskUrl };
  const page = await browser.newPage(options);
  const shoot = (screen: string, isWholePage = false) =>
    page.screenshot({ path: path.join(folder, `${screen}-${name}.png`), fullPage: isWholePage });
  await page.goto('/sign-in');
  if (role === 'reception') await shoot('sign-in');
  await page.locator('[name=email]').fill(`${role}@demo.example`);
  await page.locator('[name=password]').fill(stack.password);
  await page.locator('button[type=submit]').click();
  await page.waitForURL(({ pathname }) => pathname !== '/sign-in');
  await page.getByRole('listitem').nth(5).waitFor();
  const stage: Stage = { page, stack, words: wordsOf(look) };
  for (const scene of day) {
    if (!isWhole && !scene.isForAll) continue;
    await scene.play(stage);
    await shoot(scene.name, scene.isWholePage);
  }
  await page.close();
}

await runOnce(async () => {
  await buildDesk();
  const executablePath = installBrowser();
  // named looks are taken anew, all of them where none is named
  const named = process.argv.slice(2);
  const wanted = looks.filter(({ name }) => named.length === 0 || named.includes(name));
  fs.mkdirSync(folder, { recursive: true });
  for (const look of wanted) {
    const old = fs.readdirSync(folder).filter((file) => file.endsWith(`-${look.name}.png`));
    for (const file of old) fs.rmSync(path.join(folder, file));
    const stack = await startStack(); // each look sees the same first day
    const browser = await chromium.launch({
      executablePath,
      args: ['--no-sandbox', '--disable-background-networking'],
    });
    for (const { role, scenes: day } of scenes) await picture(browser, stack, look, role, day);
    await pictureConsole(browser, stack, look, (screen) => path.join(folder, `${screen}-${look.name}.png`));
    await browser.close();
    await stack.stop();
  }
  console.log(`${fs.readdirSync(folder).length} pictures in ${path.relative(root, folder)}`);
  return 0;
});
