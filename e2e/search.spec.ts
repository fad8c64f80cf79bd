import type { Page } from '@playwright/test';
import { expectAccessible } from './expect-accessible.ts';
import { expect, test, verdict } from './fixtures.ts';

test.beforeEach(async ({ page, desk }) => desk.signIn(page));

const searchBox = (page: Page) => page.getByRole('searchbox', { name: 'Scan or search' });
const matches = (page: Page) => page.getByRole('listbox', { name: 'Members found' });

/** The mirror takes a moment after the demo chain was made: types until the members are found. */
async function search(page: Page, text: string) {
  await expect(async () => {
    await searchBox(page).fill('');
    await searchBox(page).pressSequentially(text, { delay: 130 });
    await expect(matches(page)).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 90_000 });
  // the matches of the whole text, and not of its beginning
  await page.waitForTimeout(600);
}

test('a member is found by name and checked in with the keyboard alone', async ({ page, desk }) => {
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
});

test('the matches can be clicked, and closed with Escape', async ({ page, desk }) => {
  test.slow();
  const { name } = desk.card('admitted');
  await search(page, name);
  await page.keyboard.press('Escape');
  await expect(matches(page)).toBeHidden();
  await expect(searchBox(page)).toHaveValue(name);
  await page.keyboard.press('ArrowDown');
  await matches(page).getByRole('option').filter({ hasText: name }).first().click();
  await expect(verdict(page, 'admitted')).toContainText(name);
});

test('matches give way to the answer to a scan, and what was typed stays', async ({ page, desk }) => {
  test.slow();
  const { name } = desk.card('admitted');
  await search(page, name);
  for (const shows of ['cardUnknown', 'contractEndsSoon']) {
    const card = desk.card(shows);
    await desk.scan(page, card.value);
    await expect(verdict(page, shows === 'cardUnknown' ? 'unknown' : 'attention')).toBeVisible();
    await expect(matches(page)).toBeHidden();
    await expect(searchBox(page)).toHaveValue(name);
  }
  await page.keyboard.press('ArrowDown');
  await expect(matches(page).getByRole('option').filter({ hasText: name }).first()).toBeVisible();
});

test('Enter takes the one member who is exactly what is typed, and nobody for less', async ({ page, desk }) => {
  test.slow();
  const { name } = desk.card('admitted');
  await search(page, name.slice(0, -1));
  await page.keyboard.press('Enter');
  await expect(matches(page).getByRole('option', { selected: true })).toHaveCount(1);
  await expect(page.getByRole('region', { name: 'Verdict' })).not.toContainText(name);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await search(page, name);
  await page.keyboard.press('Enter');
  await expect(verdict(page, 'admitted')).toContainText(name);
});

test('what more there is leads to the list of members, and a name nobody has to a new one', async ({ page }) => {
  test.slow();
  await search(page, 'an');
  await expect(matches(page).getByRole('option')).toHaveCount(9);
  await page.keyboard.press('ArrowUp');
  await expect(
    matches(page).getByRole('option', { name: /\d+ more · Show all in Members/, selected: true }),
  ).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/members?q=an');
  await expect(page.getByRole('searchbox')).toHaveValue('an');
  await page.goto('/');
  await searchBox(page).fill('Nobodyatall');
  await page.getByRole('option', { name: 'Nobody with this name · New member' }).click();
  await expect(page).toHaveURL('/members/new');
});

test('a card is given with the same keys', async ({ page, desk }) => {
  test.slow();
  await search(page, desk.card('admitted').name);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await desk.scan(page, desk.card('cardUnknown').value);
  await page.getByRole('button', { name: 'Assign to a member' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('searchbox').fill(desk.card('admitted').name.slice(0, -1));
  await expect(dialog.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(dialog.getByRole('option', { selected: true })).toHaveCount(1);
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(
    dialog
      .getByRole('button', { name: /^Assign to / })
      .or(dialog.getByText(/\?/))
      .first(),
  ).toBeVisible();
});

test('the open list is accessible', async ({ page, desk }) => {
  test.slow();
  await search(page, desk.card('admitted').name);
  await page.keyboard.press('ArrowDown');
  await expectAccessible(page);
});
