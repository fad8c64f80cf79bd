import { expectAccessible } from '#e2e/base/expect-accessible.ts';
import { expect, test, verdict } from '#e2e/base/fixtures.ts';

test('the sign-in, which lists the demo’s cards, and the check-in have no axe violations, and nothing is cut off', async ({
  page,
  desk,
  cards,
}) => {
  const expectBothAccessible = async (about: string) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expectAccessible(page, { about: `${about}, in ${colorScheme} colours` });
    }
  };
  await page.goto('/sign-in');
  for (const card of cards) await expect(page.getByText(card.value, { exact: true })).toBeVisible();
  await expectBothAccessible('sign-in');
  await desk.signIn(page);
  await expectBothAccessible('no verdict');
  for (const shows of ['admitted', 'contractEndsSoon', 'corporateMembershipEnded', 'cardUnknown']) {
    await desk.scan(page, desk.card(shows).value);
    await expect(page.getByRole('region', { name: 'Verdict' })).toHaveAttribute('data-verdict', /.+/);
    await expectBothAccessible(shows);
  }
  await expect(verdict(page, 'unknown')).toBeVisible();
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
