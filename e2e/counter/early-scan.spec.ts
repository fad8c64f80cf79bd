import type { Page } from '@playwright/test';
import { expect, test, verdict } from '#e2e/base/fixtures.ts';
import { scan } from '#tools/testing/scan.ts';

test.beforeEach(async ({ page, desk }) => desk.signIn(page));

/** Opens a page whose scripts load slowly. */
async function openWithoutScripts(page: Page, path: string): Promise<{ letScriptsCome(): void }> {
  let letScriptsCome = () => {};
  const gate = new Promise<void>((resolve) => {
    letScriptsCome = resolve;
  });
  await page.route(/\/_next\/static\/.*\.js/, async (route) => {
    await gate;
    await route.continue();
  });
  await page.goto(path, { waitUntil: 'commit' });
  return { letScriptsCome };
}

const searchBox = (page: Page) => page.getByRole('searchbox', { name: 'Scan or search' });

test('input while a page is loading is complete: cards scanned in the search box and on another page, typed text, and a scan that is cut by hydration', async ({
  page,
  desk,
}) => {
  const [anywhere, inTheBox, elsewhere] = [desk.card('admitted'), desk.card('birthday'), desk.card('walletPass')];
  const first = await openWithoutScripts(page, '/');
  await searchBox(page).click();
  await desk.scan(page, inTheBox.value);
  // a form that is not hydrated yet would reload the page
  expect(new URL(page.url()).search).toBe('');
  first.letScriptsCome();
  await expect(verdict(page, 'admitted')).toContainText(inTheBox.name);
  await expect(searchBox(page)).toHaveValue('');

  const second = await openWithoutScripts(page, '/members');
  await expect(page.getByRole('heading', { name: 'Members', level: 1 })).toBeVisible();
  await desk.scan(page, elsewhere.value);
  second.letScriptsCome();
  await expect(verdict(page, 'admitted')).toContainText(elsewhere.name);

  for (const focused of [false, true]) {
    const { letScriptsCome } = await openWithoutScripts(page, '/');
    if (focused) await searchBox(page).click();
    else await expect(searchBox(page)).toBeVisible();
    await page.keyboard.type('anna', { delay: 180 });
    letScriptsCome();
    await expect(searchBox(page)).toHaveValue('anna');
    await expect(page.getByRole('option').first()).toBeVisible();
  }

  // without focus
  const last = await openWithoutScripts(page, '/');
  await expect(searchBox(page)).toBeVisible();
  await scan(page, anywhere.value, last.letScriptsCome);
  await expect(verdict(page, 'admitted')).toContainText(anywhere.name);
  await expect(searchBox(page)).toHaveValue('');
});
