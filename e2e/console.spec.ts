import type { Page } from '@playwright/test';
import { expectAccessible } from './expect-accessible.ts';
import { expect, test } from './fixtures.ts';
import { tabTo } from './tab-to.ts';

interface Gym {
  gymId: string;
  legacyGymId: number;
  apiKey: string;
  accessToken: string;
}

const email = 'inhaber@console.example';
const password = 'a password of the owner';

let gym: Gym;
let consoleUrl = '';

test.beforeAll(async ({ stack }) => {
  consoleUrl = `${stack.platformUrl}/console`;
  gym = await stack.platformAdmin<Gym>('create-gym', '--name', 'Studio Nord', '--time-zone', 'Europe/Berlin');
  await stack.platformAdminWithInput(['create-owner', '--gym', gym.gymId, '--email', email], password);
});

async function signIn(page: Page, words = { email: 'E-mail', password: 'Password', submit: 'Sign in' }) {
  await page.goto(consoleUrl);
  await page.getByLabel(words.email).fill(email);
  await page.getByLabel(words.password).fill(password);
  await page.getByRole('button', { name: words.submit }).click();
  await expect(page).toHaveURL(consoleUrl);
}

const statusOf = (page: Page, apiKey: string) =>
  page.request
    .get(new URL('/api/v2/products', consoleUrl).href, { headers: { 'x-api-key': apiKey } })
    .then((answer) => answer.status());

test('by keys alone an owner signs in, makes a key, sees it once, and revokes it', async ({ page }) => {
  await page.goto(consoleUrl);
  await expect(page.getByLabel('E-mail')).toBeFocused();
  await page.keyboard.type(email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible();

  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'To the content' })).toBeFocused();
  await tabTo(page, page.getByRole('link', { name: 'Keys', exact: true }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Keys', level: 1 })).toBeVisible();
  await tabTo(page, page.getByRole('checkbox', { name: 'Products and bookings' }));
  await page.keyboard.press('Space');
  await tabTo(page, page.getByRole('button', { name: 'Create key' }));
  await page.keyboard.press('Enter');

  await expect(page.getByRole('heading', { name: 'The new key' })).toBeVisible();
  const apiKey = (await page.locator('.secret').textContent()) ?? '';
  expect(apiKey).toMatch(/^fdk_\w{10}_\w{32}$/);
  expect(await statusOf(page, apiKey)).toBe(200);
  await tabTo(page, page.getByRole('link', { name: 'To the keys' }));
  await page.keyboard.press('Enter');

  const [, keyId = ''] = apiKey.split('_');
  await tabTo(page, page.getByRole('link', { name: `Revoke the key ${keyId}` }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Revoke this key?' })).toBeVisible();
  await tabTo(page, page.getByRole('button', { name: 'Revoke' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status')).toHaveText('The key is revoked.');
  expect(await statusOf(page, apiKey)).toBe(403);
});

test('a new key is gone after loading the page anew and after going back, and can be copied before', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page);
  await page.goto(`${consoleUrl}/keys`);
  await page.getByRole('checkbox', { name: 'Tasks' }).check();
  await page.getByRole('button', { name: 'Create key' }).click();
  const apiKey = (await page.locator('.secret').textContent()) ?? '';
  await page.getByRole('button', { name: 'Copy' }).click();
  await expect(page.getByRole('status')).toHaveText('Copied');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(apiKey);

  await page.getByRole('link', { name: 'To the keys' }).click();
  await page.goBack();
  await expect(page.getByText('This was shown once')).toBeVisible();
  await expect(page.locator('body')).not.toContainText(apiKey);
  await page.reload();
  await expect(page.locator('body')).not.toContainText(apiKey);
});

test('the indicator follows what the gym’s software sends, and its token can be renewed', async ({ page }) => {
  await signIn(page);
  const indicator = page.getByRole('region', { name: 'Your gym’s software' });
  await expect(indicator).toContainText('Nothing received yet');
  const sayAlive = async (token: string) =>
    (
      await page.request.post(new URL(`/v1/alive?gymId=${gym.legacyGymId}`, consoleUrl).href, {
        headers: { 'x-access-token': token },
      })
    ).status();
  expect(await sayAlive(gym.accessToken)).toBe(204);
  await page.reload();
  await expect(indicator).toContainText('Active');

  await page.getByRole('link', { name: 'Keys', exact: true }).click();
  await page.getByRole('link', { name: 'Renew the token' }).click();
  await page.getByRole('button', { name: 'Renew the token' }).click();
  const renewed = (await page.locator('.secret').textContent()) ?? '';
  expect([await sayAlive(renewed), await sayAlive(gym.accessToken)]).toEqual([204, 401]);
});

/** Every page of the console, by what leads to it. */
const pages: Record<string, (page: Page) => Promise<unknown>> = {
  overview: (page) => page.goto(consoleUrl),
  keys: (page) => page.goto(`${consoleUrl}/keys`),
  'keys, nothing chosen': async (page) => {
    await page.goto(`${consoleUrl}/keys`);
    await page.getByRole('button', { name: 'Create key' }).click();
    await expect(page.getByRole('alert')).toBeVisible();
  },
  'new key': async (page) => {
    await page.goto(`${consoleUrl}/keys`);
    await page.getByRole('checkbox', { name: 'Tasks' }).check();
    await page.getByRole('button', { name: 'Create key' }).click();
    await expect(page.locator('.secret')).toBeVisible();
  },
  'revoke a key': async (page) => {
    await page.goto(`${consoleUrl}/keys`);
    await page
      .getByRole('link', { name: /^Revoke the key/ })
      .first()
      .click();
    await expect(page.getByRole('heading', { name: 'Revoke this key?' })).toBeVisible();
  },
  'renew the token': (page) => page.goto(`${consoleUrl}/keys/token`),
  webhooks: (page) => page.goto(`${consoleUrl}/webhooks`),
  messages: (page) => page.goto(`${consoleUrl}/messages`),
  password: (page) => page.goto(`${consoleUrl}/password`),
  'not found': (page) => page.goto(`${consoleUrl}/nowhere`),
};

// the browser itself notes every page whose status is not of success
const refusals = /status of (404|422)/;

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in ${colorScheme} colours`, () => {
    test.use({ colorScheme, allowedConsoleError: refusals });

    test('axe finds nothing on any page', async ({ page }) => {
      await page.goto(consoleUrl);
      await expectAccessible(page, { about: 'sign-in' });
      await page.getByLabel('E-mail').fill(email);
      await page.getByLabel('Password').fill('wrong');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('alert')).toHaveText('Wrong e-mail or password.');
      await expect(page.getByLabel('E-mail')).toHaveValue(email);
      await expectAccessible(page, { about: 'sign-in, wrong password' });
      await signIn(page);
      for (const [name, open] of Object.entries(pages)) {
        await open(page);
        await expectAccessible(page, { about: name });
      }
    });
  });
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, allowedConsoleError: refusals });

  test('no page is wider than the screen', async ({ page }) => {
    await signIn(page);
    for (const [name, open] of Object.entries(pages)) {
      await open(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), name).toBeLessThanOrEqual(0);
    }
  });
});

test('what was typed is still there in another language, and gone on the next page', async ({ page }) => {
  await signIn(page);
  await page.getByRole('link', { name: 'Webhooks', exact: true }).click();
  await page.locator('#url').fill('https://desk.example.org/ev');
  await page.locator('#secret').fill('nothing to keep');
  await page.getByRole('button', { name: 'Deutsch' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect(page.locator('#url')).toHaveValue('https://desk.example.org/ev');
  await expect(page.locator('#secret')).toHaveValue('');
  await page.getByRole('link', { name: 'Schlüssel', exact: true }).click();
  const box = page.getByRole('checkbox').first();
  await box.check();
  await page.getByRole('button', { name: 'English' }).click();
  await expect(page.getByRole('button', { name: 'Create key' })).toBeVisible();
  await expect(box).toBeChecked();
  await page.reload();
  await expect(box).not.toBeChecked();
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('an owner signs in, makes a key, changes the language and signs out', async ({ page }) => {
    await signIn(page);
    await page.getByRole('link', { name: 'Keys', exact: true }).click();
    await page.getByRole('checkbox', { name: 'Tasks' }).check();
    await page.getByRole('button', { name: 'Create key' }).click();
    await expect(page.locator('.secret')).toContainText('fdk_');
    await expect(page.getByRole('button', { name: 'Copy' })).toBeHidden();
    await page.getByRole('link', { name: 'Webhooks', exact: true }).click();
    await page.getByRole('button', { name: 'Deutsch' }).click();
    await expect(page).toHaveURL(/\/console\/webhooks$/);
    await page.getByRole('button', { name: 'Abmelden' }).click();
    await expect(page.getByRole('heading', { name: 'Anmelden' })).toBeVisible();
  });
});

test.describe('in German', () => {
  test.use({ locale: 'de-DE' });

  test('the console speaks German, until English is chosen', async ({ page }) => {
    await signIn(page, { email: 'E-Mail', password: 'Passwort', submit: 'Anmelden' });
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
    await expect(page.getByRole('heading', { name: 'Übersicht' })).toBeVisible();
    await page.getByRole('link', { name: 'Schlüssel', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Schlüssel erstellen' })).toBeVisible();
    await page.getByRole('button', { name: 'English' }).click();
    await expect(page.getByRole('button', { name: 'Create key' })).toBeVisible();
  });
});

test('the link that the sandbox prints signs in as the owner of the demo gym', async ({ page, stack }) => {
  await page.goto(stack.programs().platform?.ownerLink ?? '');
  await expect(page).toHaveURL(consoleUrl);
  await expect(page.getByText('München West')).toBeVisible();
  await expect(page.getByText('owner@demo.example')).toBeVisible();
});
