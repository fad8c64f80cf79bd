import { colourRules } from '#components/testing/browser/colour-rules.ts';
import { expectAccessible } from '#e2e/base/expect-accessible.ts';
import { expect, test, verdict } from '#e2e/base/fixtures.ts';

// `every-width.spec.ts` checks both in light colours, `help-and-look.spec.ts` the check-in without a verdict in dark ones; a
// component test checks each kind of verdict in both
test('the sign-in, which lists the demo’s cards, and the check-in have enough contrast in dark colours too, and no verdict is cut off', async ({
  page,
  desk,
  cards,
}) => {
  const expectContrast = (about: string) => expectAccessible(page, { about, rules: colourRules });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/sign-in');
  for (const card of cards) await expect(page.getByText(card.value, { exact: true })).toBeVisible();
  await expectContrast('sign-in');
  await desk.signIn(page);
  await desk.scan(page, desk.card('cardUnknown').value);
  await expect(verdict(page, 'unknown')).toBeVisible();
  await expectContrast('a verdict');
  for (const [width, height] of [
    [390, 844],
    [768, 1024],
    [1024, 768],
  ] as const) {
    await page.setViewportSize({ width, height });
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    await expect.poll(overflow, `at ${width} × ${height}`).toBeLessThanOrEqual(0);
  }
});

test.describe('in German', () => {
  test.use({ locale: 'de-DE' });

  test('the desk is in German from sign-in to verdict, whose buttons stay in one row, and the list of a day stays aligned', async ({
    page,
    desk,
    stack,
  }) => {
    await page.goto('/sign-in');
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
    await page.getByLabel('E-Mail').fill('manager@demo.example');
    await page.getByLabel('Passwort').fill(stack.password);
    await page.getByRole('button', { name: 'Anmelden' }).click();
    await expect(page.getByRole('list', { name: 'Im Studio' }).getByRole('listitem').first()).toBeVisible();
    await desk.scan(page, desk.card('contractEndsSoon').value);
    await expect(page.locator('[data-verdict="attention"]')).toContainText(/Vertrag endet/);

    const region = page.getByRole('region', { name: 'Ergebnis' });
    const { name: admitted, value } = desk.card('admitted');
    await desk.scan(page, value);
    await expect(region).toContainText(admitted);
    await expect(region.getByRole('button', { name: /^Rückgängig/ })).toBeVisible();
    for (const width of [1024, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      const tops = () =>
        region
          .locator('[aria-keyshortcuts]')
          .evaluateAll((elements) => elements.map((element) => element.getBoundingClientRect().top));
      await expect.poll(tops, `at ${width} px`).toHaveLength(3);
      await expect.poll(async () => new Set(await tops()).size, `rows at ${width} px`).toBe(1);
    }

    await page.setViewportSize({ width: 768, height: 1024 });
    await page.goto('/visits');
    const cell = page.getByRole('cell', { name: admitted }).first();
    const [name, membershipId] = [cell.getByRole('link'), cell.getByText(/^M-/)];
    await expect(membershipId).toBeVisible();
    expect((await membershipId.boundingBox())?.x).toBe((await name.boundingBox())?.x);
  });
});
