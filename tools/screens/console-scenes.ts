import type { Browser, Page } from '@playwright/test';
import type { Stack } from '#tools/testing/stack.ts';
import { withDatabase } from '#tools/testing/with-database.ts';
import { type ConsoleScene, webhookScenes } from './console-webhook-scenes.ts';
import type { Look } from './looks.ts';

const password = 'a password for the pictures';

const submit = (page: Page, action: string) => page.locator(`form[action="${action}"] button`).last().click();

/** The pages of a gym's owner, in the order of the pictures. */
const consoleScenes: readonly ConsoleScene[] = [
  { name: 'console-sign-in', isForAll: true, play: (page, url) => page.goto(`${url}/sign-in`) },
  {
    name: 'console-new-secret',
    play: async (page, url, stack) => {
      await signIn(page, url, stack);
      await page.goto(`${url}/keys/token`);
      await submit(page, '/console/keys/token');
      await page.locator('.secret').waitFor();
    },
  },
  {
    name: 'console-overview',
    isForAll: true,
    play: async (page, url) => {
      await speakAsTheGym(page, url);
      await page.goto(url);
    },
  },
  {
    name: 'console-silent',
    play: async (page, url, stack) => {
      await fallSilent(stack);
      await page.goto(url);
    },
  },
  { name: 'console-keys', isForAll: true, play: (page, url) => page.goto(`${url}/keys`) },
  {
    name: 'console-revoke',
    play: async (page, url) => {
      await page.goto(`${url}/keys`);
      await page.locator('a[href$="/revoke"]').first().click();
      await page.waitForURL('**/revoke');
    },
  },
  ...webhookScenes,
  { name: 'console-account', play: (page, url) => page.goto(`${url}/account`) },
];

/** Creates an owner of the demo gym with a password, because the link of a sandbox works once. */
async function signIn(page: Page, url: string, stack: Stack): Promise<void> {
  const { gyms } = await stack.platformAdmin<{ gyms: { gymId: string }[] }>('seed-demo');
  const email = 'inhaberin@demo.example';
  await stack.platformAdminWithInput(['create-owner', '--gym', gyms[0]?.gymId ?? '', '--email', email], password);
  await page.goto(`${url}/sign-in`);
  await page.locator('[name=email]').fill(email);
  await page.locator('[name=password]').fill(password);
  await submit(page, '/console/sign-in');
  await page.waitForURL(url);
}

/** Sends some requests of the gym's software, with the token that the page shows. */
async function speakAsTheGym(page: Page, url: string): Promise<void> {
  const token = await page.locator('.secret').innerText();
  const gymId = await page.locator('dd code').first().innerText();
  const address = new URL(`/v1/alive?gymId=${gymId}`, url).href;
  for (let i = 0; i < 12; i += 1) await page.request.post(address, { headers: { 'x-access-token': token } });
}

const fallSilent = (stack: Stack) =>
  withDatabase(stack, 'platform', async (client) => {
    await client.query("UPDATE access_tokens SET last_received_at = now() - interval '31 hours'");
    await client.query("DELETE FROM rate_buckets WHERE key_id LIKE 'v1:%'");
  });

/** Takes the pictures of the platform's console in one look. */
export async function pictureConsole(browser: Browser, stack: Stack, look: Look, fileOf: (screen: string) => string) {
  const { viewport, colorScheme, locale } = look;
  const page = await browser.newPage({ viewport, colorScheme, locale });
  const url = `${stack.platformUrl}/console`;
  for (const scene of consoleScenes) {
    await scene.play(page, url, stack);
    await page.evaluate(() => document.fonts.ready);
    if (look.isWhole || scene.isForAll) await page.screenshot({ path: fileOf(scene.name), fullPage: true });
  }
  await page.close();
}
