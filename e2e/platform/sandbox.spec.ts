import type { Page } from '@playwright/test';
import { expectFine } from '#e2e/base/expect-fine.ts';
import { expect, test } from '#e2e/base/fixtures.ts';
import type { Stack } from '#tools/testing/stack.ts';

interface SandboxGym {
  gymId: string;
  v2: { url: string; apiKey: string };
  members: { accountId: string; firstName: string; lastName: string }[];
}

const asJson = (method: string, body: object) => ({
  method,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

async function createGym({ platformUrl }: Stack): Promise<SandboxGym> {
  const response = await fetch(`${platformUrl}/sandbox/gyms`, asJson('POST', { name: 'Studio Fluss' }));
  return response.json();
}

/** Sends a request of the gym's client. */
async function ask({ v2 }: SandboxGym, path: string, body: object): Promise<Response> {
  const { headers, ...init } = asJson('POST', body);
  return fetch(v2.url + path, { ...init, headers: { ...headers, 'x-api-key': v2.apiKey } });
}

/** Every page of the sandbox with something on it, by name. */
async function openEach(stack: Stack): Promise<Record<string, (page: Page) => Promise<unknown>>> {
  const gym = await createGym(stack);
  const { gymId } = gym;
  const [member] = gym.members;
  const refused = await ask(gym, '/accounts', { email: 'lena' });
  await ask(gym, '/webhooks', { url: 'http://127.0.0.1:9/events', secret: 'a secret' });
  await fetch(`${stack.platformUrl}/sandbox/events`, asJson('POST', { type: 'GYM_CHECKIN', gymId }));
  await ask(gym, `/accounts/${member?.accountId}/notifications`, { text: 'At six.', deeplink: 'workouts' });
  const rule = { gymId, operations: ['listAccounts'], status: 503, times: 3 };
  await fetch(`${stack.platformUrl}/sandbox/faults/pages`, asJson('PUT', rule));
  const pages = `${stack.platformUrl}/sandbox/pages`;
  return {
    requests: (page) => page.goto(`${stack.platformUrl}/sandbox`),
    'requests, filtered': (page) => page.goto(`${stack.platformUrl}/sandbox?gymId=${gymId}&status=4xx`),
    'requests, a wrong filter': (page) => page.goto(`${stack.platformUrl}/sandbox?status=9`),
    'a request': (page) => page.goto(`${pages}/requests/${refused.headers.get('x-request-id')}`),
    webhooks: async (page) => {
      await page.goto(`${pages}/deliveries?gymId=${gymId}`);
      await page.locator('summary').first().click();
    },
    faults: async (page) => {
      await page.goto(`${pages}/faults`);
      await page.locator('summary').click();
    },
    'faults, a wrong rule': async (page) => {
      await page.goto(`${pages}/faults`);
      await page.locator('summary').click();
      await page.locator('#name').fill('wrong');
      await page.locator('#rule').fill('{');
      await page.locator('details button').click();
      await expect(page.getByRole('alert')).toBeVisible();
    },
    clock: (page) => page.goto(`${pages}/clock`),
    gyms: (page) => page.goto(`${pages}/gyms`),
    'a new gym': async (page) => {
      await page.goto(`${pages}/gyms`);
      await page.locator('form.card button').click();
      await expect(page.locator('#api-key')).toBeVisible();
    },
    'a gym': (page) => page.goto(`${pages}/gyms/${gymId}`),
    'a gym to be set back': (page) => page.goto(`${pages}/gyms/${gymId}/reset`),
    'the demo to be set back': (page) => page.goto(`${pages}/reset`),
    phones: async (page) => {
      await page.goto(`${pages}/phones`);
      await page.locator('summary').first().click();
    },
    'phones, nobody': (page) => page.goto(`${pages}/phones?accountId=none`),
  };
}

test.describe('on every page of the sandbox', () => {
  // the browser itself reports every page with an error status
  test.use({ allowedConsoleError: /status of 422/ });

  // a violation of one language is hardly one of one width alone
  for (const [language, code, width] of [
    ['English', 'en', 1280],
    ['Deutsch', 'de', 390],
  ] as const) {
    test(`there are no axe violations in light and dark colours: ${language}, ${width} pixels wide`, async ({
      page,
      stack,
    }) => {
      const pages = Object.entries(await openEach(stack));
      await page.setViewportSize({ width, height: 844 });
      await page.goto(`${stack.platformUrl}/sandbox`);
      await page.getByRole('button', { name: language }).click();
      for (const [name, open] of pages) {
        await open(page);
        await expect(page.locator('html')).toHaveAttribute('lang', code);
        await expectFine(page, name);
      }
      await fetch(`${stack.platformUrl}/sandbox/faults/pages`, { method: 'DELETE' });
    });
  }
});

test('the filter is folded on a phone alone, and what it is set to is visible', async ({ page, stack }) => {
  await page.goto(`${stack.platformUrl}/sandbox?status=4xx`);
  const [operation, summary] = [page.getByLabel('Operation'), page.locator('summary', { hasText: 'Filter' })];
  const chosen = page.getByText('Only Status: Refused (4xx)');
  await expect(operation).toBeVisible();
  await expect(chosen).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(operation).toBeHidden();
  await expect(chosen).toBeVisible();
  await summary.click();
  await operation.fill('checkin');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Only Operation: checkin · Status: Refused (4xx)')).toBeVisible();
});

test('a message reaches the open picture of a phone, and the member deletes the account there', async ({
  page,
  stack,
}) => {
  const gym = await createGym(stack);
  const [{ accountId, firstName, lastName } = { accountId: '', firstName: '', lastName: '' }] = gym.members;
  await page.goto(`${stack.platformUrl}/sandbox/pages/phones?accountId=${accountId}`);
  const phone = page.getByRole('group', { name: `Lock screen of ${firstName} ${lastName}` });
  await expect(phone).toBeVisible();
  await ask(gym, `/accounts/${accountId}/notifications`, { text: 'The class begins at six.' });
  await expect(phone.getByText('The class begins at six.')).toBeVisible();
  await expect(phone.getByText('Studio Fluss')).toBeVisible();
  await page.getByText('Delete the account, as in the app').click();
  await page.getByRole('button', { name: `Delete the account: ${firstName} ${lastName}` }).click();
  await expect(page.getByRole('status').first()).toHaveText('The member has deleted the account.');
  const { v2 } = gym;
  const gone = await fetch(`${v2.url}/accounts/${accountId}`, { headers: { 'x-api-key': v2.apiKey } });
  expect(gone.status).toBe(404);
});
