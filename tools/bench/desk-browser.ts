import { setTimeout } from 'node:timers/promises';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import type { Stack } from '#tools/testing/stack.ts';

/** Runs a browser for the duration of a measurement. */
export async function withBrowser<T>(measure: (browser: Browser) => Promise<T>): Promise<T> {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH,
    args: ['--no-sandbox', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-sync'],
  });
  try {
    return await measure(browser);
  } finally {
    await browser.close();
  }
}

type SignedIn = Awaited<ReturnType<BrowserContext['storageState']>>;

/** A separate browser profile: an empty cache, and signed in if a state is given. */
export const newProfile = (browser: Browser, storageState?: SignedIn): Promise<BrowserContext> =>
  browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB', storageState });

/** Signs in through the form and waits for the check-in page. */
export async function signIn(
  context: BrowserContext,
  stack: Stack,
  role: 'reception' | 'manager' = 'reception',
): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${stack.deskUrl}/sign-in`);
  await page.getByLabel('E-mail').fill(`${role}@demo.example`);
  await page.getByLabel('Password').fill(stack.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await waitUntilUsable(page);
  return page;
}

export async function waitUntilUsable(page: Page): Promise<void> {
  await page.getByRole('searchbox', { name: 'Scan or search' }).waitFor();
  await page.getByRole('list', { name: 'In the gym' }).getByRole('listitem').first().waitFor();
}

/** The typing speed of card readers, and no faster: simultaneous keys would be one long task for the page. */
const keyEveryMs = 4;

/**
 * A reader at the page: a burst of keys, ended by Enter. None waits for the response to the previous one, otherwise a
 * busy machine would slow the burst down to a person's typing.
 */
export async function connectReader(page: Page): Promise<(rfid: string) => Promise<void>> {
  const session = await page.context().newCDPSession(page);
  const press = (key: string, text = key) => [
    session.send('Input.dispatchKeyEvent', { type: 'keyDown', key, text }),
    session.send('Input.dispatchKeyEvent', { type: 'keyUp', key }),
  ];
  return async (rfid) => {
    const pressed: Promise<unknown>[] = [];
    for (const key of rfid) {
      pressed.push(...press(key));
      await setTimeout(keyEveryMs);
    }
    await Promise.all([...pressed, ...press('Enter', '\r')]);
  };
}
