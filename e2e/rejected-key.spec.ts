import { expect, test, verdict } from './fixtures.ts';

// a key cannot be given back to the desk: nobody else works with this desk and platform afterwards
test.use({ isLastOfItsStack: true });

test.beforeEach(async ({ page, desk }) => desk.signIn(page));

test('a key the platform does not accept is a banner for the manager, not a refusal of the member', async ({
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
  await expect(page.getByRole('status').filter({ hasText: /Tell the manager/ })).toBeVisible();
});
