import type { Page } from '@playwright/test';
import { queryDatabase } from '#e2e/base/databases.ts';
import { expect, test } from '#e2e/base/fixtures.ts';
import { pickMember } from '#e2e/base/pick-members.ts';
import { signInAs } from '#e2e/base/sign-in-request.ts';

const region = (page: Page, name: string) => page.getByRole('region', { name });
const dialog = (page: Page) => page.getByRole('dialog');

/** The requests of server actions by the page. */
const isAction = (request: { method(): string; headers(): Record<string, string> }) =>
  request.method() === 'POST' && 'next-action' in request.headers();

// the browser's own errors for an unreachable desk, and for a signed-out user
test.use({ allowedConsoleError: /ERR_|Failed to (fetch|load)|401|404|503|EventSource/ });
test.beforeEach(async ({ page, stack }) => signInAs(page.request, stack, 'manager'));
test.afterAll(async ({ stack }) => {
  await queryDatabase(stack, 'desk', [{ text: 'update locations set capacity = 120' }]);
});

test('an action that is lost, or unknown after an update, is reported as such: no input is lost, and two presses send one', async ({
  page,
}) => {
  await page.goto('/office/gym');
  const entered = page.getByLabel('Maximum number of people');
  const value = String(100 + (Date.now() % 20));
  await entered.fill(value);
  const button = page.getByRole('region', { name: 'In the gym' }).getByRole('button', { name: 'Save', exact: true });
  const alert = (hasText: RegExp) => page.getByRole('alert').filter({ hasText });

  // no request of an action reaches the desk, or no response comes back
  await page.route('**', (route) => (isAction(route.request()) ? route.abort() : route.fallback()));
  await button.click();
  await expect(alert(/Front Desk’s server does not answer/)).toBeVisible();
  await expect(page.getByText('tell the manager this number')).toHaveCount(0);
  await expect(entered).toHaveValue(value);
  await page.unrouteAll({ behavior: 'ignoreErrors' });

  await page.route('**', (route) => {
    const headers = route.request().headers();
    if (!isAction(route.request())) return route.fallback();
    // an action that this build of the desk does not have
    return route.continue({ headers: { ...headers, 'next-action': `40${'0'.repeat(40)}` } });
  });
  await button.click();
  await expect(alert(/Front Desk was updated\./)).toBeVisible();
  await expect(entered).toHaveValue(value);
  await page.unrouteAll({ behavior: 'ignoreErrors' });

  await expect(button).not.toHaveAttribute('aria-disabled', 'true');
  const sent: string[] = [];
  page.on('request', (request) => {
    if (isAction(request)) sent.push(request.url());
  });
  await button.evaluate((element: HTMLElement) => {
    element.click();
    element.click();
  });
  await expect(page.getByText('The settings are saved.')).toBeVisible();
  expect(sent).toHaveLength(1);
});

test('a user whose session has ended is redirected to the sign-in, and finds the page again', async ({
  page,
  stack,
  cards,
}) => {
  // the page's own reads that detect the end of the session are not part of this test
  await page.route('**/api/live*', (route) => route.abort());
  const { accountId } = await pickMember(stack, cards, 65);
  await page.goto(`/members/${accountId}`);
  await region(page, 'Cards and passes').getByRole('button', { name: 'Add card' }).click();
  await dialog(page).getByRole('textbox').fill('0x04AC7104000001');
  const place = page.url();
  await queryDatabase(stack, 'desk', [{ text: 'update staff_sessions set expires_at = now()' }]);
  await dialog(page).getByRole('button', { name: 'Use this number' }).click();
  await expect(page).toHaveURL(/\/sign-in$/);
  await expect(dialog(page)).toHaveCount(0);
  await page.getByLabel('E-mail').fill('manager@demo.example');
  await page.getByLabel('Password').fill(stack.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('list', { name: 'In the gym' }).getByRole('listitem').first()).toBeVisible();
  // in the history, the sign-in is after the start page, and the page where it happened after that
  await page.evaluate(() => history.go(-2));
  await expect(page).toHaveURL(place);
  await expect(region(page, 'Notes for reception')).toBeVisible();
});
