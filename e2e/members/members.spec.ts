import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectAccessible } from '#e2e/base/expect-accessible.ts';
import { expect, test } from '#e2e/base/fixtures.ts';
import { pickMember } from '#e2e/base/pick-members.ts';

const box = (page: Page) => page.getByRole('searchbox', { name: 'Find a member' });
const rows = (page: Page) => page.getByRole('list', { name: 'Members' }).getByRole('link');

/** Opens the directory once all members have been read: the mirror needs a moment after the demo chain was created. */
async function openDirectory(page: Page) {
  await page.getByRole('link', { name: 'Members', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Members', level: 1 })).toBeVisible();
  await expect(page.getByRole('progressbar')).toHaveCount(0, { timeout: 90_000 });
  await expect(rows(page)).toHaveCount(50);
}

test('a member is found while typing, and Back restores earlier searches and filters', async ({
  page,
  desk,
  stack,
  cards,
}) => {
  test.slow();
  await desk.signIn(page);
  await openDirectory(page);
  await expectAccessible(page);
  const member = await pickMember(stack, cards, 20);
  await expect(box(page)).toBeFocused();
  await page.keyboard.type(member.name.toLowerCase(), { delay: 20 });
  await expect(rows(page).first()).toContainText(member.name);
  await expect(page.getByRole('status').filter({ hasText: /^\d+ members?$/ })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(rows(page).first()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: member.name, level: 1 })).toBeVisible();
  await page.goBack();
  await expect(box(page)).toHaveValue(member.name.toLowerCase());
  await expect(rows(page).first()).toContainText(member.name);

  // a link to the current page resets the list
  const link = (name: string) => page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name });
  await link('Members').click();
  await expect(box(page)).toHaveValue('');
  await expect(rows(page)).toHaveCount(50);
  // text typed after it is searched as usual
  await box(page).pressSequentially('vogt', { delay: 180 });
  await expect(page).toHaveURL(/q=vogt/);
  await expect(box(page)).toHaveValue('vogt');
  await box(page).press('Escape');
  await expect(rows(page)).toHaveCount(50);

  const count = page.getByRole('status').filter({ hasText: /members?$/ });
  const all = await count.textContent();
  await page.getByRole('combobox', { name: 'Contract', exact: true }).click();
  await page.getByRole('option', { name: 'Corporate' }).click();
  await expect(page).toHaveURL('/g/muenchen-west/members?type=CORPORATE_FITNESS');
  await expect(count).not.toHaveText(all ?? '');
  const corporate = await count.textContent();
  const noCard = page.getByRole('button', { name: 'No card scanned here yet' });
  await noCard.click();
  await expect(page).toHaveURL('/g/muenchen-west/members?type=CORPORATE_FITNESS&card=none');
  const order = page.getByRole('combobox', { name: 'Sorted by' });
  await order.click();
  await page.getByRole('option', { name: 'Name' }).click();
  await expect(page).toHaveURL(/sort=name/);
  await expect(order).toHaveText('Name');
  await expect(count).toBeVisible();
  const names = await rows(page).evaluateAll((links) => links.map((row) => row.textContent ?? ''));
  expect(names.length).toBeGreaterThan(1);
  const address = page.url();
  await page.goBack();
  await expect(order).toHaveText('Last change');
  await page.goBack();
  await expect(noCard).toHaveAttribute('aria-pressed', 'false');
  await expect(page).toHaveURL('/g/muenchen-west/members?type=CORPORATE_FITNESS');
  await expect(count).toHaveText(corporate ?? '');
  await page.goto(address);
  await expect(order).toHaveText('Name');
  await expect(noCard).toHaveAttribute('aria-pressed', 'true');
  await expect(rows(page).first()).toContainText(names[0]?.slice(2, 8) ?? '');

  await page.goto('/visits?day=2026-01-05');
  const first = page.getByRole('textbox', { name: 'From', exact: true });
  await expect(first).toHaveValue('5 Jan 2026');
  await link('Visits').click();
  await expect(first).not.toHaveValue('5 Jan 2026');
  await expect(page.getByRole('button', { name: 'Today' })).toHaveCount(0);
});

test('a recently changed member comes first, no existing member is reported as missing, and a manager exports the list', async ({
  page,
  desk,
  stack,
  cards,
}) => {
  test.slow();
  await desk.signIn(page, 'manager');
  await openDirectory(page);
  await page.goto('/members?type=PREMIUM');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download as CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('members.csv');
  const text = await readFile(await download.path(), 'utf8');
  const [heading, first, ...others] = text.trim().split('\r\n');
  expect(heading).toContain('Name,Membership id,Contract,Contract ends,Last visit');
  expect(first).toContain(',PREMIUM,');
  await expect(page.getByRole('status').filter({ hasText: `${others.length + 1} members` })).toBeVisible();

  // changed by this desk itself
  const member = await pickMember(stack, cards, 22);
  await page.goto(`/members/${member.accountId}`);
  const person = page.getByRole('region', { name: 'Person and membership' });
  await person.getByRole('button', { name: 'Edit' }).click();
  await person.getByLabel('Phone', { exact: true }).fill('+49 89 12');
  await person.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('definition').filter({ hasText: '+49 89 12' })).toBeVisible();
  await page.getByRole('link', { name: 'All members' }).click();
  await expect(rows(page).first()).toContainText(member.name);

  await page.goto('/members/00000000-0000-4000-8000-000000000000');
  await expect(page.getByRole('heading', { name: 'This member is no longer here' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Find another member' }).click();
  await expect(page.getByRole('heading', { name: 'Members', level: 1 })).toBeVisible();
});
