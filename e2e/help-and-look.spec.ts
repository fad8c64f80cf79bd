import fs from 'node:fs';
import type { Page } from '@playwright/test';
import { expectAccessible } from './expect-accessible.ts';
import { expect, test, verdict } from './fixtures.ts';

const { version: release } = JSON.parse(fs.readFileSync('package.json', 'utf8')) as { version: string }; // safe because: npm reads it

test('help and the search box are a key away, and a card is neither', async ({ page, desk }) => {
  await desk.signIn(page);
  const help = page.getByRole('dialog', { name: 'Help and shortcuts' });
  const box = page.getByRole('searchbox', { name: 'Scan or search' });
  await page.keyboard.press('?');
  await expect(help).toBeVisible();
  await expect(help).toContainText('Alt R');
  await expect(help).toContainText(new RegExp(`Front Desk ${release} ?Build [0-9a-f]{7}$`));
  await page.keyboard.press('Escape');
  await expect(help).toHaveCount(0);
  await expect(box).toHaveValue('');

  // in a text, it is a character like others
  await box.pressSequentially('who?', { delay: 180 });
  await page.waitForTimeout(300);
  await expect(box).toHaveValue('who?');
  await expect(help).toHaveCount(0);
  await page.keyboard.press('Escape');
  // nor for a moment
  await page.evaluate(() => {
    const note = () =>
      document.querySelector('[role="dialog"]') && document.documentElement.setAttribute('data-asked', '');
    new MutationObserver(note).observe(document.body, { childList: true, subtree: true });
  });
  await desk.scan(page, '?0A/1');
  await expect(verdict(page, 'unknown')).toBeVisible();
  await expect(page.locator('html')).not.toHaveAttribute('data-asked');

  await page.getByRole('button', { name: 'Sounds on' }).focus();
  await page.keyboard.press('/');
  await expect(box).toBeFocused();
  await page.getByRole('link', { name: 'Members' }).click();
  await expect(page.getByRole('heading', { name: 'Members', level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Sounds on' }).focus();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('main').getByRole('searchbox')).toBeFocused();
  await page.getByRole('link', { name: 'Corporate fitness' }).click();
  await expect(page.getByRole('heading', { name: 'Corporate fitness', level: 1 })).toBeVisible();
  // below a question, nothing moves
  await page.keyboard.press('?');
  await expect(help).toBeVisible();
  await page.keyboard.press('Control+k');
  await expectAccessible(page);
  await expect(help).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(help).toHaveCount(0);
  await expect(page).toHaveURL(/corporate-fitness/);
  await page.keyboard.press('Control+k');
  await expect(box).toBeFocused();
});

test('where there is no search box, the keys of it do nothing', async ({ page, desk }) => {
  await desk.signIn(page, 'trainer');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.keyboard.press('Control+k');
  await expect(async () => {
    // right after another key, it could be part of a card
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Help and shortcuts' })).toBeVisible({ timeout: 1_000 });
  }).toPass();
  // nor is it told of what a trainer has not
  await expect(page.getByRole('dialog')).not.toContainText('Alt R');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { name: 'Training floor', level: 1 })).toBeVisible();
  expect(asked).not.toContain('/');
});

test.describe('where the system is light', () => {
  test.use({ colorScheme: 'light' });

  test('the look that a person chose is there from the first markup on, and the menu tells the version', async ({
    page,
    desk,
  }) => {
    await desk.signIn(page);
    const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await paper();
    const menu = page.getByRole('button', { name: 'Ana Keller' });
    await menu.click();
    await expect(page.getByRole('menu')).toContainText(new RegExp(`Front Desk ${release}$`));
    await expectAccessible(page);
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
    await expect(page.getByRole('dialog', { name: 'Help and shortcuts' })).toBeVisible();
  });
});

const headerHeight = async (page: Page) => (await page.getByRole('banner').boundingBox())?.height;

test('on a phone the header is one row, with the pages in a menu', async ({ page, desk }) => {
  await desk.signIn(page);
  for (const [width, height] of [
    [390, 844],
    [768, 1024],
    [1024, 768],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect.poll(() => headerHeight(page), `at ${width} px`).toBeLessThan(70);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Pages' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Members' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Members', level: 1 })).toBeVisible();
  await expectAccessible(page);
});

test.describe('in German', () => {
  test.use({ locale: 'de-DE' });

  test('a manager’s header is one row at every width, and so are the buttons of a verdict', async ({
    page,
    desk,
    stack,
  }) => {
    await page.goto('/sign-in');
    await page.getByLabel('E-Mail').fill('manager@demo.example');
    await page.getByLabel('Passwort').fill(stack.password);
    await page.getByRole('button', { name: 'Anmelden' }).click();
    await expect(page.getByRole('list', { name: 'Im Studio' }).getByRole('listitem').first()).toBeVisible();
    for (const width of [390, 768, 1024, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(() => headerHeight(page), `at ${width} px`).toBeLessThan(70);
    }
    // the last of these widths has all pages side by side, and still room for the whole name of the gym
    const gym = page.getByRole('button', { name: 'München West' }).locator('span').first();
    expect(await gym.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThanOrEqual(0);
    const region = page.getByRole('region', { name: 'Ergebnis' });
    await desk.scan(page, desk.card('admitted').value);
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
    const cell = page.getByRole('cell', { name: desk.card('admitted').name }).first();
    const [name, membershipId] = [cell.getByRole('link'), cell.getByText(/^M-/)];
    await expect(membershipId).toBeVisible();
    expect((await membershipId.boundingBox())?.x).toBe((await name.boundingBox())?.x);
  });
});

test.describe('where something is gone', () => {
  test.use({ allowedConsoleError: /status of 404/ });

  test('a note of what is wrong is an alert, and stays until it is closed', async ({ page, desk }) => {
    await page.clock.install();
    await desk.signIn(page);
    const error = { code: 'notFound', message: 'It is gone.', requestId: '1', retryable: false };
    await page.route('**/api/desk/presence/*', (route) => route.fulfill({ status: 404, json: { ok: false, error } }));
    await page.getByRole('list', { name: 'In the gym' }).getByRole('button').first().click();
    const alert = page.getByRole('alert').filter({ hasText: 'This no longer exists.' });
    await expect(alert).toBeVisible();
    await page.clock.fastForward('01:00');
    await expect(alert).toBeVisible();
    await page.locator('[data-sonner-toast]').filter({ has: alert }).getByRole('button', { name: 'Close' }).click();
    await expect(alert).toHaveCount(0);
  });
});
