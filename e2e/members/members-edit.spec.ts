import type { Page } from '@playwright/test';
import { expectAccessible } from '#e2e/base/expect-accessible.ts';
import { expect, test } from '#e2e/base/fixtures.ts';
import { type PickedMember, pickMember } from '#e2e/base/pick-members.ts';

const section = (page: Page) => page.getByRole('region', { name: 'Person and membership' });
const form = (page: Page) => section(page).getByRole('form', { name: 'Edit' });
const fact = (page: Page, name: string) =>
  section(page).getByRole('term').filter({ hasText: name }).locator('xpath=following-sibling::dd');

async function openProfile(page: Page, { accountId, name }: PickedMember) {
  await page.goto(`/members/${accountId}`);
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
}

test.describe('a member’s data', () => {
  test.beforeEach(async ({ page, desk }) => desk.signIn(page));

  test('is changed and cleared by keyboard alone', async ({ page, stack, cards }) => {
    const member = await pickMember(stack, cards, 0);
    await openProfile(page, member);
    await expectAccessible(page);
    await section(page).getByRole('button', { name: 'Edit' }).focus();
    await page.keyboard.press('Enter');
    await expect(form(page).getByLabel('First name')).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('Kern-Vogt');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(form(page).getByLabel('Phone', { exact: true })).toBeFocused();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.press('Delete');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: `${member.firstName} Kern-Vogt`, level: 1 })).toBeVisible();
    await expect(section(page).getByRole('button', { name: 'Edit' })).toBeFocused();
    await page.reload();
    await expect(fact(page, 'Last name')).toHaveText('Kern-Vogt');
    await expect(fact(page, 'E-mail')).toHaveText(member.email);
    await expect(fact(page, 'Phone')).toHaveCount(0);
  });

  test.describe('while the platform is unreachable', () => {
    // data that only the platform has cannot be read meanwhile
    test.use({ allowedConsoleError: /503/ });

    test('keeps the input, and other pages show the local copy', async ({ page, context, stack, cards }) => {
      const member = await pickMember(stack, cards, 5);
      await openProfile(page, member);
      await section(page).getByRole('button', { name: 'Edit' }).click();
      await form(page).getByLabel('Town').fill('Erding');
      await stack.killPlatform();
      await form(page).getByRole('button', { name: 'Save' }).click();
      await expect(page.getByRole('alert').filter({ hasText: 'member system cannot be reached' })).toBeVisible();
      await expect(form(page).getByLabel('Town')).toHaveValue('Erding');
      const elsewhere = await context.newPage();
      await openProfile(elsewhere, member);
      await expect(elsewhere.getByRole('status').filter({ hasText: 'what Front Desk knew' })).toBeVisible();
      await expect(section(elsewhere).getByRole('button', { name: 'Edit' })).toHaveCount(0);
      await expectAccessible(elsewhere);
      await elsewhere.close();
      await stack.startPlatform();
      await expect(async () => {
        await form(page).getByRole('button', { name: 'Save' }).click({ timeout: 1_000 });
        await expect(fact(page, 'Town')).toHaveText('Erding', { timeout: 3_000 });
      }).toPass({ timeout: 60_000 });
    });
  });
});
