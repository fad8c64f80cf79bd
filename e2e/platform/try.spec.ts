import { colourRules } from '#components/testing/browser/colour-rules.ts';
import { expectAccessible } from '#e2e/base/expect-accessible.ts';
import { expect, test } from '#e2e/base/fixtures.ts';

/** Swagger UI has a `main` of its own, within that of the page (docs/decisions/api-documents-and-conformance.md). */
const ofSwagger = ['landmark-main-is-top-level', 'landmark-no-duplicate-main', 'landmark-unique'];

test('two presses create a gym and send a request with its key, in the page’s own origin alone', async ({
  page,
  stack,
}) => {
  const elsewhere: string[] = [];
  const complaints: string[] = [];
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol !== 'data:' && origin !== stack.platformUrl) elsewhere.push(request.url());
  });
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  await page.goto(`${stack.platformUrl}/reference/v2`);
  const byRfid = page.getByRole('article', { name: 'Find a member by RFID' });
  await byRfid.getByRole('link', { name: 'Try it' }).click();
  await page.getByRole('button', { name: 'Create a gym and use its key' }).click();
  const held = page.getByText('Requests are sent with the key of');
  await expect(held).toBeVisible();
  await page.getByRole('button', { name: 'Execute' }).click();
  const answered = page.locator('.live-responses-table');
  await expect(answered).toContainText('200');
  await expect(answered).toContainText('"membershipId": "M-10442"');
  expect(page.url()).not.toContain('fdk_');

  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth), `${width}`).toBe(0);
  }
  await expectAccessible(page, { without: ofSwagger });
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page, { about: 'dark', rules: colourRules });

  await page.getByRole('button', { name: 'Forget it now' }).click();
  await expect(page.getByRole('button', { name: 'Create a gym and use its key' })).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  expect([elsewhere, complaints]).toEqual([[], []]);
});

test('the page of a new gym hands its key over to a tab of its own, for each interface', async ({ page, stack }) => {
  await page.goto(`${stack.platformUrl}/sandbox/pages/gyms`);
  await page.getByLabel('Name of the gym').fill('Try <it>');
  await page.getByRole('button', { name: 'Create a gym' }).click();
  const opened = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'Try it in the browser' }).click();
  const tab = await opened;
  await expect(tab.getByText('Requests are sent with the key of Try <it>')).toBeVisible();
  await tab.goto(`${stack.platformUrl}/reference/v1/try#/Members/getProfile`);
  await tab.getByRole('button', { name: 'Execute' }).click();
  await expect(tab.locator('.live-responses-table')).toContainText('200');
  await expect(page.getByRole('heading', { name: 'Try <it>' })).toBeVisible();

  // a gym that is gone is forgotten
  const { gyms } = await (await page.request.get(`${stack.platformUrl}/sandbox/gyms`)).json();
  const { gymId } = gyms.find(({ name }: { name: string }) => name === 'Try <it>');
  await page.request.delete(`${stack.platformUrl}/sandbox/gyms/${gymId}`);
  await tab.reload();
  await expect(tab.getByRole('button', { name: 'Create a gym and use its key' })).toBeVisible();
  expect(await tab.evaluate(() => sessionStorage.length)).toBe(0);
});

test('where the browser stores nothing, a new gym is told with its key', async ({ page, stack }) => {
  await page.addInitScript(() =>
    Object.defineProperty(window, 'sessionStorage', {
      get: () => {
        throw new DOMException('Forbidden', 'SecurityError');
      },
    }),
  );
  await page.goto(`${stack.platformUrl}/reference/v2/try`);
  await page.getByRole('button', { name: 'Create a gym and use its key' }).click();
  await expect(page.getByRole('alert')).toContainText(/was created, but this browser stores nothing.*: fdk_/);
});
