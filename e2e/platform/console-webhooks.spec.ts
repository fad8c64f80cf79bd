import type { Page } from '@playwright/test';
import { expectFine } from '#e2e/base/expect-fine.ts';
import { expect, test } from '#e2e/base/fixtures.ts';
import { type Receiver, startReceiver } from '#e2e/base/receiver.ts';
import { showInstead } from '#e2e/base/show-instead.ts';
import { tabTo } from '#e2e/base/tab-to.ts';
import { createSandboxGym } from '#tools/testing/sandbox-gyms.ts';

const email = 'webhooks@console.example';
const password = 'a password of the owner';

let consoleUrl = '';
let apiKey = '';
let accountId = '';
const receivers: Receiver[] = [];

test.beforeAll(async ({ stack }) => {
  consoleUrl = `${stack.platformUrl}/console`;
  const gym = await createSandboxGym(stack, 'Studio Süd');
  apiKey = gym.apiKey;
  accountId = gym.members.find(({ shows }) => shows === 'admitted')?.accountId ?? '';
  await stack.platformAdminWithInput(['create-owner', '--gym', gym.gymId, '--email', email], password);
});
test.afterEach(async () => {
  await Promise.all(receivers.splice(0).map((receiver) => receiver.close()));
});

async function receive(...answers: number[]): Promise<Receiver> {
  const receiver = await startReceiver(...answers);
  receivers.push(receiver);
  return receiver;
}

/** Sends requests as the gym's software does. */
async function ask<T>(path: string, body: unknown): Promise<T> {
  const response = await fetch(new URL(`/api/v2${path}`, consoleUrl), {
    method: 'POST',
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
  return (text ? JSON.parse(text) : undefined) as T; // safe because: the platform fulfils its contract
}

async function signIn(page: Page): Promise<void> {
  await page.goto(`${consoleUrl}/sign-in`);
  await page.locator('[name=email]').fill(email);
  await page.locator('[name=password]').fill(password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(consoleUrl);
}

async function press(page: Page, role: 'link' | 'button', name: string): Promise<void> {
  const target = page.getByRole('main').getByRole(role, { name, exact: true }).first();
  await expect(target).toBeVisible();
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

/** Reloads the page until the newest event is in this state. */
const newestIs = (page: Page, state: string) =>
  expect(async () => {
    await page.reload();
    await expect(page.locator('.delivery').first()).toContainText(state, { timeout: 500 });
  }).toPass();

test('by keyboard alone an owner adds a webhook, sees the attempt of an event, sends it again, and deletes the webhook', async ({
  page,
}) => {
  const receiver = await receive(200, 200);
  await signIn(page);
  await tabTo(page, page.getByRole('link', { name: 'Webhooks', exact: true }));
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByLabel('Address'));
  await page.keyboard.type(receiver.url);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'The webhook is added' })).toBeVisible();
  const secret = await page.locator('.secret').innerText();
  expect(secret).toMatch(/^whsec_/);
  await press(page, 'link', 'To the webhook');
  await expect(page.getByText('No event in the last thirty days.')).toBeVisible();
  await expect(page.locator('body')).not.toContainText(secret);

  await ask(`/accounts/${accountId}/checkins`, {});
  await newestIs(page, 'Delivered');
  const event = page.locator('.delivery').first();
  await expect(event).toContainText(accountId);
  await expect(event.locator('.tries li')).toHaveText([/answer 200/]);

  await press(page, 'button', 'Send again');
  await expect(page.getByRole('status')).toHaveText('The event is sent again.');
  await newestIs(page, '2 tries');
  await expect(event.locator('.tries li')).toHaveText([/answer 200/, /answer 200/]);
  expect(new Set(receiver.webhookIds).size).toBe(1);
  await expect(event).toContainText(receiver.webhookIds[0] ?? '');

  await press(page, 'link', 'Delete…');
  await expect(page.getByRole('heading', { name: 'Delete this webhook?' })).toBeVisible();
  await press(page, 'button', 'Delete');
  await expect(page.getByRole('status')).toHaveText('The webhook is deleted.');
  await expect(page.getByText(receiver.url)).toHaveCount(0);
});

/** A webhook with an event of each outcome, and messages. @returns the pages that show them */
async function fillPages(): Promise<string[]> {
  const receiver = await receive(204, 503);
  const { id } = await ask<{ id: number }>('/webhooks', { url: receiver.url, secret: 'a shared secret' });
  for (const verb of ['checkins', 'checkouts']) await ask(`/accounts/${accountId}/${verb}`, {});
  await ask(`/accounts/${accountId}/notifications`, { text: 'w'.repeat(500), deeplink: `app://${'x'.repeat(90)}` });
  await ask(`/accounts/${accountId}/notifications`, { text: 'Your class\nbegins at six.' });
  await expect.poll(() => receiver.webhookIds.length).toBeGreaterThan(1);
  const own = `${consoleUrl}/webhooks/${id}`;
  return [`${consoleUrl}/webhooks`, own, `${own}?done=again`, `${own}/delete`, `${consoleUrl}/messages`];
}

test.describe('on the pages of webhooks and messages', () => {
  test.use({ allowedConsoleError: /status of 422/ });

  test('there are no axe violations in light and dark colours, and nothing is wider than a phone', async ({ page }) => {
    const pages = await fillPages();
    await signIn(page);
    for (const url of pages) {
      await showInstead(page, url);
      await page.locator('details').evaluateAll((all) => {
        for (const folded of all) folded.setAttribute('open', '');
      });
      await expectFine(page, url);
    }
    await page.goto(pages[0] ?? '');
    await page.getByLabel('Address').fill('https://10.0.0.1/');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toContainText('No event can be sent to this address.');
    await expect(page.getByLabel('Address')).toBeFocused();
    await expectFine(page, 'a wrong address');
  });
});
