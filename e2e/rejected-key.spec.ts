import { permissions } from '#contracts/v2/operations.ts';
import { expectAccessible } from './expect-accessible.ts';
import { expect, test, verdict } from './fixtures.ts';

// its keys are revoked: nobody else works with this desk and platform afterwards
test.use({ isLastOfItsStack: true });

test('a key the platform does not accept is a banner, until the manager enters another one in the office', async ({
  page,
  browser,
  desk,
  stack,
}) => {
  await desk.signIn(page);
  const gyms = await stack.platformAdmin<{ gymId: string; name: string }[]>('list-gyms');
  const gymId = gyms.find(({ name }) => name === 'München West')?.gymId ?? '';
  const keys = await stack.platformAdmin<{ keyId: string; revokedAt: string | null }[]>('list-keys', '--gym', gymId);
  for (const { keyId, revokedAt } of keys) if (!revokedAt) await stack.platformAdmin('revoke-key', '--key', keyId);
  await desk.scan(page, desk.card('walletPass').value);
  await expect(verdict(page, 'unconfirmed')).toBeVisible();
  await expect(page.getByRole('main').getByText(/Tell the manager/)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Enter a key' })).toHaveCount(0);

  const office = await (await browser.newContext({ baseURL: stack.deskUrl })).newPage();
  await desk.signIn(office, 'manager');
  await office.getByRole('link', { name: 'Enter a key' }).click();
  const section = office.getByRole('region', { name: 'Key of the member system' });
  const field = section.getByLabel('New API key');
  await expect(section.getByRole('status')).toContainText('has not accepted the key in use');
  await field.focus();
  await office.keyboard.press('Enter');
  await expect(section.getByText('Enter the key.')).toBeVisible();
  await field.fill('fd_unknown');
  await office.keyboard.press('Enter');
  await expect(section.getByText('The member system does not accept this key. Nothing was changed.')).toBeVisible();
  await expect(field).toBeFocused();
  await expectAccessible(office);

  // another key is used at once by the desk that runs
  const createKey = (names: readonly string[]) =>
    stack.platformAdmin<{ apiKey: string }>('create-key', '--gym', gymId, '--permissions', names.join(','));
  await field.fill((await createKey(['visits'])).apiKey);
  await office.keyboard.press('Enter');
  await expect(section.getByText('it may not read members')).toBeVisible();
  const { apiKey } = await createKey(permissions);
  await field.fill(apiKey);
  await office.keyboard.press('Enter');
  await expect(office.getByText('The member system accepted the key.')).toBeVisible();
  await expect(section.getByRole('status')).toHaveText('The member system accepts the key in use.');
  await expect(field).toHaveValue('');
  await office.reload();
  expect(await office.content()).not.toContain(apiKey);
  await office.context().close();

  await expect(page.getByText(/Tell the manager/)).toHaveCount(0);
  await desk.scan(page, desk.card('admitted').value);
  await expect(verdict(page, 'admitted')).toBeVisible();
});
