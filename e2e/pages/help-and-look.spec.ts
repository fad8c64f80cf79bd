import fs from 'node:fs';
import { expectAccessible } from '#e2e/base/expect-accessible.ts';
import { expect, test } from '#e2e/base/fixtures.ts';

const { version: release } = JSON.parse(fs.readFileSync('package.json', 'utf8')) as { version: string }; // safe because: npm reads it

test.describe('on a system with a light theme', () => {
  test.use({ colorScheme: 'light' });

  test('a chosen theme and language are kept, the theme from the first HTML on, and the version is shown', async ({
    page,
    desk,
  }) => {
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
  });
});
