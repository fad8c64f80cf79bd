import { permissions } from '#contracts/v2/operations.ts';
import { expectAccessible } from '#e2e/base/expect-accessible.ts';
import { expect, test, verdict } from '#e2e/base/fixtures.ts';
import { openMember } from '#e2e/base/open-member.ts';

// its keys are revoked: no other test uses this desk and platform afterwards, and their reads are answered with 503
test.use({ ownStack: 'rejected key', allowedConsoleError: /503/ });

test('a key that the platform rejects is shown in a banner, until the manager enters another one in the office', async ({
  page,
  browser,
  desk,
  stack,
}) => {
  test.slow();
  const { name } = desk.card('admitted');
  await desk.signIn(page);
  const toCheckIn = async () => {
    await page.goto('/');
    await expect(page.getByRole('searchbox', { name: 'Scan or search' })).toBeFocused();
  };
  await openMember(page, name);
  await toCheckIn();
  const gyms = await stack.platformAdmin<{ gymId: string; name: string }[]>('list-gyms');
  const gymId = gyms.find(({ name }) => name === 'München West')?.gymId ?? '';
  const keys = await stack.platformAdmin<{ keyId: string; revokedAt: string | null }[]>('list-keys', '--gym', gymId);
  for (const { keyId, revokedAt } of keys) if (!revokedAt) await stack.platformAdmin('revoke-key', '--key', keyId);
  await desk.scan(page, desk.card('walletPass').value);
  await expect(verdict(page, 'unconfirmed')).toBeVisible();
  await expect(page.getByRole('main').getByText(/Tell the manager/)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Enter a key' })).toHaveCount(0);

  // other sections that need the key report the key as the reason, not an unreachable platform
  const main = page.getByRole('main');
  const section = (title: string) => page.getByRole('region', { name: title, exact: true });
  await openMember(page, name);
  await expect(main.getByRole('status').filter({ hasText: 'does not accept this gym’s key' })).toBeVisible();
  for (const title of ['Cards and passes', 'Products'])
    await expect(section(title).getByRole('alert').first()).toContainText('The manager can enter a valid one');
  await expect(main).not.toContainText(/cannot be reached|does not answer/);
  await expectAccessible(page);
  await toCheckIn();

  const office = await (await browser.newContext({ baseURL: stack.deskUrl })).newPage();
  await desk.signIn(office, 'manager');
  await office.getByRole('link', { name: 'Enter a key' }).click();
  const key = office.getByRole('region', { name: 'Member system key' });
  const field = key.getByLabel('New API key');
  await expect(key.getByRole('status')).toContainText('has not accepted the key in use');
  await field.fill('fd_unknown');
  await office.keyboard.press('Enter');
  await expect(key.getByText('The member system does not accept this key. Nothing was changed.')).toBeVisible();

  // the running desk uses another key at once
  const createKey = (names: readonly string[]) =>
    stack.platformAdmin<{ apiKey: string }>('create-key', '--gym', gymId, '--permissions', names.join(','));
  const { apiKey } = await createKey(permissions.filter((permission) => permission !== 'products'));
  await field.fill(apiKey);
  await office.keyboard.press('Enter');
  await expect(office.getByText('The member system accepted the key.')).toBeVisible();
  await expect(key.getByRole('status')).toHaveText('The member system accepts the key in use.');
  await expect(field).toHaveValue('');
  await office.reload();
  expect(await office.content()).not.toContain(apiKey);
  await office.context().close();

  await expect(page.getByText(/Tell the manager/)).toHaveCount(0);
  await desk.scan(page, desk.card('admitted').value);
  await expect(verdict(page, 'admitted')).toBeVisible();

  // a section for which the key has no permission says so, while the others are shown
  await openMember(page, name);
  await expect(section('Products').getByRole('alert')).toContainText('This gym’s key may not be used for this.');
  await expect(section('Cards and passes').getByRole('alert')).toHaveCount(0);
});
