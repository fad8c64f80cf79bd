import { expectAccessible } from '#e2e/base/expect-accessible.ts';
import { expect, test } from '#e2e/base/fixtures.ts';

const pages = ['/reference', '/reference/v2', '/reference/v1', '/reference/export'];

test('the reference has no axe violations, does not overflow, and uses the product’s font', async ({ page, stack }) => {
  test.slow(); // thousands of cells
  for (const address of pages) {
    await page.goto(`${stack.platformUrl}${address}`);
    for (const [colorScheme, width] of [
      ['light', 390],
      ['dark', 1440],
    ] as const) {
      const about = `${address}, ${colorScheme}, ${width} pixels wide`;
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth), about).toBe(0);
      await expectAccessible(page, { about });
    }
    expect(await page.evaluate(() => getComputedStyle(document.body).fontFamily)).toMatch(/^"?Inter/);
  }
});

test('by keyboard alone a reader gets from the index to a decision of version 1', async ({ page, stack }) => {
  await page.goto(`${stack.platformUrl}/reference`);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Membership management API, version 2' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Gym interface, version 1' })).toBeVisible();

  const decisions = page.getByRole('link', { name: 'Where the sources disagree' });
  for (let presses = 0; presses < 10; presses += 1) {
    if (await decisions.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press('Tab');
  }
  await expect(decisions).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Where the sources disagree' })).toBeInViewport();
  await expect(page.getByRole('heading', { name: 'What type is a user id?' })).toBeInViewport();
});
