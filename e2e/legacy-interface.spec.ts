import type { Page } from '@playwright/test';
import { FakeLegacy } from '#lib/testing/fake-legacy.ts';
import { queryDatabase } from './databases.ts';
import { expectAccessible } from './expect-accessible.ts';
import { expect, test } from './fixtures.ts';
import { pathHere } from './path-here.ts';

let legacy: FakeLegacy;

const section = (page: Page) => page.getByRole('region', { name: 'Legacy interface (version 1)' });
const state = (page: Page) => section(page).getByRole('status');

const forget = [
  { text: 'delete from legacy_connectivity' },
  { text: 'update locations set v1_url = null, v1_gym_id = null, sealed_v1_token = null' },
];

test('the platform hears of a desk that has started, and the office says when', async ({ page, desk, stack }) => {
  await desk.signIn(page, 'manager');
  await page.goto('/office/location');
  await expect(state(page)).toHaveText(/^Last heard by the member system/);
  const gyms = await stack.platformAdmin<{ name: string; connectivity: string }[]>('list-gyms');
  expect(gyms.find(({ name }) => name === 'München West')).toMatchObject({ connectivity: 'active' });
});

test.describe('with an interface that says what a test wants', () => {
  test.beforeEach(async ({ page, desk, stack }) => {
    legacy = await new FakeLegacy().start();
    await queryDatabase(stack, 'desk', forget);
    await desk.signIn(page, 'manager');
    await page.goto('/office/location');
  });
  test.afterEach(() => legacy.stop());
  test('the legacy interface is set up, replaced and removed, by keyboard alone', async ({ page }) => {
    const address = section(page).getByLabel('Address');
    const gymId = section(page).getByLabel('Gym ID');
    const token = section(page).getByLabel('Access token');
    await expect(state(page)).toHaveText('Not set up.');
    await expectAccessible(page);

    // nothing entered: every field says what it needs, the first has the focus
    await address.focus();
    await page.keyboard.press('Enter');
    await expect(section(page).getByText('Enter an address that begins with https://.')).toBeVisible();
    await expect(section(page).getByText('Enter the gym ID.')).toBeVisible();
    await expect(address).toBeFocused();
    await expectAccessible(page);

    await address.fill(new URL(legacy.url).origin);
    // what is mended goes, what is not stays
    await expect(section(page).getByText('Enter an address that begins with https://.')).toHaveCount(0);
    await expect(section(page).getByText('Enter the gym ID.')).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(gymId).toBeFocused();
    await gymId.fill(legacy.gymId);
    await page.keyboard.press('Enter');
    await expect(section(page).getByText('Enter the token that belongs to this address.')).toBeVisible();
    await expect(token).toBeFocused();
    await token.fill('yesterday');
    await page.keyboard.press('Enter');
    await expect(section(page).getByText('The member system refused this gym ID with this token.')).toBeVisible();
    await expect(state(page)).toHaveText('Not set up.');
    await token.fill(legacy.token);
    await page.keyboard.press('Enter');
    await expect(page.getByText('The member system answered. The legacy interface is saved.')).toBeVisible();
    await expect(state(page)).toContainText('Last heard by the member system');
    await expect(address).toHaveValue(legacy.url);
    await expect(token).toHaveValue('');

    // the token stays on the server
    await page.reload();
    await expect(gymId).toHaveValue(legacy.gymId);
    expect(await page.content()).not.toContain(legacy.token);
    const answered = await page.request.get(await pathHere(page, '/api/desk/legacy'));
    expect(answered.ok()).toBe(true);
    expect(await answered.text()).not.toContain(legacy.token);

    await section(page).getByRole('button', { name: 'Remove' }).focus();
    await page.keyboard.press('Enter');
    await expectAccessible(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).press('Enter');
    await expect(state(page)).toHaveText('Not set up.');
    await expect(address).toHaveValue('');
  });

  test('an address that is kept in another spelling than it was typed in is not left unsaved', async ({ page }) => {
    const address = section(page).getByLabel('Address');
    const enter = async () => {
      await address.fill(new URL(legacy.url).origin);
      await section(page).getByLabel('Gym ID').fill(legacy.gymId);
      await section(page).getByLabel('Access token').fill(legacy.token);
      const answered = page.waitForResponse((answer) => answer.request().method() === 'POST');
      await section(page).getByLabel('Access token').press('Enter');
      await answered;
      await expect(section(page).getByLabel('Access token')).toHaveValue('');
    };
    await enter();
    await expect(address).toHaveValue(legacy.url);
    await enter();
    await page.getByRole('link', { name: 'Staff' }).click();
    await expect(page.getByRole('heading', { name: 'Staff' })).toBeVisible();
  });

  test('a gym that has fallen silent is told in every part of the office, until another token is entered', async ({
    page,
    stack,
  }) => {
    await section(page).getByLabel('Address').fill(legacy.url);
    await section(page).getByLabel('Gym ID').fill(legacy.gymId);
    await section(page).getByLabel('Access token').fill(legacy.token);
    await section(page).getByRole('button', { name: 'Check and set up' }).click();
    await expect(state(page)).toContainText('Last heard by the member system');

    legacy.token = 'tomorrow';
    const makeDue = { text: 'update legacy_connectivity set next_attempt_at = now()' };
    await queryDatabase(stack, 'desk', [makeDue]);
    await expect(state(page)).toContainText('wrong gym ID or token. Enter the valid ones here.', { timeout: 15_000 });
    await expect(state(page)).toContainText('Last heard by the member system');

    await page.getByRole('link', { name: 'Staff' }).click();
    const notice = page.getByRole('status').filter({ hasText: 'refuses the gym ID or the token' });
    await expect(notice).toBeVisible();
    await expectAccessible(page);
    await notice.getByRole('link', { name: 'To the legacy interface' }).click();
    await expect(notice).toHaveCount(0);
    await section(page).getByLabel('Access token').fill('tomorrow');
    await section(page).getByLabel('Access token').press('Enter');
    await expect(state(page)).toHaveText(/^Last heard by the member system/);
    await page.getByRole('link', { name: 'Staff' }).click();
    await expect(page.getByRole('heading', { name: 'Staff' })).toBeVisible();
    await expect(notice).toHaveCount(0);

    await page.goto('/office/location');
    await section(page).getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await expect(state(page)).toHaveText('Not set up.');
  });
});
