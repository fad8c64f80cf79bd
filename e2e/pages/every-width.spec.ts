import type { Page } from '@playwright/test';
import { queryDatabase } from '#e2e/base/databases.ts';
import { expect, test } from '#e2e/base/fixtures.ts';
import { builtPages } from '#e2e/security/access/build.ts';

/** The first one again at the end: a rotated tablet is narrower than before. */
const widths = [390, 768, 820, 1280, 1440, 390];

/** The left edge of a page's content; a back link may extend beyond it by the padding around its arrow. */
const leftEdge = (page: Page) =>
  page.evaluate(() => {
    const boxesIn = (parent: Element): Element[] =>
      [...parent.children].flatMap((part) => (getComputedStyle(part).display === 'contents' ? boxesIn(part) : part));
    const parts = boxesIn(document.querySelector('main') ?? document.body);
    const begins = parts.filter((part) => part.tagName !== 'A' && part.getBoundingClientRect().width > 1);
    return begins[0]?.getBoundingClientRect().left;
  });

/** Elements that overflow the page, or its content area. */
const overhang = (page: Page) =>
  page.evaluate(() => {
    const main = document.querySelector('main');
    if (!main) return ['no content'];
    const edge = main.getBoundingClientRect().right - Number.parseFloat(getComputedStyle(main).paddingRight);
    const name = (element: Element) => `${element.tagName.toLowerCase()} ${element.textContent?.slice(0, 40)}`;
    const beyond = [...main.querySelectorAll('*')].filter((element) => {
      const { right, width } = element.getBoundingClientRect();
      return width > 1 && right > edge + 0.5; // text for screen readers only is one pixel wide
    });
    const overflow = document.documentElement.scrollWidth - window.innerWidth;
    return [...(overflow > 0 ? [`the page, by ${overflow} px`] : []), ...beyond.map(name)];
  });

// rows outside the viewport are not laid out again, and there are fewer of them if the list is searched
test('a list longer than the screen fits a phone after having been on a tablet', async ({ page, desk }) => {
  await desk.signIn(page, 'manager');
  for (const path of ['/members', '/']) {
    await page.setViewportSize({ width: 768, height: 900 });
    await page.goto(path);
    const list = page.getByRole('list', { name: path === '/' ? 'In the gym' : 'Members' });
    await expect(list.getByRole('listitem').nth(20)).toBeAttached();
    await page.setViewportSize({ width: 390, height: 900 });
    await expect.poll(() => overhang(page), path).toEqual([]);
  }
});

for (const locale of ['en-GB', 'de-DE']) {
  test.describe(`in ${locale}`, () => {
    test.use({ locale });

    test('every page fits a phone, a tablet and a desktop', async ({ page, stack }) => {
      test.slow();
      const look = async (path: string) => {
        await page.goto(path);
        await expect(page.getByRole('main')).toBeVisible();
        await expect(page.locator('main .spinner')).toHaveCount(0);
        // with text in it, such a field has one more button
        for (const box of await page.getByRole('searchbox').all()) await box.fill('lena');
        for (const width of widths) {
          await page.setViewportSize({ width, height: 900 });
          await expect.poll(() => overhang(page), `${path} at ${width} px`).toEqual([]);
          if (await page.locator('body > header nav, body > header button').first().isVisible())
            await expect.poll(() => leftEdge(page), `${path} at ${width} px`).toBe(width < 640 ? 16 : 24);
        }
      };
      const openToAll = ['/set-up', '/sign-in'];
      for (const path of openToAll) await look(path);

      await page.locator('[name=email]').fill('manager@demo.example');
      await page.locator('[name=password]').fill(stack.password);
      await page.locator('button[type=submit]').click();
      await page.waitForURL(({ pathname }) => !openToAll.includes(pathname));
      await expect(page.locator('html')).toHaveAttribute('lang', locale.slice(0, 2));
      const [member] = await queryDatabase<{ id: string }>(stack, 'platform', [
        { text: `select account_id as id from chain_profiles where last_name = 'Vogt' and first_name = 'Lena'` },
      ]);
      if (!member) throw new Error('The demo chain has lost a member.');
      // a reachable desk leaves `/away` automatically
      const seen = [...openToAll, '/away', '/[...former]'];
      for (const path of builtPages().filter((built) => !seen.includes(built)))
        await look(path.replace('[gym]', 'muenchen-west').replace('[accountId]', member.id));
    });
  });
}
