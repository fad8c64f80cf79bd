import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expectAccessible } from '#e2e/base/expect-accessible.ts';
import { expect, test } from '#e2e/base/fixtures.ts';
import { askFromNetwork, ownAddress } from '#e2e/base/own-network.ts';
import { findFreePort } from '#programs/base/free-ports.ts';
import { startDesk } from '#programs/demo/demo.ts';
import { ownSurroundings } from '#tools/testing/own-surroundings.ts';

// the browser itself reports the 404 of a missing page
test.use({ allowedConsoleError: /404/ });

test('a new gym is set up with the one-time link of the first start, and its manager tests the connection from Getting started; an invalid address says so, and a network configured for plain HTTP is answered', async ({
  page,
  stack,
}) => {
  test.setTimeout(120_000);
  const createGym = ['create-gym', '--name', 'New gym', '--time-zone', 'Europe/Berlin'];
  const gym = await stack.platformAdmin<{ apiKey: string }>(...createGym);
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'front-desk-new-'));
  fs.chmodSync(dataDir, 0o755);
  const port = await findFreePort();
  const desk = await startDesk(
    {
      ...ownSurroundings(),
      DATA_DIR: dataDir,
      PORT: String(port),
      HOST: '0.0.0.0',
      DESK_URL: `http://127.0.0.1:${port}`,
      DESK_PLAIN_HTTP_NETWORKS: `${ownAddress ?? '127.0.0.1'}/32`,
      DESK_SECRET: 'a secret of the browser tests, long enough',
      GYM_NAME: 'New gym',
      GYM_API_URL: stack.gymUrl,
      GYM_API_KEY: gym.apiKey,
    },
    'programs/desk.ts',
  );
  try {
    const link = /http\S+\/set-up\?token=\S+/.exec(
      fs.readFileSync(path.join(dataDir, 'logs', 'desk.log'), 'utf8'),
    )?.[0];
    expect(link).toBeDefined();
    await page.goto(link ?? '');
    await expectAccessible(page);

    await page.getByLabel('Your name').fill('Mira Sommer');
    await page.getByLabel('E-mail').fill('mira@example.com');
    await page.getByLabel('Password').fill('short');
    await page.getByRole('button', { name: 'Create the account' }).click();
    await expect(page.getByText(/Use at least 12 characters/)).toBeVisible();
    await expect(page.getByLabel('Password')).toBeFocused();
    await page.getByLabel('Password').fill('correct horse battery');
    await page.getByRole('button', { name: 'Create the account' }).click();
    // signed in with the chosen password, at what the gym still needs
    await expect(page).toHaveURL(/\/g\/new-gym\/office\/start$/);
    const step = (title: string) => page.getByRole('listitem').filter({ hasText: title });
    await expect(step('The member system answers').getByRole('img', { name: 'Done' })).toBeVisible();
    await expect(step('The members are loaded').getByRole('img', { name: 'Done' })).toBeVisible({ timeout: 60_000 });
    await step('Closing times are set')
      .getByRole('button', { name: /^Not needed here/ })
      .click();
    await expect(page.getByText('Not needed here, says Mira Sommer')).toBeVisible();
    await expectAccessible(page);

    await page.getByRole('link', { name: 'Connection', exact: true }).click();
    await page.getByRole('button', { name: 'Test connection' }).click();
    const answer = page.getByRole('article', { name: 'Member system (version 2)' });
    await expect(answer).toContainText('accepts the key');
    await expect(answer).toContainText(/May use: members, check-in and check-out, .*webhooks/);
    await expect(answer).not.toContainText('Not clear');
    const access = page.getByRole('region', { name: 'Address and key' });
    await access.getByLabel('New API key').fill('fd_unknown');
    await page.keyboard.press('Enter');
    await expect(access.getByText('The member system does not accept this key. Nothing was changed.')).toBeVisible();
    await expect(page.getByText('Registered at the member system.')).toBeVisible();
    await expectAccessible(page);
    await access.getByLabel('New API key').fill('');

    // it comes first as long as anything is missing
    await page.goto(new URL('/office', link).href);
    await expect(page).toHaveURL(/\/office\/start$/);

    await page.goto(link ?? '');
    await expect(page.getByText('This link has already been used')).toBeVisible();

    await page.goto(new URL('/nowhere', link).href);
    await expect(page.getByRole('heading', { name: 'This page does not exist' })).toBeVisible();
    await expectAccessible(page);

    if (ownAddress) {
      const answers = (await askFromNetwork(port)).map(([, status]) => status);
      expect(answers).toEqual([200, 200, 200, 307, 200, 200, 404]);
    }
  } finally {
    await desk.stop();
    fs.rmSync(dataDir, { recursive: true, force: true });
  }
});
