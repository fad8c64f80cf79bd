import type { Page } from '@playwright/test';
import { expectAccessible } from '#e2e/base/expect-accessible.ts';
import { expect, test, verdict } from '#e2e/base/fixtures.ts';
import { whileAway } from '#e2e/base/while-away.ts';

const section = (page: Page) => page.getByRole('region', { name: 'Cards and passes' });
const dialog = (page: Page) => page.getByRole('dialog');
const card = (page: Page, number: string) =>
  section(page)
    .getByRole('list', { name: 'Cards' })
    .getByRole('listitem')
    .filter({ hasText: written(number) });

/** The desk's format of a card number: groups of four digits. */
const written = (number: string) => `0x${(number.slice(2).match(/.{1,4}/g) ?? []).join(' ')}`;

/** An unassigned card. */
let made = 0;
const newCard = () => {
  made += 1;
  return `0x04C0FFEE${process.pid.toString(16).toUpperCase().padStart(4, '0').slice(-4)}${String(made).padStart(2, '0')}`;
};

test.beforeEach(async ({ page, desk }) => desk.signIn(page));

test.describe('while the platform is unreachable', () => {
  // data that only the platform has cannot be read meanwhile
  test.use({ allowedConsoleError: /Failed to load resource/ });

  test('a lost card that was replaced no longer opens anything, and the member is shown from the local copy', async ({
    page,
    desk,
    stack,
  }) => {
    const { name } = desk.card('admitted');
    const [lost, replacement] = [newCard(), newCard()];
    await desk.scan(page, lost);
    await verdict(page, 'unknown').getByRole('button', { name: 'Give to a member' }).click();
    const search = dialog(page).getByRole('searchbox', { name: 'Find the member' });
    const match = dialog(page)
      .getByRole('listbox', { name: 'Members found' })
      .getByRole('option')
      .filter({ hasText: name });
    await expect(async () => {
      await search.fill('');
      await search.fill(name);
      await expect(match.first()).toBeVisible({ timeout: 2_000 });
    }).toPass({ timeout: 60_000 });
    await match.first().click();
    await expect(dialog(page)).toContainText(`Assign card ${written(lost)} to ${name}?`);
    await page.keyboard.press('Enter');
    await expect(dialog(page)).toContainText(`${written(lost)} now belongs to ${name}`);
    await page.keyboard.press('Enter');
    await expect(verdict(page, 'admitted')).toContainText(name);

    await verdict(page, 'admitted').getByRole('link', { name: 'Open profile' }).click();
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
    const profile = page.url();
    await section(page)
      .getByRole('button', { name: `Report lost: card ${written(lost)}` })
      .click();
    await expect(dialog(page)).toContainText('Hold the card or the phone to the reader');
    await desk.scan(page, lost);
    await expect(dialog(page)).toContainText('This is the lost card');
    await desk.scan(page, replacement);
    await expect(dialog(page)).toHaveCount(0);
    await expect(card(page, replacement)).toBeVisible();
    await expect(card(page, lost)).toHaveCount(0);

    await page.getByRole('banner').getByRole('link', { name: 'Check-in', exact: true }).click();
    await expect(page.getByRole('searchbox', { name: 'Scan or search' })).toBeVisible();
    await whileAway(stack, async () => {
      await desk.scan(page, replacement);
      await expect(verdict(page, 'unconfirmed')).toContainText(name);
      await desk.scan(page, lost);
      await expect(verdict(page, 'unconfirmed')).toContainText(written(lost));
      await expect(verdict(page, 'unconfirmed')).not.toContainText(name);

      await page.goto(profile);
      await expect(page.getByRole('status').filter({ hasText: 'what Front Desk knew' })).toBeVisible();
      await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
      const person = page.getByRole('region', { name: 'Person and membership' });
      await expect(person).toBeVisible();
      await expect(person.getByRole('button', { name: 'Edit' })).toHaveCount(0);
      await expectAccessible(page);
    });
  });
});
