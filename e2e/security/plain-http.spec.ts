import type { Page } from '@playwright/test';
import { expect, test, verdict } from '#e2e/base/fixtures.ts';
import { abortPosts } from '#e2e/base/posts.ts';
import { otherMachine } from '#tools/testing/other-machine.ts';

// from another machine than the desk's own, like a tablet
test.use({
  allowedConsoleError: /ERR_FAILED|Failed to (fetch|load)|EventSource/,
  baseURL: async ({ stack }, use) => use(stack.deskUrl.replace(/\/\/[^:]+/, `//${otherMachine}`)),
});

/** Signs in at the page's own address: a session of another host is not sent there. */
async function signIn(page: Page, password: string) {
  await page.goto('/sign-in');
  await page.getByLabel('E-mail').fill('reception@demo.example');
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('searchbox', { name: 'Scan or search' })).toBeFocused();
}

// control: `desk-away.spec.ts` reloads such a page on the desk's own machine
test('over plain HTTP the page says that waiting scans are lost with its window, and the browser asks before that', async ({
  page,
  desk,
  stack,
}) => {
  await signIn(page, stack.password);
  expect(await page.evaluate(() => window.isSecureContext)).toBe(false);
  await expect(page.getByText('Without HTTPS')).toBeVisible();

  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  await page.reload();
  await expect(page.getByRole('searchbox', { name: 'Scan or search' })).toBeFocused();
  expect(asked).toEqual([]);

  await abortPosts(page, 'taps');
  await desk.scan(page, desk.card('admitted').value);
  await expect(verdict(page, 'unconfirmed')).toContainText('only in this window: leave it open');
  await page.reload();
  expect(asked).toEqual(['beforeunload']);
});
