import type { Page } from '@playwright/test';
import { queryDatabase } from '#e2e/base/databases.ts';
import { expect, test } from '#e2e/base/fixtures.ts';
import { pickMember } from '#e2e/base/pick-members.ts';
import type { Stack } from '#tools/testing/stack.ts';

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

const endSessions = (stack: Stack) =>
  queryDatabase(stack, 'desk', [{ text: 'update staff_sessions set expires_at = now()' }]);

/** Typing is activity; an action after the end of the session covers the page, which goes on after a sign-in, with what was typed. */
async function actAfterSessionEnd(page: Page, stack: Stack, accountId: string): Promise<void> {
  // the page's own reads that detect the end of the session are not part of this
  await page.route('**/api/live*', (route) => route.abort());
  await page.goto(`/members/${accountId}`);
  const useNumber = page.getByRole('button', { name: 'Use this number' });
  const number = page.getByRole('dialog').filter({ has: useNumber }).getByRole('textbox');
  const section = (name: string) => page.getByRole('region', { name });
  await section('Cards and passes').getByRole('button', { name: 'Add card' }).click();
  await queryDatabase(stack, 'desk', [{ text: `update staff_sessions set active_at = now() - interval '4 minutes'` }]);
  await number.fill('0x04AC7104000001');
  const text = `select from staff_sessions where active_at > now() - interval '3 minutes'`;
  await expect.poll(() => queryDatabase(stack, 'desk', [{ text }])).toHaveLength(1);
  const place = page.url();
  await endSessions(stack);
  await useNumber.click();
  const cover = page.getByRole('dialog', { name: 'Sign in again' });
  await expect(cover.getByLabel('E-mail')).toBeFocused();
  await expect(useNumber).toHaveCount(0);
  await expect(section('Notes for reception')).toHaveCount(0);
  await cover.getByLabel('E-mail').fill('manager@demo.example');
  await cover.getByLabel('Password').fill(stack.password);
  await cover.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(cover).toHaveCount(0);
  await expect(number).toHaveValue('0x04AC7104000001');
  await page.keyboard.press('Escape');
  await expect(number).toHaveCount(0);
  await expect(section('Notes for reception')).toBeVisible();
  expect(page.url()).toBe(place);
}

test.describe('a counter after the idle timeout', () => {
  // the browser itself reports the 401 of reads meanwhile, and requests an icon between two pages
  test.use({ allowedConsoleError: /401|favicon|ERR_FAILED.* \/api\/live$/ });

  test('shows no data any more, not even by Back, until somebody signs in; typing is activity, and a page with unsaved input is covered at the end of the session, and goes on after a sign-in', async ({
    page,
    desk,
    stack,
    cards,
  }) => {
    await desk.signIn(page);
    await page.getByRole('link', { name: 'Members', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Members', level: 1 })).toBeVisible();
    await queryDatabase(stack, 'desk', [
      { text: 'update locations set idle_limit_min = 5' },
      { text: `update staff_sessions set active_at = now() - interval '6 minutes'` },
    ]);
    await expect(page).toHaveURL(/\/sign-in(\?|$)/);
    await expect(page.getByLabel('Password')).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL(/\/sign-in(\?|$)/);
    await expect(page.getByLabel('Password')).toBeVisible();
    await expect(page.getByRole('list', { name: 'In the gym' })).toHaveCount(0);
    await queryDatabase(stack, 'desk', [{ text: 'update locations set idle_limit_min = null' }]);
    await desk.signIn(page, 'manager');
    const { accountId } = await pickMember(stack, cards, 65);
    await actAfterSessionEnd(page, stack, accountId);
  });
});
