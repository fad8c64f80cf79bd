import type { Page } from '@playwright/test';
import { queryDatabase } from '#e2e/base/databases.ts';
import { expectAccessible } from '#e2e/base/expect-accessible.ts';
import { expect, test } from '#e2e/base/fixtures.ts';
import { builtPages } from '#e2e/security/access/build.ts';

/**
 * German, whose words are longer, at all widths; the first one again at the end: a rotated tablet is narrower than
 * before. English at the narrowest of each layout.
 */
const widthsOf = { 'de-DE': [390, 768, 820, 1280, 1440, 390], 'en-GB': [390, 768, 1280] };

/** Elements that overflow the page, or its content area, and a content below a header that begins elsewhere than at `edge`. */
const misplaced = (page: Page, edge = Number.NaN) =>
  page.evaluate((left) => {
    const main = document.querySelector('main');
    if (!main) return ['no content'];
    const right = main.getBoundingClientRect().right - Number.parseFloat(getComputedStyle(main).paddingRight);
    const name = (element: Element) => `${element.tagName.toLowerCase()} ${element.textContent?.slice(0, 40)}`;
    // the region itself has to fit
    const isScrolled = ({ parentElement: around }: Element): boolean =>
      around !== null && around !== main && (getComputedStyle(around).overflowX === 'auto' || isScrolled(around));
    const beyond = [...main.querySelectorAll('*')].filter((element) => {
      const box = element.getBoundingClientRect();
      // text for screen readers only is one pixel wide
      return box.width > 1 && box.right > right + 0.5 && !isScrolled(element);
    });
    const overflow = document.documentElement.scrollWidth - window.innerWidth;
    const found = [...(overflow > 0 ? [`the page, by ${overflow} px`] : []), ...beyond.map(name)];
    const header = document.querySelector('body > header nav, body > header button');
    if (Number.isNaN(left) || !header?.getBoundingClientRect().width) return found;
    const boxesIn = (parent: Element): Element[] =>
      [...parent.children].flatMap((part) => (getComputedStyle(part).display === 'contents' ? boxesIn(part) : part));
    // a back link may extend beyond the edge by the padding around its arrow
    const begin = boxesIn(main).find((part) => part.tagName !== 'A' && part.getBoundingClientRect().width > 1);
    const at = begin?.getBoundingClientRect().left;
    return at === left ? found : [...found, `the content begins at ${at} px`];
  }, edge);

/** Pages that no other test loads in English: React reports markup that differs from the server's only when it loads. */
const loadedInEnglish = [
  ...['gyms', 'location', 'log', 'members-data', 'outbox', 'readers', 'start'].map((name) => `/g/[gym]/office/${name}`),
  '/g/[gym]/members/new',
];

/**
 * Opens a page of the same gym as a link does: less work than loading it, as the German test does. By Next's router, because
 * no page has links to all others.
 */
async function follow(page: Page, path: string): Promise<void> {
  const isInGym = [path, new URL(page.url()).pathname].every((one) => one.startsWith('/g/'));
  if (!isInGym) return void (await page.goto(path));
  await page.evaluate(
    (to) => (window as unknown as { next: { router: { push(path: string): void } } }).next.router.push(to),
    path,
  );
  await page.waitForURL(({ pathname }) => pathname === path);
}

// rows outside the viewport are not laid out again, and there are fewer of them if the list is searched
test('a list longer than the screen fits a phone after having been on a tablet', async ({ page, desk }) => {
  for (const path of ['/', '/members']) {
    await page.setViewportSize({ width: 768, height: 900 });
    await (path === '/' ? desk.signIn(page) : page.goto(path));
    const list = page.getByRole('list', { name: path === '/' ? 'In the gym' : 'Members' });
    await expect(list.getByRole('listitem').nth(20)).toBeAttached();
    await page.setViewportSize({ width: 390, height: 900 });
    await expect.poll(() => misplaced(page), path).toEqual([]);
  }
});

for (const locale of ['en-GB', 'de-DE'] as const) {
  test.describe(`in ${locale}`, () => {
    test.use({ locale });

    test('every page fits a phone, a tablet and a desktop', async ({ page, stack }) => {
      const look = async (path: string, isFollowed = false) => {
        await (isFollowed ? follow(page, path) : page.goto(path));
        await expect(page.getByRole('main')).toBeVisible();
        await expect(page.locator('main .spinner')).toHaveCount(0);
        // with text in it, such a field has one more button
        for (const box of await page.getByRole('searchbox').all()) await box.fill('lena');
        // a moment later, and not while the next page is opened
        if (path.endsWith('/members')) await expect(page).toHaveURL(/q=lena/);
        for (const width of widthsOf[locale]) {
          await page.setViewportSize({ width, height: 900 });
          const edge = width < 640 ? 16 : 24;
          await expect.poll(() => misplaced(page, edge), `${path} at ${width} px`).toEqual([]);
        }
        await expect(page).toHaveTitle(/\S/);
        // whole pages with their headers; their parts are checked with their components
        if (locale === 'en-GB') await expectAccessible(page, { about: path });
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
      // a reachable desk leaves `/away` automatically; the last ones redirect to pages of the list
      const seen = [...openToAll, '/away', '/[...former]', '/', '/g/[gym]/office'];
      const pages = builtPages();
      expect(pages).toEqual(expect.arrayContaining(loadedInEnglish));
      for (const built of pages.filter((one) => !seen.includes(one))) {
        const path = built.replace('[gym]', 'muenchen-west').replace('[accountId]', member.id);
        await look(path, locale === 'en-GB' && !loadedInEnglish.includes(built));
      }
    });
  });
}
