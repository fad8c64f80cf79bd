import { expect, test } from './fixtures.ts';

test.beforeEach(async ({ page, desk }) => desk.signIn(page));

test('a member is found and opened', async ({ page, desk }) => {
  test.slow();
  const { name } = desk.card('admitted');
  await page.getByRole('link', { name: 'Members' }).click();
  await expect(page.getByRole('heading', { name: 'Members', level: 1 })).toBeVisible();
  const link = page.getByRole('list', { name: 'Members' }).getByRole('link').filter({ hasText: name }).first();
  await expect(async () => {
    await page.getByRole('searchbox').fill('');
    await page.getByRole('searchbox').fill(name);
    await expect(link).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 60_000 });
  await link.click();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  await page.goto('/members/00000000-0000-4000-8000-000000000000');
  await expect(page.getByRole('heading', { name: 'This member is no longer here' })).toBeVisible();
});
