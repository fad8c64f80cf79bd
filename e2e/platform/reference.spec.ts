import { colourRules } from '#components/testing/browser/colour-rules.ts';
import { expectAccessible } from '#e2e/base/expect-accessible.ts';
import { expect, test } from '#e2e/base/fixtures.ts';
import { tabTo } from '#e2e/base/tab-to.ts';

const pages = ['/reference', '/reference/v2', '/reference/v1', '/reference/export'];

/**
 * Leaves only operations and rows with a style that no earlier one has, for checks of colours: reading thousands of
 * cells takes most of them. The style sheet tells elements apart by names, classes, the current page, and the first places
 * in a row. Runs in the page.
 * @param known the styles that earlier pages had
 * @returns these and the new ones
 */
function keepStyles(known: string[]): string[] {
  const styles = new Set(known);
  const nameOf = (element: Element) => {
    const siblings = [...(element.parentElement?.children ?? [])];
    const place = siblings.slice(0, 3).indexOf(element);
    return `${element.tagName}.${element.className}.${element.ariaCurrent}.${place}.${siblings.at(-1) === element}`;
  };
  const kept = new Set<Element>();
  for (const element of document.body.querySelectorAll('*')) {
    let style = '';
    for (let at: Element | null = element; at; at = at.parentElement) style = `${nameOf(at)} ${style}`;
    if (!styles.has(style)) for (let at: Element | null = element; at; at = at.parentElement) kept.add(at);
    styles.add(style);
  }
  for (const element of document.querySelectorAll('article, tr')) if (!kept.has(element)) element.remove();
  return [...styles];
}

test('the reference has no axe violations, does not overflow, and uses the product’s font', async ({ page, stack }) => {
  let styles: string[] = [];
  for (const address of pages) {
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto(`${stack.platformUrl}${address}`);
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow, `${address}, ${width} pixels wide`).toBe(0);
    }
    expect(await page.evaluate(() => getComputedStyle(document.body).fontFamily)).toMatch(/^"?Inter/);
    await expectAccessible(page, { about: address, without: colourRules });
    styles = await page.evaluate(keepStyles, styles);
    await expectAccessible(page, { about: `${address}, light`, rules: colourRules });
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize({ width: 1440, height: 900 });
    await expectAccessible(page, { about: `${address}, dark`, rules: colourRules });
  }
});

test('by keyboard alone a reader gets from the index to a decision of version 1', async ({ page, stack }) => {
  await page.goto(`${stack.platformUrl}/reference`);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Membership management API, version 2' })).toBeFocused();
  await tabTo(page, page.getByRole('link', { name: 'Gym interface, version 1' }));
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
