import type { Page } from '@playwright/test';
import { queryDatabase } from '#e2e/base/databases.ts';
import { expect, test } from '#e2e/base/fixtures.ts';
import { pathHere } from '#e2e/base/path-here.ts';
import { FakeLegacy } from '#lib/testing/fake-legacy.ts';

let legacy: FakeLegacy;

const section = (page: Page) => page.getByRole('region', { name: 'Legacy interface (version 1)' });
const state = (page: Page) => section(page).getByRole('status');

const forget = [
  { text: 'delete from legacy_connectivity' },
  { text: 'update locations set v1_url = null, v1_gym_id = null, sealed_v1_token = null' },
];

test.beforeEach(async () => {
  legacy = await new FakeLegacy().start();
});
test.afterEach(() => legacy.stop());

test('the platform gets a report when a desk starts, and a gym that has stopped reporting is shown until it is fixed', async ({
  page,
  desk,
  stack,
}) => {
  await desk.signIn(page, 'manager');
  await page.goto('/office/location');
  await expect(state(page)).toHaveText(/^Last heard by the member system/);
  const gyms = await stack.platformAdmin<{ name: string; connectivity: string }[]>('list-gyms');
  expect(gyms.find(({ name }) => name === 'München West')).toMatchObject({ connectivity: 'active' });

  // an interface that answers as this test needs
  await queryDatabase(stack, 'desk', forget);
  await page.reload();
  await expect(state(page)).toHaveText('Not set up.');
  const address = section(page).getByLabel('Address');
  const gymId = section(page).getByLabel('Gym ID');
  const token = section(page).getByLabel('Access token');
  await address.fill(new URL(legacy.url).origin);
  await gymId.fill(legacy.gymId);
  await token.fill('yesterday');
  await token.press('Enter');
  await expect(section(page).getByText('The member system refused this gym ID with this token.')).toBeVisible();
  await token.fill(legacy.token);
  await token.press('Enter');
  await expect(state(page)).toContainText('Last heard by the member system');
  await expect(address).toHaveValue(legacy.url);

  // the token stays on the server
  await page.reload();
  await expect(gymId).toHaveValue(legacy.gymId);
  expect(await page.content()).not.toContain(legacy.token);
  const answered = await page.request.get(await pathHere(page, '/api/desk/legacy'));
  expect(answered.ok()).toBe(true);
  expect(await answered.text()).not.toContain(legacy.token);

  legacy.token = 'tomorrow';
  const makeDue = { text: 'update legacy_connectivity set next_attempt_at = now()' };
  await queryDatabase(stack, 'desk', [makeDue]);
  await expect(state(page)).toContainText('wrong gym ID or token. Enter the valid ones here.', { timeout: 15_000 });
  await expect(state(page)).toContainText('Last heard by the member system');

  await page.getByRole('link', { name: 'Staff' }).click();
  const notice = page.getByRole('status').filter({ hasText: 'refuses the gym ID or the token' });
  await expect(notice).toBeVisible();
  await notice.getByRole('link', { name: 'To the legacy interface' }).click();
  await expect(notice).toHaveCount(0);
  await token.fill('tomorrow');
  await token.press('Enter');
  await expect(state(page)).toHaveText(/^Last heard by the member system/);
  await page.getByRole('link', { name: 'Staff' }).click();
  await expect(page.getByRole('heading', { name: 'Staff' })).toBeVisible();
  await expect(notice).toHaveCount(0);

  await page.goto('/office/location');
  await section(page).getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(state(page)).toHaveText('Not set up.');
});
