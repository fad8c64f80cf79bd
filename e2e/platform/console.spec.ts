import type { Page } from '@playwright/test';
import { connectAuthenticator } from '#e2e/base/authenticator.ts';
import { queryDatabase } from '#e2e/base/databases.ts';
import { expectFine } from '#e2e/base/expect-fine.ts';
import { expect, test } from '#e2e/base/fixtures.ts';
import { tabTo } from '#e2e/base/tab-to.ts';

const email = 'inhaber@console.example';
const password = 'a password of the owner';

let consoleUrl = '';

test.beforeAll(async ({ stack }) => {
  consoleUrl = `${stack.platformUrl}/console`;
  const created = ['create-gym', '--name', 'Studio Nord', '--time-zone', 'Europe/Berlin'];
  const { gymId } = await stack.platformAdmin<{ gymId: string }>(...created);
  await stack.platformAdminWithInput(['create-owner', '--gym', gymId, '--email', email], password);
});

async function signIn(page: Page) {
  await page.goto(consoleUrl);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(consoleUrl);
}

test('by keyboard alone an owner signs in, creates a key, copies it, sees it once, and revokes it', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
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
  await tabTo(page, page.getByRole('button', { name: 'Copy' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status')).toHaveText('Copied');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(apiKey);
  await tabTo(page, page.getByRole('link', { name: 'To the keys' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Keys', level: 1 })).toBeVisible();
  await page.goBack();
  await expect(page.getByText('This was shown once')).toBeVisible();
  await expect(page.locator('body')).not.toContainText(apiKey);
  await page.reload();
  await expect(page.locator('body')).not.toContainText(apiKey);
  await tabTo(page, page.getByRole('link', { name: 'To the keys' }));
  await page.keyboard.press('Enter');

  const [, keyId = ''] = apiKey.split('_');
  await tabTo(page, page.getByRole('link', { name: `Revoke the key ${keyId}` }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Revoke this key?' })).toBeVisible();
  await tabTo(page, page.getByRole('button', { name: 'Revoke' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status')).toHaveText('The key is revoked.');
});

test('an owner adds a passkey, needs it besides the password, signs in with it alone, and proves with it who gives access', async ({
  page,
  stack,
}) => {
  const gyms = await stack.platformAdmin<{ gymId: string; name: string }[]>('list-gyms');
  const gymId = gyms.find(({ name }) => name === 'Studio Nord')?.gymId ?? '';
  const own = 'passkeys@console.example';
  await stack.platformAdminWithInput(['create-owner', '--gym', gymId, '--email', own], password);
  await connectAuthenticator(page);
  // passkeys belong to a name, never to an IP address
  const at = (path = '') => consoleUrl.replace('127.0.0.1', 'localhost') + path;
  const overview = page.getByRole('heading', { name: 'Overview', level: 1 });
  const signOut = async () => {
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(page.getByRole('heading', { name: 'Sign in', level: 1 })).toBeVisible();
  };
  const enterPassword = async () => {
    await page.goto(at());
    await page.getByLabel('E-mail').fill(own);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
  };

  await enterPassword();
  await page.getByRole('link', { name: 'My account' }).click();
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  // the device is asked without another press
  await expect(page.getByRole('status')).toHaveText('The passkey is added.');
  await expect(page.getByRole('list', { name: 'Passkeys' }).getByRole('listitem')).toHaveCount(1);
  await expectFine(page, 'account, with a passkey');

  await signOut();
  await enterPassword();
  await expect(overview).toBeVisible();
  await signOut();
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(overview).toBeVisible();

  // some minutes later, a key is created after a passkey
  await queryDatabase(stack, 'platform', [
    { text: `update owner_sessions set authenticated_at = authenticated_at - interval '6 minutes'` },
  ]);
  await page.getByRole('link', { name: 'Keys', exact: true }).click();
  await page.getByRole('checkbox', { name: 'Tasks' }).check();
  await page.getByRole('button', { name: 'Create key' }).click();
  await expect(page.getByRole('heading', { name: 'Is it you?' })).toBeVisible();
  await expectFine(page, 'asked again');
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByRole('heading', { name: 'The new key' })).toBeVisible();

  await page.goto(at('/account'));
  await page.getByRole('link', { name: /^Change the passkey/ }).click();
  await page.getByLabel('Name').fill('Phone of the owner');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('link', { name: 'Change the passkey “Phone of the owner”' }).click();
  await expectFine(page, 'a passkey');
  await page.getByRole('button', { name: 'Remove passkey' }).click();
  await expect(page.getByRole('status')).toHaveText('The passkey is removed.');
});

/** Every page of the console, with the way to open it. */
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
  account: (page) => page.goto(`${consoleUrl}/account`),
  'new passkey': (page) => page.goto(`${consoleUrl}/account/passkeys/new`),
  'not found': (page) => page.goto(`${consoleUrl}/nowhere`),
};

test.describe('on every page', () => {
  // the browser itself reports every page with an error status
  test.use({ allowedConsoleError: /status of (404|422)/ });

  test('there are no axe violations in light and dark colours, and nothing is wider than a phone', async ({ page }) => {
    await page.goto(consoleUrl);
    await expectFine(page, 'sign-in');
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Password').fill('wrong');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toHaveText('Wrong e-mail or password.');
    await expect(page.getByLabel('E-mail')).toHaveValue(email);
    await expectFine(page, 'sign-in, wrong password');
    await signIn(page);
    for (const [name, open] of Object.entries(pages)) {
      await open(page);
      await expectFine(page, name);
    }
  });
});

test('the link printed by the sandbox signs in; typed text is kept in another language, and gone on the next page', async ({
  page,
  stack,
}) => {
  await page.goto(stack.programs().platform?.ownerLink ?? '');
  await expect(page).toHaveURL(consoleUrl);
  await expect(page.getByText('München West')).toBeVisible();
  await expect(page.getByText('owner@demo.example')).toBeVisible();
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
