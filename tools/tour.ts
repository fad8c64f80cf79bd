import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { findFreePorts } from '#programs/base/free-ports.ts';
import { runOnce } from '#programs/base/run-command.ts';
import { root } from '#programs/base/run-program.ts';
import { buildPrograms } from '#programs/build/build-programs.ts';
import { startDemo, startPast } from '#programs/demo/demo.ts';
import { installBrowser } from './find-browser.ts';
import { ownSurroundings } from './testing/own-surroundings.ts';
import { tour } from './tour/scenes.ts';

const file = path.join('docs', 'tour.webp');
const viewport = { width: 1280, height: 800 };
/** The width of the animation, which README shows in a column. */
const widthPixels = 960;
/** By then the members in the tour have their portraits. */
const longestWaitMs = 180_000;

interface Frame {
  picture: Buffer;
  seconds: number;
}

async function playTour(browser: Browser, demo: Awaited<ReturnType<typeof startDemo>>): Promise<Frame[]> {
  const frames: Frame[] = [];
  const cardOf = (shows: string) => demo.cards.find((card) => card.shows === shows)?.value ?? '';
  for (const { role, scenes } of tour) {
    const options = { viewport, locale: 'en-GB', timezoneId: 'Europe/Berlin', baseURL: demo.desk.address };
    const page = await browser.newPage({ ...options, colorScheme: 'light' });
    await page.goto('/sign-in');
    await page.locator('[name=email]').fill(`${role}@demo.example`);
    await page.locator('[name=password]').fill(demo.password);
    await page.locator('button[type=submit]').click();
    await page.waitForURL(({ pathname }) => pathname !== '/sign-in');
    await page
      .locator('main img')
      .nth(7)
      .waitFor({ timeout: longestWaitMs })
      .catch(() => {});
    for (const { caption, seconds, play } of scenes) {
      await play(page, cardOf);
      await say(page, caption);
      frames.push({ picture: await page.screenshot(), seconds });
    }
    await page.close();
  }
  return frames;
}

/** Overlays a caption at the bottom of the page. */
async function say(page: Page, caption: string): Promise<void> {
  await page.evaluate((text) => {
    const line = document.querySelector('#tour') ?? document.body.appendChild(document.createElement('div'));
    line.id = 'tour';
    line.setAttribute(
      'style',
      'position:fixed;z-index:99;left:0;bottom:0;padding:14px 28px;border-top-right-radius:14px;background:#10201d;color:#fff;font-size:22px;font-weight:600',
    );
    line.textContent = text;
  }, caption);
  await page.evaluate(() => document.fonts.ready);
}

async function join(frames: readonly Frame[]): Promise<Buffer> {
  const small = await Promise.all(frames.map(({ picture }) => sharp(picture).resize(widthPixels).png().toBuffer()));
  const delay = frames.map(({ seconds }) => seconds * 1_000);
  return sharp(small, { join: { animated: true } })
    .webp({ quality: 72, effort: 6, delay, loop: 0 })
    .toBuffer();
}

await runOnce(async () => {
  await buildPrograms();
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'front-desk-tour-'));
  fs.chmodSync(dataDir, 0o755);
  const [deskPort, platformPort] = await findFreePorts(2);
  const env: NodeJS.ProcessEnv = {
    ...ownSurroundings(),
    DATA_DIR: dataDir,
    PORT: String(deskPort),
    PLATFORM_PORT: String(platformPort),
    PLATFORM_DEMO_TRAINING: '0',
  };
  const demo = await startDemo({ env, deskScript: 'programs/desk.ts' });
  const stopPast = startPast(env);
  const browser = await chromium.launch({ executablePath: installBrowser(), args: ['--no-sandbox'] });
  try {
    const frames = await playTour(browser, demo);
    const picture = await join(frames);
    fs.writeFileSync(path.join(root, file), picture);
    const lasts = frames.reduce((sum, { seconds }) => sum + seconds, 0);
    console.log(`${file}: ${lasts} seconds, ${Math.round(picture.length / 1024)} kB.`);
  } finally {
    await browser.close();
    await stopPast();
    await demo.stop();
    fs.rmSync(dataDir, { recursive: true, force: true });
  }
  return 0;
});
