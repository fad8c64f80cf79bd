import { queryDatabase } from '#e2e/base/databases.ts';
import { expect, test } from '#e2e/base/fixtures.ts';

test.afterEach(({ stack }) =>
  queryDatabase(stack, 'desk', [{ text: 'update locations set keeps_screen_awake = false' }]),
);

test('the desk can be installed and fills the screen, which stays on if the location wants it, from the next page on', async ({
  page,
  desk,
}) => {
  // a headless browser refuses
  await page.addInitScript(() => {
    const held = { asked: 0 };
    const request = async () => {
      held.asked += 1;
      return { released: false, release: async () => {} };
    };
    Object.defineProperty(navigator, 'wakeLock', { value: { request } });
    Object.assign(window, { held });
  });
  await desk.signIn(page, 'manager');
  const session = await page.context().newCDPSession(page);
  const { url, errors, data } = await session.send('Page.getAppManifest');
  expect([url.endsWith('/manifest.webmanifest'), errors]).toEqual([true, []]);
  expect(JSON.parse(data ?? '')).toMatchObject({ start_url: '/', display: 'fullscreen' });
  await expect(page.locator('link[rel="apple-touch-icon"]')).toHaveAttribute('href', '/apple-touch-icon.png');
  await expect(page.locator('meta[name="mobile-web-app-capable"]')).toHaveAttribute('content', 'yes');

  const asked = () => page.evaluate(() => (window as unknown as { held: { asked: number } }).held.asked);
  expect(await asked()).toBe(0);
  await page.goto('/office/gym');
  const choice = page.getByRole('switch', { name: 'Keep the screen on' });
  await expect(choice).not.toBeChecked();
  await choice.click();
  const screens = page.getByRole('region', { name: 'Screens and sign-in' });
  await screens.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('The settings are saved.')).toBeVisible();
  expect(await asked()).toBe(0);
  await page.goto('/');
  await expect.poll(asked).toBe(1);
});
