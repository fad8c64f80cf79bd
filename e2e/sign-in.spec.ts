import { queryDatabase } from './databases.ts';
import { expect, test } from './fixtures.ts';

const wrong = 'Wrong e-mail or password.';

test('staff sign in, see the check-in page, and sign out again', async ({ page, desk }) => {
  await page.goto('/');
  await expect(page).toHaveURL(/\/sign-in$/);
  await desk.signIn(page);
  await page.getByRole('button', { name: /Ana Keller/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
  await expect(page).toHaveURL(/\/sign-in/);
  await page.goto('/');
  await expect(page).toHaveURL(/\/sign-in/);
});

test.describe('a page that the browser kept', () => {
  // the browser itself reports the 401 of what the page asked for as its session went
  test.use({ allowedConsoleError: /status of 401/ });

  test('shows nobody after signing out', async ({ page, desk, context }) => {
    await desk.signIn(page);
    const [member] = await page.getByRole('list', { name: 'In the gym' }).getByRole('listitem').allInnerTexts();
    expect(member).toBeTruthy();
    // Chromium keeps no such page, other browsers do: what they say of it is all that the page hears
    const tell = (type: string) =>
      page.evaluate((name) => dispatchEvent(new PageTransitionEvent(name, { persisted: true })), type);
    await tell('pagehide');
    await expect(page.getByRole('heading', { name: 'Check-in', level: 1 })).toBeHidden();
    await context.clearCookies({ name: /session/ });
    await tell('pageshow');
    await expect(page).toHaveURL(/\/sign-in$/);
    await expect(page.getByLabel('Password')).toBeVisible();
  });
});

test.describe('a counter that was left idle', () => {
  // the browser itself reports the 401 of what was asked for meanwhile, and looks for an icon between two pages
  test.use({ allowedConsoleError: /401|favicon/ });

  test('shows nobody any more, not on the way back either, until somebody signs in', async ({ page, desk, stack }) => {
    await desk.signIn(page);
    await page.getByRole('link', { name: 'Members', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Members', level: 1 })).toBeVisible();
    await queryDatabase(stack, 'desk', [
      { text: 'update locations set idle_limit_min = 5' },
      { text: `update staff_sessions set active_at = now() - interval '6 minutes'` },
    ]);
    await expect(page).toHaveURL(/\/sign-in$/, { timeout: 30_000 });
    await expect(page.getByLabel('Password')).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL(/\/sign-in$/);
    await expect(page.getByLabel('Password')).toBeVisible();
    await expect(page.getByRole('list', { name: 'In the gym' })).toHaveCount(0);
    await queryDatabase(stack, 'desk', [{ text: 'update locations set idle_limit_min = null' }]);
    await desk.signIn(page);
  });
});

test.describe('a sign-in that fails', () => {
  // the browser itself reports the 401 of the sign-in call
  test.use({ allowedConsoleError: /401/ });

  test('says the same for a wrong password and for an unknown person, and keeps the e-mail typed', async ({ page }) => {
    await page.goto('/sign-in');
    for (const email of ['reception@demo.example', 'nobody@demo.example']) {
      await page.getByLabel('E-mail').fill(email);
      await page.getByLabel('Password').fill('not the password');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await expect(page.getByRole('alert').filter({ hasText: wrong })).toBeVisible();
      await expect(page.getByLabel('E-mail')).toHaveValue(email);
    }
  });

  test('is locked softly after ten failures, also for the right password', async ({ page, stack }) => {
    await page.goto('/sign-in');
    for (let attempt = 0; attempt < 10; attempt += 1) {
      await page.getByLabel('E-mail').fill('trainer@demo.example');
      await page.getByLabel('Password').fill(`wrong ${attempt}`);
      const answered = page.waitForResponse((response) => response.url().includes('/callback/credentials'));
      await page.getByRole('button', { name: 'Sign in' }).click();
      await answered;
    }
    await page.getByLabel('Password').fill(stack.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'Too many attempts' })).toBeVisible();
    await expect(page).toHaveURL(/\/sign-in/);
  });
});

test('the demo lists its cards on the sign-in page', async ({ page, cards }) => {
  await page.goto('/sign-in');
  for (const card of cards) await expect(page.getByText(card.value, { exact: true })).toBeVisible();
});
