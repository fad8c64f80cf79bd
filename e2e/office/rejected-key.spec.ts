import type { Page } from '@playwright/test';
import { permissions } from '#contracts/v2/operations.ts';
import { queryDatabase } from '#e2e/base/databases.ts';
import { expectAccessible } from '#e2e/base/expect-accessible.ts';
import { expect, test, verdict } from '#e2e/base/fixtures.ts';
import { hireStaff } from '#e2e/base/hire-staff.ts';
import { requestSignIn } from '#e2e/base/sign-in-request.ts';
import type { Stack } from '#tools/testing/stack.ts';

// reads are answered with 503 while the platform rejects the key
test.use({ allowedConsoleError: /503/ });

const member = { firstName: 'Karla', lastName: 'Schlosser', card: '0x04C1D2E3F4A580' };
const name = `${member.firstName} ${member.lastName}`;

interface Gym {
  gymId: string;
  accountId: string;
}

/** A gym with one member, who has a card: other tests of this stack need the keys of the demo's gyms. */
async function addGym(stack: Stack): Promise<Gym> {
  const made = ['--name', 'Studio Schlüssel', '--time-zone', 'Europe/Berlin'];
  const { gymId, apiKey } = await stack.platformAdmin<{ gymId: string; apiKey: string }>('create-gym', ...made);
  const post = async <Answer>(path: string, body: object): Promise<Answer> => {
    const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    const answer = await fetch(`${stack.platformUrl}/api/v2/accounts${path}`, init);
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Answer; // safe because: the platform fulfils its contract
  };
  const { firstName, lastName, card } = member;
  const { accountId } = await post<{ accountId: string }>('', {
    ...{ firstName, lastName, email: 'karla@rejected-key.example', gender: 'FEMALE' },
    membership: { membershipId: 'K-1', membershipType: 'BASIC', startOfContract: '2024-03-01' },
  });
  await post(`/${accountId}/rfids`, { rfid: card, tagFormat: 'MIFARE' });
  const { id } = await stack.deskAdmin<{ id: string }>(['add-location', ...made, '--api-url', stack.gymUrl], apiKey);
  for (const role of ['reception', 'manager'] as const) {
    await hireStaff(stack, { email: emailOf(role), name: role, role, locationIds: [id] });
  }
  // the first read of the directory needs the key
  const mirrored = { text: 'select 1 from members where account_id = $1', values: [accountId] };
  await expect.poll(() => queryDatabase(stack, 'desk', [mirrored]), { timeout: 60_000 }).not.toEqual([]);
  return { gymId, accountId };
}

const emailOf = (role: 'reception' | 'manager') => `${role}@rejected-key.example`;

async function signIn(page: Page, stack: Stack, role: 'reception' | 'manager'): Promise<void> {
  const given = { email: emailOf(role), password: stack.password };
  expect(await requestSignIn(page.request, stack, { means: 'credentials', given })).toBe('signedIn');
  await page.goto(stack.deskUrl);
  await expect(page.getByRole('searchbox', { name: 'Scan or search' })).toBeFocused();
}

/** All keys of a gym, without the commands, which revoke one each. */
const revokeKeys = (stack: Stack, gymId: string) =>
  queryDatabase(stack, 'platform', [
    { text: 'update api_keys set revoked_at = now() where gym_id = $1 and revoked_at is null', values: [gymId] },
  ]);

async function createKey(stack: Stack, gymId: string, names: readonly string[]): Promise<string> {
  const made = ['create-key', '--gym', gymId, '--permissions', names.join(',')];
  return (await stack.platformAdmin<{ apiKey: string }>(...made)).apiKey;
}

test('a key that the platform rejects is shown in a banner, until the manager enters another one in the office', async ({
  page,
  browser,
  desk,
  stack,
}) => {
  test.slow();
  const { gymId, accountId } = await addGym(stack);
  await signIn(page, stack, 'reception');
  await revokeKeys(stack, gymId);
  await desk.scan(page, member.card);
  await expect(verdict(page, 'unconfirmed')).toBeVisible();
  await expect(page.getByRole('main').getByText(/Tell the manager/)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Enter a key' })).toHaveCount(0);

  // other sections that need the key report the key as the reason, not an unreachable platform
  const openProfile = async () => {
    await page.goto(`/members/${accountId}`);
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  };
  const main = page.getByRole('main');
  const section = (title: string) => page.getByRole('region', { name: title, exact: true });
  // on a slow machine a section may report once, rightly, that the platform did not answer in time
  await expect(async () => {
    await openProfile();
    await expect(main.getByRole('status').filter({ hasText: 'does not accept this gym’s key' })).toBeVisible();
    for (const title of ['Cards and passes', 'Products'])
      await expect(section(title).getByRole('alert').first()).toContainText('The manager can enter a valid one');
    await expect(main).not.toContainText(/cannot be reached|does not answer/, { timeout: 1_000 });
  }).toPass();
  await expectAccessible(page);

  const office = await (await browser.newContext({ baseURL: stack.deskUrl })).newPage();
  await signIn(office, stack, 'manager');
  await office.getByRole('link', { name: 'Enter a key' }).click();
  const state = office.getByRole('region', { name: 'Member system', exact: true }).getByRole('status').first();
  const key = office.getByRole('region', { name: 'Address and key' });
  const field = key.getByLabel('New API key');
  await expect(state).toContainText('has not accepted the key in use');
  await field.fill('fd_unknown');
  await office.keyboard.press('Enter');
  await expect(key.getByText('The member system does not accept this key. Nothing was changed.')).toBeVisible();

  // the running desk uses another key at once
  const names = permissions.filter((permission) => permission !== 'products');
  const apiKey = await createKey(stack, gymId, names);
  await field.fill(apiKey);
  await office.keyboard.press('Enter');
  await expect(office.getByText('The member system accepted the key.')).toBeVisible();
  await expect(state).toHaveText('The member system answers and accepts the key.');
  await expect(field).toHaveValue('');
  await office.context().close();

  // a section for which the key has no permission says so, while the others are shown
  await openProfile();
  await expect(section('Products').getByRole('alert')).toContainText('This gym’s key may not be used for this.');
  await expect(section('Cards and passes').getByRole('alert')).toHaveCount(0);
  await page.getByRole('banner').getByRole('link', { name: 'Check-in', exact: true }).click();
  await expect(page.getByRole('searchbox', { name: 'Scan or search' })).toBeFocused();
  await expect(page.getByText(/Tell the manager/)).toHaveCount(0);
  await desk.scan(page, member.card);
  await expect(verdict(page, 'admitted')).toBeVisible();
});
