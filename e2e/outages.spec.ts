import { readPlatformVisits } from './databases.ts';
import { expect, test, verdict } from './fixtures.ts';

const lastNameOf = (name: string) => name.split(' ').at(-1) ?? name;

// what the browser itself says of a desk that is away
test.use({ allowedConsoleError: /ERR_CONNECTION|Failed to (fetch|load)|ERR_EMPTY|ERR_INCOMPLETE|50\d|EventSource/ });

test.beforeEach(async ({ page, desk }) => desk.signIn(page));

test('platform killed and back: let in unconfirmed, kept, and sent once with its own time', async ({
  page,
  desk,
  stack,
}) => {
  const card = desk.card('admitted');
  await stack.killPlatform();
  const before = new Date();
  await desk.scan(page, card.value);
  const unconfirmed = verdict(page, 'unconfirmed');
  await expect(unconfirmed).toContainText(/judgement/i);
  const after = new Date();
  await expect(page.getByRole('status').filter({ hasText: /nothing is lost/i })).toBeVisible();

  await stack.startPlatform();
  await expect
    .poll(() => readPlatformVisits(stack, lastNameOf(card.name), before), { timeout: 45_000 })
    .toHaveLength(1);
  const [visit] = await readPlatformVisits(stack, lastNameOf(card.name), before);
  expect(visit?.at.getTime()).toBeLessThanOrEqual(after.getTime());
  await expect(page.getByRole('list', { name: 'In the gym' }).getByText(card.name)).toBeVisible();
});

test('desk killed and back: the tap waits in the page with its own time, and goes once', async ({
  page,
  desk,
  stack,
}) => {
  const card = desk.card('contractEndsSoon');
  await stack.killDesk();
  const before = new Date();
  await desk.scan(page, card.value);
  await expect(page.getByRole('list', { name: 'Waiting scans' })).toContainText(card.value);
  const after = new Date();
  await stack.startDesk();
  await expect(verdict(page, 'attention')).toContainText(card.name, { timeout: 30_000 });
  await expect
    .poll(() => readPlatformVisits(stack, lastNameOf(card.name), before), { timeout: 45_000 })
    .toHaveLength(1);
  const [visit] = await readPlatformVisits(stack, lastNameOf(card.name), before);
  expect(visit?.at.getTime()).toBeGreaterThanOrEqual(before.getTime());
  expect(visit?.at.getTime()).toBeLessThanOrEqual(after.getTime());
});

test('desk and platform killed in turn while visits wait: each arrives exactly once', async ({ page, desk, stack }) => {
  test.setTimeout(120_000);
  const cards = [desk.card('prospect'), desk.card('birthday'), desk.card('contractEnded')];
  const before = new Date();
  await stack.killPlatform();
  for (const card of cards) {
    await desk.scan(page, card.value);
    await expect(verdict(page, 'unconfirmed')).toBeVisible();
  }
  await stack.killDesk();
  await stack.startPlatform();
  await stack.startDesk();
  await stack.killPlatform();
  await stack.startPlatform();
  for (const card of cards) {
    await expect
      .poll(() => readPlatformVisits(stack, lastNameOf(card.name), before), { timeout: 60_000 })
      .toHaveLength(1);
  }
});

test.describe('an answer of the platform that helps nobody', () => {
  test.afterEach(async ({ stack }) => {
    await fetch(`${stack.platformUrl}/sandbox/faults`, { method: 'DELETE' });
  });

  for (const [name, fault, reason] of [
    ['slow', { delayMs: 4_000 }, /did not answer in time/i],
    ['failing', { status: 500 }, /error/i],
    ['nonsense', { status: 200, body: '<html>hello</html>' }, /could not be read/i],
  ] as const) {
    test(`${name}: unconfirmed, never refused`, async ({ page, desk, stack }) => {
      await fetch(`${stack.platformUrl}/sandbox/faults`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(fault),
      });
      await desk.scan(page, desk.card('otherGym').value);
      await expect(verdict(page, 'unconfirmed')).toContainText(reason);
    });
  }
});

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
