import type { Page } from '@playwright/test';
import { expect, test, verdict } from '#e2e/base/fixtures.ts';

test.beforeEach(async ({ page, desk }) => desk.signIn(page));

const searchBox = (page: Page) => page.getByRole('searchbox', { name: 'Scan or search' });
const matches = (page: Page) => page.getByRole('listbox', { name: 'Members found' });

/** The mirror needs a moment after the demo chain was created: types until the members are found. */
async function search(page: Page, text: string) {
  await expect(async () => {
    await searchBox(page).fill('');
    await searchBox(page).pressSequentially(text, { delay: 130 });
    await expect(matches(page)).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 90_000 });
}

test('a member is found by name and by membership id and checked in by keyboard alone; further matches are in the directory', async ({
  page,
  desk,
}) => {
  test.slow();
  const { name } = desk.card('admitted');
  await search(page, name.toLowerCase());
  const row = matches(page).getByRole('option').filter({ hasText: name }).first();
  await expect(row).toHaveAttribute('aria-selected', 'false');
  await page.keyboard.press('ArrowDown');
  await expect(row).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(verdict(page, 'admitted')).toContainText(name);
  await expect(page.getByRole('list', { name: 'In the gym' }).getByText(name)).toBeVisible();
  await expect(searchBox(page)).toHaveValue('');
  await expect(searchBox(page)).toBeFocused();

  await searchBox(page).pressSequentially('M-10442', { delay: 130 });
  await searchBox(page).press('Enter');
  await expect(verdict(page, 'admitted')).toContainText('not counted twice');
  await expect(verdict(page, 'admitted')).toContainText('M-10442');

  await search(page, 'an');
  await expect(matches(page).getByRole('option')).toHaveCount(9);
  await page.keyboard.press('ArrowUp');
  await expect(
    matches(page).getByRole('option', { name: /\d+ more · Show all in Members/, selected: true }),
  ).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/g/muenchen-west/members?q=an');
  await expect(page.getByRole('searchbox')).toHaveValue('an');
});
