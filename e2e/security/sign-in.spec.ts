import { queryDatabase } from '#e2e/base/databases.ts';
import { expect, test } from '#e2e/base/fixtures.ts';

test.describe('after signing out', () => {
  // the browser itself reports the 401 of the page's reads after its session has ended
  test.use({ allowedConsoleError: /status of 401/ });

  test('no data of the user is shown, not even by a page restored by the browser', async ({ page, desk, context }) => {
    await page.goto('/');
    await expect(page).toHaveURL(/\/sign-in(\?|$)/);
    await desk.signIn(page);
    await page.getByRole('button', { name: /Ana Keller/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
    await expect(page).toHaveURL(/\/sign-in/);
    await page.goto('/');
    await expect(page).toHaveURL(/\/sign-in/);

    await desk.signIn(page);
    const [member] = await page.getByRole('list', { name: 'In the gym' }).getByRole('listitem').allInnerTexts();
    expect(member).toBeTruthy();
    // Chromium restores no such page, other browsers do: this event is all that the page gets
    const tell = (type: string) =>
      page.evaluate((name) => dispatchEvent(new PageTransitionEvent(name, { persisted: true })), type);
    await tell('pagehide');
    await expect(page.getByRole('heading', { name: 'Check-in', level: 1 })).toBeHidden();
    await context.clearCookies({ name: /session/ });
    await tell('pageshow');
    await expect(page).toHaveURL(/\/sign-in(\?|$)/);
    await expect(page.getByLabel('Password')).toBeVisible();
  });
});

test.describe('a counter after the idle timeout', () => {
  // the browser itself reports the 401 of reads meanwhile, and requests an icon between two pages
  test.use({ allowedConsoleError: /401|favicon/ });

  test('shows no data any more, not even by Back, until somebody signs in', async ({ page, desk, stack }) => {
    await desk.signIn(page);
    await page.getByRole('link', { name: 'Members', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Members', level: 1 })).toBeVisible();
    await queryDatabase(stack, 'desk', [
      { text: 'update locations set idle_limit_min = 5' },
      { text: `update staff_sessions set active_at = now() - interval '6 minutes'` },
    ]);
    await expect(page).toHaveURL(/\/sign-in(\?|$)/, { timeout: 30_000 });
    await expect(page.getByLabel('Password')).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL(/\/sign-in(\?|$)/);
    await expect(page.getByLabel('Password')).toBeVisible();
    await expect(page.getByRole('list', { name: 'In the gym' })).toHaveCount(0);
    await queryDatabase(stack, 'desk', [{ text: 'update locations set idle_limit_min = null' }]);
    await desk.signIn(page);
  });
});
