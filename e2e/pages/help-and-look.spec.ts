import fs from 'node:fs';
import type { Page } from '@playwright/test';
import { colourRules } from '#components/testing/browser/colour-rules.ts';
import { expectAccessible } from '#e2e/base/expect-accessible.ts';
import { expect, test, verdict } from '#e2e/base/fixtures.ts';

const { version: release } = JSON.parse(fs.readFileSync('package.json', 'utf8')) as { version: string }; // safe because: npm reads it

const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

test.describe('on a system with a light theme', () => {
  test.use({ colorScheme: 'light' });

  // `every-width.spec.ts` checks sign-in and check-in in light colours; a component test checks each kind of verdict in both
  test('the sign-in, which lists the demo’s cards, and the check-in have enough contrast in dark colours too; a chosen theme and language are kept, the theme from the first HTML on, and the version is shown; in German, as in English, nothing of a verdict is cut off', async ({
    page,
    desk,
    cards,
  }) => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto('/sign-in');
    for (const card of cards) await expect(page.getByText(card.value, { exact: true })).toBeVisible();
    await expectAccessible(page, { about: 'sign-in', rules: colourRules });
    await page.emulateMedia({ colorScheme: 'light' });

    await desk.signIn(page);
    const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await paper();
    const menu = page.getByRole('button', { name: 'Ana Keller' });
    await menu.click();
    await expect(page.getByRole('menu')).toContainText(new RegExp(`Front Desk ${release}$`));
    await expectAccessible(page, { within: '[role=menu]' });
    await page.getByRole('menuitemradio', { name: 'Dark' }).press('Enter');
    await expect.poll(paper).not.toBe(light);
    const dark = await paper();
    await expect(async () => {
      const markup = await (await page.request.get('/')).text();
      expect(markup).toMatch(/<html[^>]* data-theme="dark"/);
    }).toPass();
    await page.reload();
    expect(await paper()).toBe(dark);
    await expectAccessible(page);
    await desk.scan(page, desk.card('cardUnknown').value);
    await expect(verdict(page, 'unknown')).toBeVisible();
    await expectAccessible(page, { about: 'a verdict', rules: colourRules });
    for (const [width, height] of [
      [390, 844],
      [768, 1024],
      [1024, 768],
    ] as const) {
      await page.setViewportSize({ width, height });
      await expect.poll(() => overflow(page), `at ${width} × ${height}`).toBeLessThanOrEqual(0);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.emulateMedia({ media: 'print' });
    expect(await paper()).toBe(light);
    await page.emulateMedia({ media: null });

    await menu.click();
    await page.getByRole('menuitemradio', { name: 'Match device' }).press('Enter');
    await expect.poll(paper).toBe(light);
    await menu.click();
    await page.getByRole('menuitem', { name: 'Help and shortcuts' }).press('Enter');
    const help = page.getByRole('dialog', { name: 'Help and shortcuts' });
    await expect(help).toContainText('Alt R');
    await expect(help).toContainText(new RegExp(`Front Desk ${release} ?Build [0-9a-f]{7}$`));
    await page.keyboard.press('Escape');
    await expect(help).toHaveCount(0);

    await menu.click();
    await page.getByRole('menuitemradio', { name: 'Deutsch' }).click();
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
    await expect(page.getByRole('list', { name: 'Im Studio' })).toBeVisible();
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
