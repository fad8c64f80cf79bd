import os from 'node:os';
import type { Page } from '@playwright/test';
import { expect, test, verdict } from '#e2e/base/fixtures.ts';
import { abortPosts } from '#e2e/base/posts.ts';

// from another machine than the desk's own, like a tablet: the browser then withholds features that need a secure
// context
test.use({
  allowedConsoleError: /ERR_FAILED|Failed to (fetch|load)|EventSource/,
  launchOptions: async ({ launchOptions }, use) =>
    use({ ...launchOptions, args: [...(launchOptions.args ?? []), '--host-resolver-rules=MAP tablet.test 127.0.0.1'] }),
  baseURL: async ({ stack }, use) => use(stack.deskUrl.replace(/\/\/[^:]+/, '//tablet.test')),
});

/** Signs in at the page's own address: a session of another host is not sent there. */
async function signIn(page: Page, password: string) {
  await page.goto('/sign-in');
  await page.getByLabel('E-mail').fill('reception@demo.example');
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('searchbox', { name: 'Scan or search' })).toBeFocused();
}

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
  await expect(verdict(page, 'unconfirmed')).toContainText('saved in this browser');
  await page.reload();
  expect(asked).toEqual(['beforeunload']);
});

test('control: on the desk’s own machine there is no notice and no question', async ({ page, desk }) => {
  await desk.signIn(page);
  await expect(page.getByText('Without HTTPS')).toHaveCount(0);
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  await abortPosts(page, 'taps');
  await desk.scan(page, desk.card('admitted').value);
  await expect(verdict(page, 'unconfirmed')).toContainText('saved in this browser');
  await page.reload();
  expect(asked).toEqual([]);
});

test.describe('a desk that listens on its network', () => {
  /** The address by which another machine would reach this one. */
  const own = Object.values(os.networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal)?.address;
  test.skip(own === undefined, 'this machine is in no network');

  const paths = ['/health', '/ready', '/sign-in', '/', '/api/clock', '/api/auth/csrf', '/_next/static/none.js'];

  test('answers it `/health` and `/ready`, and a sentence for all other requests, unless the network is configured', async ({
    stack,
  }) => {
    const { port } = new URL(stack.deskUrl);
    const ask = async (path: string) => {
      const answer = await fetch(`http://${own}:${port}${path}`, { redirect: 'manual' });
      return [path, answer.status, answer.status === 403 ? (await answer.text()).slice(0, 49) : ''];
    };
    const listen = async (changes: Record<string, string>) => {
      await stack.killDesk();
      await stack.startDesk({ HOST: '0.0.0.0', DESK_URL: stack.deskUrl, ...changes });
    };
    try {
      await listen({});
      const sentence = 'Front Desk answers other devices only over HTTPS.';
      expect(await Promise.all(paths.map(ask))).toEqual(
        paths.map((path, index) => (index < 2 ? [path, 200, ''] : [path, 403, sentence])),
      );
      expect((await fetch(`${stack.deskUrl}/sign-in`)).status).toBe(200);
      await listen({ DESK_PLAIN_HTTP_NETWORKS: `${own}/32` });
      expect((await Promise.all(paths.map(ask))).map(([, status]) => status)).toEqual([
        200, 200, 200, 307, 200, 200, 404,
      ]);
    } finally {
      await stack.killDesk();
      await stack.startDesk();
    }
  });
});
