import { expect, test, verdict } from '#e2e/base/fixtures.ts';

interface OutboxEntry {
  id: string;
  state: string;
  scanned: string | null;
  settledAt: string | null;
}

test('an unknown card scanned during an outage is reported as not counted, never as refused, and the manager settles it', async ({
  page,
  desk,
  stack,
}) => {
  test.slow();
  const card = '0x04A23BC21C2699';
  await desk.signIn(page, 'manager');
  await stack.killPlatform();
  await desk.scan(page, card);
  await expect(verdict(page, 'unconfirmed')).toBeVisible();
  await stack.startPlatform();

  const notices = page.getByRole('status').filter({ hasText: '1 visit was not counted' });
  await expect(notices).toBeVisible({ timeout: 45_000 });
  await expect(notices).not.toContainText('refused');
  await expect(page.getByRole('region', { name: 'Verdict' })).toContainText('Visit not counted');
  await desk.scan(page, desk.card('admitted').value);
  await expect(page.getByRole('region', { name: 'Earlier' })).toContainText(
    'This card is not known · Visit not counted',
  );

  await page.getByRole('button', { name: 'Mark as settled' }).click();
  await expect(notices).toHaveCount(0);
  const listed = (...more: string[]) => stack.deskAdmin<OutboxEntry[]>(['outbox', ...more]);
  expect((await listed()).filter(({ scanned }) => scanned === card)).toEqual([]);
  expect((await listed('--all')).filter(({ scanned }) => scanned === card)).toMatchObject([
    { state: 'unresolved', settledAt: expect.any(String) },
  ]);
});
