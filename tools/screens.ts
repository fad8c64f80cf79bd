import fs from 'node:fs';
import path from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import type { StaffRole } from '#lib/wire/staff.ts';
import { runOnce } from '#programs/base/run-command.ts';
import { root } from '#programs/base/run-program.ts';
import { buildPrograms } from '#programs/build/build-programs.ts';
import { startPast } from '#programs/demo/demo.ts';
import { installBrowser } from './find-browser.ts';
import { pictureConsole } from './screens/console-scenes.ts';
import { type Look, looks } from './screens/looks.ts';
import type { Scene, Stage } from './screens/scene.ts';
import { scenes } from './screens/scenes.ts';
import { wordsOf } from './screens/words.ts';
import { ownSurroundings } from './testing/own-surroundings.ts';
import { type Stack, startStack } from './testing/stack.ts';

const folder = path.join(root, 'screens');
/** The picture at the top of README. */
const first = { scene: 'admitted', look: 'light', to: path.join(root, 'docs', 'check-in.png') };

const optionsOf = ({ viewport, colorScheme, locale }: Look, { deskUrl }: Stack) => ({
  viewport,
  colorScheme,
  locale,
  timezoneId: 'Europe/Berlin',
  baseURL: deskUrl,
});

async function signIn(page: Page, stack: Stack, role: StaffRole): Promise<void> {
  await page.locator('[name=email]').fill(`${role}@demo.example`);
  await page.locator('[name=password]').fill(stack.password);
  await page.locator('button[type=submit]').click();
  await page.waitForURL(({ pathname }) => pathname !== '/sign-in');
  await page.getByRole('listitem').nth(5).waitFor();
}

/** Draws the portraits of the members in the first scenes: the demo's cards, and those who are in the gym. */
async function drawPortraits(browser: Browser, stack: Stack, look: Look): Promise<void> {
  const ports = { PORT: new URL(stack.deskUrl).port, PLATFORM_PORT: new URL(stack.platformUrl).port };
  const stopPast = startPast({ ...ownSurroundings(), ...ports, DATA_DIR: stack.dataDir });
  const page = await browser.newPage(optionsOf(look, stack));
  await page.goto('/sign-in');
  await signIn(page, stack, 'reception');
  await page.getByRole('complementary').locator('img').nth(9).waitFor({ state: 'attached', timeout: 180_000 });
  await page.close();
  await stopPast();
}

/** Appends the screenshot of another tab to the right of a picture. */
async function addBeside(picture: string, tab: Page): Promise<void> {
  const shots = [fs.readFileSync(picture), await tab.screenshot()];
  fs.writeFileSync(
    picture,
    await sharp(shots, { join: { across: 2, shim: 24, background: '#85887f' } })
      .png()
      .toBuffer(),
  );
  await tab.close();
}

const failed: string[] = [];

/** Plays a scene; one that fails is pictured as it is then, and the scenes after it go on. */
async function play(scene: Scene, stage: Stage, look: Look): Promise<Page | undefined> {
  try {
    await scene.play(stage);
    return await scene.beside?.(stage);
  } catch (error) {
    const name = `${scene.name}-${look.name}`;
    console.error(`${name}:`, error);
    failed.push(name);
    return undefined;
  }
}

/** Takes the pictures of one role's day, in one theme, width and language. */
async function picture(browser: Browser, stack: Stack, look: Look, role: StaffRole, day: readonly Scene[]) {
  const { name, isWhole } = look;
  const context = await browser.newContext(optionsOf(look, stack));
  const page = await context.newPage();
  const shoot = (screen: string, isWholePage = false) =>
    page.screenshot({ path: path.join(folder, `${screen}-${name}.png`), fullPage: isWholePage });
  await page.goto('/sign-in');
  if (role === 'reception') await shoot('sign-in');
  await signIn(page, stack, role);
  const stage: Stage = { page, stack, words: wordsOf(look) };
  for (const scene of day) {
    if (!isWhole && !scene.isForAll) continue;
    const tab = await play(scene, stage, look);
    await shoot(scene.name, scene.isWholePage);
    if (tab) await addBeside(path.join(folder, `${scene.name}-${name}.png`), tab);
    for (const other of context.pages()) if (other !== page) await other.close();
    await page.setViewportSize(look.viewport);
  }
  await context.close();
}

/** Reduces the file to a third, with colours indistinguishable from those of the screen. */
async function makeSmaller({ name }: Look): Promise<void> {
  for (const file of fs.readdirSync(folder).filter((file) => file.endsWith(`-${name}.png`))) {
    const picture = path.join(folder, file);
    fs.writeFileSync(picture, await sharp(fs.readFileSync(picture)).png({ palette: true, quality: 95 }).toBuffer());
  }
}

await runOnce(async () => {
  await buildPrograms();
  const executablePath = installBrowser();
  // retakes the named looks, or all of them if none is named
  const named = process.argv.slice(2);
  const wanted = looks.filter(({ name }) => named.length === 0 || named.includes(name));
  fs.mkdirSync(folder, { recursive: true });
  for (const look of wanted) {
    const old = fs.readdirSync(folder).filter((file) => file.endsWith(`-${look.name}.png`));
    for (const file of old) fs.rmSync(path.join(folder, file));
    process.env.DEMO_LOCALE = look.locale.slice(0, 2);
    const stack = await startStack(); // a fresh stack, so that each look shows the same first day
    const browser = await chromium.launch({
      executablePath,
      args: ['--no-sandbox', '--disable-background-networking'],
    });
    await drawPortraits(browser, stack, look);
    for (const { role, scenes: day } of scenes) await picture(browser, stack, look, role, day);
    await pictureConsole(browser, stack, look, (screen) => path.join(folder, `${screen}-${look.name}.png`));
    await browser.close();
    await stack.stop();
    await makeSmaller(look);
  }
  console.log(`${fs.readdirSync(folder).length} pictures in ${path.relative(root, folder)}`);
  if (failed.length > 0) {
    console.error(`These could not be played to the end: ${failed.join(', ')}`);
    return 1;
  }
  // an earlier run may have left a picture of a scene that failed
  if (wanted.some(({ name }) => name === first.look))
    fs.copyFileSync(path.join(folder, `${first.scene}-${first.look}.png`), first.to);
  return 0;
});
