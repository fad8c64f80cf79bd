import type { Page } from '@playwright/test';
import { expect, test, verdict } from './fixtures.ts';

test.beforeEach(async ({ page, desk }) => desk.signIn(page));

/** Opens a page whose scripts are long in coming. */
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

test('a card held to the reader while the page still loads is checked in', async ({ page, desk }) => {
  const card = desk.card('admitted');
  const { letScriptsCome } = await openWithoutScripts(page, '/');
  await expect(searchBox(page)).toBeVisible();
  await desk.scan(page, card.value);
  letScriptsCome();
  await expect(verdict(page, 'admitted')).toContainText(card.name);
  await expect(searchBox(page)).toHaveValue('');
});

test('a scan into the box of a page that still loads does not load it anew', async ({ page, desk }) => {
  const card = desk.card('admitted');
  const { letScriptsCome } = await openWithoutScripts(page, '/');
  await searchBox(page).click();
  await desk.scan(page, card.value);
  expect(new URL(page.url()).search).toBe('');
  letScriptsCome();
  await expect(verdict(page, 'admitted')).toContainText(card.name);
  await expect(searchBox(page)).toHaveValue('');
});

test('a scan that goes on while the page comes alive is read whole', async ({ page, desk }) => {
  const card = desk.card('admitted');
  const { letScriptsCome } = await openWithoutScripts(page, '/');
  await expect(searchBox(page)).toBeVisible();
  const [begin, end] = [card.value.slice(0, 7), card.value.slice(7)];
  for (const key of begin) await page.keyboard.press(key);
  letScriptsCome();
  for (const key of end) await page.keyboard.press(key);
  await page.keyboard.press('Enter');
  await expect(verdict(page, 'admitted')).toContainText(card.name);
});

for (const focused of [false, true]) {
  test(`what a person types while the page still loads is searched for, ${focused ? 'in' : 'outside'} the box`, async ({
    page,
  }) => {
    const { letScriptsCome } = await openWithoutScripts(page, '/');
    if (focused) await searchBox(page).click();
    else await expect(searchBox(page)).toBeVisible();
    await page.keyboard.type('anna', { delay: 180 });
    letScriptsCome();
    await expect(searchBox(page)).toHaveValue('anna');
    await expect(page.getByRole('option').first()).toBeVisible();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect(searchBox(page)).toHaveValue('');
  });
}

test('a scan on another page that still loads is not lost', async ({ page, desk }) => {
  const card = desk.card('admitted');
  const { letScriptsCome } = await openWithoutScripts(page, '/members');
  await expect(page.getByRole('heading', { name: 'Members', level: 1 })).toBeVisible();
  await desk.scan(page, card.value);
  letScriptsCome();
  await expect(verdict(page, 'admitted')).toContainText(card.name);
});
