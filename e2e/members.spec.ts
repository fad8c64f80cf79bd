import type { Page } from '@playwright/test';
import { expectAccessible } from './expect-accessible.ts';
import { expect, test } from './fixtures.ts';
import { pathHere } from './path-here.ts';
import { pickMember } from './pick-members.ts';

const box = (page: Page) => page.getByRole('searchbox', { name: 'Find a member' });
const rows = (page: Page) => page.getByRole('list', { name: 'Members' }).getByRole('link');

/** Opens the directory once all members have been read: the mirror takes a moment after the demo chain was made. */
async function openDirectory(page: Page) {
  await page.getByRole('link', { name: 'Members', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Members', level: 1 })).toBeVisible();
  await expect(page.getByRole('progressbar')).toHaveCount(0, { timeout: 90_000 });
  await expect(rows(page)).toHaveCount(50);
}

test.describe('the directory', () => {
  test.beforeEach(async ({ page, desk }) => {
    test.slow();
    await desk.signIn(page);
    await openDirectory(page);
  });

  test('finds a member while typing, and opens with the keyboard alone', async ({ page, stack, cards }) => {
    const member = await pickMember(stack, cards, 20);
    await expect(box(page)).toBeFocused();
    await page.keyboard.type(member.name.toLowerCase(), { delay: 20 });
    await expect(rows(page).first()).toContainText(member.name);
    await expect(page.getByRole('status').filter({ hasText: /^\d+ members?$/ })).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await expect(rows(page).first()).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await expect(box(page)).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: member.name, level: 1 })).toBeVisible();
    await page.goBack();
    await expect(box(page)).toHaveValue(member.name.toLowerCase());
    await expect(rows(page).first()).toContainText(member.name);
  });

  test('shows whom filters mean, in an order, and Back leads through them', async ({ page }) => {
    const count = page.getByRole('status').filter({ hasText: /members?$/ });
    const all = await count.textContent();
    await page.getByRole('combobox', { name: 'Contract', exact: true }).click();
    await page.getByRole('option', { name: 'Corporate' }).click();
    await expect(page).toHaveURL('/members?type=CORPORATE_FITNESS');
    await expect(count).not.toHaveText(all ?? '');
    const corporate = await count.textContent();
    for (const row of await rows(page).all()) await expect(row).toContainText('Corporate');
    await page.getByRole('button', { name: 'No card scanned here yet' }).click();
    await expect(page).toHaveURL('/members?type=CORPORATE_FITNESS&card=none');
    await page.getByRole('combobox', { name: 'Sorted by' }).click();
    await page.getByRole('option', { name: 'Name' }).click();
    await expect(page).toHaveURL(/sort=name/);
    await expectAccessible(page);
    const names = await rows(page).evaluateAll((links) => links.map((link) => link.textContent ?? ''));
    expect(names.length).toBeGreaterThan(1);
    const address = page.url();
    await page.goBack();
    await expect(page.getByRole('combobox', { name: 'Sorted by' })).toHaveText('Last change');
    await page.goBack();
    await expect(page.getByRole('button', { name: 'No card scanned here yet' })).toHaveAttribute(
      'aria-pressed',
      'false',
    );
    await expect(page).toHaveURL('/members?type=CORPORATE_FITNESS');
    await expect(count).toHaveText(corporate ?? '');
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(count).toHaveText(all ?? '');
    await page.goto(address);
    await expect(rows(page).first()).toContainText(names[0]?.slice(2, 8) ?? '');
    await expect(page.getByRole('combobox', { name: 'Sorted by' })).toHaveText('Name');
  });

  for (const by of ['email', 'membershipId'] as const) {
    test(`finds a member by ${by}`, async ({ page, stack, cards }) => {
      const member = await pickMember(stack, cards, 21);
      await box(page).fill(member[by]);
      await expect(rows(page).first()).toContainText(member.name);
      await rows(page).first().click();
      await expect(page.getByRole('heading', { name: member.name, level: 1 })).toBeVisible();
    });
  }

  test('says when nobody is found, and comes back with Escape', async ({ page }) => {
    await box(page).fill('qqqqqq');
    await expect(page.getByText('Nobody was found for “qqqqqq”.')).toBeVisible();
    await expect(rows(page)).toHaveCount(0);
    await expectAccessible(page);
    await box(page).press('Escape');
    await expect(rows(page)).toHaveCount(50);
  });

  test('shows more by keyboard, each member once', async ({ page }) => {
    await expectAccessible(page);
    const more = page.getByRole('button', { name: 'Show more' });
    await more.focus();
    await page.keyboard.press('Enter');
    await expect(rows(page)).toHaveCount(100);
    await expect(more).toBeFocused();
    const addresses = await rows(page).evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    expect(new Set(addresses).size).toBe(100);
  });

  test('lists a member first who was just changed', async ({ page, stack, cards }) => {
    const member = await pickMember(stack, cards, 22);
    await page.goto(`/members/${member.accountId}`);
    const person = page.getByRole('region', { name: 'Person and membership' });
    await person.getByRole('button', { name: 'Edit' }).click();
    await person.getByLabel('Phone', { exact: true }).fill('+49 89 12');
    await person.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('definition').filter({ hasText: '+49 89 12' })).toBeVisible();
    await page.getByRole('link', { name: 'All members' }).click();
    await expect(rows(page).first()).toContainText(member.name);
  });
});

test('a manager takes the list away as a file, reception does not', async ({ page, desk, browser }) => {
  test.slow();
  await desk.signIn(page, 'manager');
  await openDirectory(page);
  await page.goto('/members?type=PREMIUM');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download as CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('members.csv');
  const text = await (
    await page.request.get(await pathHere(page, '/api/desk/directory/file', { type: 'PREMIUM' }))
  ).text();
  const [heading, first, ...others] = text.trim().split('\r\n');
  expect(heading).toContain('Name,Membership id,Contract,Contract ends,Last visit');
  expect(first).toContain(',PREMIUM,');
  await expect(page.getByRole('status').filter({ hasText: `${others.length + 1} members` })).toBeVisible();
  const reception = await browser.newPage();
  await desk.signIn(reception);
  await reception.goto('/members');
  await expect(reception.getByRole('searchbox')).toBeVisible();
  await expect(reception.getByRole('link', { name: 'Download as CSV' })).toHaveCount(0);
  expect((await reception.request.get(await pathHere(reception, '/api/desk/directory/file'))).status()).toBe(403);
  await reception.close();
});

test.describe('for a trainer', () => {
  test.use({ allowedConsoleError: /404/ });

  test('there are no members', async ({ page, desk }) => {
    await desk.signIn(page, 'trainer');
    await expect(page.getByRole('link', { name: 'Members', exact: true })).toHaveCount(0);
    await page.goto('/members');
    await expect(page.getByRole('heading', { name: 'This page does not exist' })).toBeVisible();
    expect((await page.request.get(await pathHere(page, '/api/desk/directory'))).status()).toBe(403);
  });
});

test('an address of nobody says so, and leads on', async ({ page, desk }) => {
  await desk.signIn(page);
  await page.goto('/members/00000000-0000-4000-8000-000000000000');
  await expect(page.getByRole('heading', { name: 'This member is no longer here' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Find another member' }).click();
  await expect(page.getByRole('heading', { name: 'Members', level: 1 })).toBeVisible();
});

test('the link of the page one is on leads to all of it', async ({ page, desk }) => {
  await desk.signIn(page);
  const link = (name: string) => page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name });
  await page.goto('/members?q=vogt');
  const box = page.getByRole('searchbox', { name: 'Find a member' });
  await expect(box).toHaveValue('vogt');
  await link('Members').click();
  await expect(box).toHaveValue('');
  // what is typed after it is searched as ever
  await box.pressSequentially('vogt', { delay: 180 });
  await expect(page).toHaveURL(/q=vogt/);
  await expect(box).toHaveValue('vogt');

  await page.goto('/visits?day=2026-01-05');
  const first = page.getByRole('textbox', { name: 'From', exact: true });
  await expect(first).toHaveValue('5 Jan 2026');
  await link('Visits').click();
  await expect(first).not.toHaveValue('5 Jan 2026');
  await expect(page.getByRole('button', { name: 'Today' })).toHaveCount(0);
});
