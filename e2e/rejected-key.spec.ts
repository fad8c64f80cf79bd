import { permissions } from '#contracts/v2/operations.ts';
import { expect, test, verdict } from './fixtures.ts';

// its keys are revoked: nobody else works with this desk and platform afterwards
test.use({ isLastOfItsStack: true });

test.beforeEach(async ({ page, desk }) => desk.signIn(page));

test('a key the platform does not accept is a banner for the manager, until another key is set', async ({
  page,
  desk,
  stack,
}) => {
  const gyms = await stack.platformAdmin<{ gymId: string; name: string }[]>('list-gyms');
  const gymId = gyms.find(({ name }) => name === 'München West')?.gymId ?? '';
  const keys = await stack.platformAdmin<{ keyId: string; revokedAt: string | null }[]>('list-keys', '--gym', gymId);
  for (const { keyId, revokedAt } of keys) if (!revokedAt) await stack.platformAdmin('revoke-key', '--key', keyId);
  await desk.scan(page, desk.card('walletPass').value);
  await expect(verdict(page, 'unconfirmed')).toBeVisible();
  const banner = page.getByRole('status').filter({ hasText: /Tell the manager/ });
  await expect(banner).toBeVisible();

  // another key is used at once by the desk that runs
  const createKey = ['create-key', '--gym', gymId, '--permissions', permissions.join(',')];
  const { apiKey } = await stack.platformAdmin<{ apiKey: string }>(...createKey);
  const locations = await stack.deskAdmin<{ id: string; name: string }[]>(['list-locations']);
  const id = locations.find(({ name }) => name === 'München West')?.id ?? '';
  await stack.deskAdmin(['set-location', '--location', id, '--key', '-'], apiKey);
  await expect(banner).toHaveCount(0);
  await desk.scan(page, desk.card('admitted').value);
  await expect(verdict(page, 'admitted')).toBeVisible();
});
