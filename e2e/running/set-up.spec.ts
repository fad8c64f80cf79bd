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

test('a new gym is set up with the one-time link of the first start, an invalid address says so, and a network configured for plain HTTP is answered', async ({
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
    // signed in with the chosen password
    await expect(page.getByRole('heading', { name: 'Check-in', level: 1 })).toBeAttached();
    await expect(page.getByText('Nobody is checked in.')).toBeVisible();

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
