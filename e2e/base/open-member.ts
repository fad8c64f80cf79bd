import { expect, type Page } from '@playwright/test';

/** Opens the page of a member by name. Retries until the directory has read them. */
export async function openMember(page: Page, name: string): Promise<void> {
  await page.goto('/members');
  const link = page.getByRole('list', { name: 'Members' }).getByRole('link').filter({ hasText: name }).first();
  await expect(async () => {
    await page.getByRole('searchbox').fill('');
    await page.getByRole('searchbox').fill(name);
    await expect(link).toBeVisible({ timeout: 2_000 });
    // the search updates the URL a moment later, which would replace the navigation of a link pressed before
    await expect(page).toHaveURL(/[?&]q=/, { timeout: 2_000 });
  }).toPass({ timeout: 60_000 });
  await link.click();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
}
