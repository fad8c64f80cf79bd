import { expectAccessible } from './expect-accessible.ts';
import { expect, test, verdict } from './fixtures.ts';

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in ${colorScheme} colours`, () => {
    test.use({ colorScheme });

    test('axe finds nothing on the sign-in page', async ({ page }) => {
      await page.goto('/sign-in');
      await expectAccessible(page);
    });

    test('axe finds nothing on the check-in page, with and without a verdict', async ({ page, desk }) => {
      await desk.signIn(page);
      await expectAccessible(page);
      for (const shows of ['admitted', 'contractEndsSoon', 'corporateMembershipEnded', 'cardUnknown']) {
        await desk.scan(page, desk.card(shows).value);
        await expect(page.getByRole('region', { name: 'Verdict' })).toHaveAttribute('data-verdict', /.+/);
        await expectAccessible(page);
      }
    });
  });
}

test.describe('in German', () => {
  test.use({ locale: 'de-DE' });

  test('the desk speaks German from sign-in to verdict', async ({ page, desk, stack }) => {
    await page.goto('/sign-in');
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
    await page.getByLabel('E-Mail').fill('reception@demo.example');
    await page.getByLabel('Passwort').fill(stack.password);
    await page.getByRole('button', { name: 'Anmelden' }).click();
    const card = desk.card('contractEndsSoon');
    await expect(page.getByRole('list', { name: 'Im Studio' }).getByRole('listitem').first()).toBeVisible();
    await desk.scan(page, card.value);
    await expect(page.locator('[data-verdict="attention"]')).toContainText(/Vertrag endet/);
  });
});

test('the language can be changed on the page', async ({ page, desk }) => {
  await desk.signIn(page);
  await page.getByRole('button', { name: /Ana Keller/ }).click();
  await page.getByRole('menuitemradio', { name: 'Deutsch' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect(page.getByRole('list', { name: 'Im Studio' })).toBeVisible();
});

for (const [width, height] of [
  [390, 844],
  [768, 1024],
  [1024, 768],
] as const) {
  test(`nothing is cut off at ${width} × ${height}`, async ({ page, desk }) => {
    await page.setViewportSize({ width, height });
    await desk.signIn(page);
    await desk.scan(page, desk.card('cardUnknown').value);
    await expect(verdict(page, 'unknown')).toBeVisible();
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  });
}
