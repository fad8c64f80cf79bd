import type { MemberAccount } from '#contracts/v2/accounts.ts';
import { expect, test } from '#e2e/base/fixtures.ts';
import { hireStaff } from '#e2e/base/hire-staff.ts';
import { requestSignIn } from '#e2e/base/sign-in-request.ts';
import { giveCardsTo } from '#lib/testing/fake-cards.ts';
import { type Answer, FakePlatform } from '#lib/testing/fake-platform.ts';

const lena: MemberAccount = {
  accountId: 'a/b%2F+c d?e',
  ...{ email: 'lena@other.example', firstName: 'Lena', lastName: 'Sommerfeld' },
  membership: { membershipId: 'M-1', membershipType: 'PREMIUM', startOfContract: '2024-01-01' },
};

/** The format of another provider: card numbers in lower case, 200 for 204, and a member without an id. */
function answerInOtherDialect(reply: Answer): Answer {
  const text = JSON.stringify(reply.body) as string | undefined;
  const body = text && JSON.parse(text.replace(/0x[0-9A-F]+/g, (rfid) => rfid.toLowerCase()));
  if (Array.isArray(body?.items)) body.items.push({ firstName: 'Nobody' });
  return { ...reply, status: reply.status === 204 ? 200 : reply.status, body };
}

let platform: FakePlatform;
let cards: ReturnType<typeof giveCardsTo>;

test.beforeAll(async () => {
  platform = await new FakePlatform().start();
  cards = giveCardsTo(platform);
  platform.members.push({ account: lena });
  cards.ours.set(lena.accountId, [{ rfid: '0x04AB12CD' }, { rfid: '0x04AB34EF' }]);
  platform.dialect = answerInOtherDialect;
});
test.afterAll(() => platform.stop());

/** A gym with this platform, and its manager. */
const email = 'mira.sommer@other.example';
test.beforeAll(async ({ stack }) => {
  const { id } = await stack.deskAdmin<{ id: string }>(
    ['add-location', '--name', 'Elsewhere', '--time-zone', 'Europe/Berlin', '--api-url', platform.url],
    platform.apiKey,
  );
  await hireStaff(stack, { email, name: 'Mira Sommer', role: 'manager', locationIds: [id] });
});
test.beforeEach(async ({ page, stack }) => {
  test.slow(); // the desk reads the members of a platform once a minute
  const given = { email, password: stack.password };
  expect(await requestSignIn(page.request, stack, { means: 'credentials', given })).toBe('signedIn');
  await page.goto('/');
  await expect(page.getByRole('searchbox', { name: 'Scan or search' })).toBeFocused();
});

test('a member with any id is found, shown and loses a card, whatever format the platform uses for its number', async ({
  page,
  desk,
}) => {
  await desk.scan(page, '0x04AB34EF');
  await page.getByRole('link', { name: 'Open profile' }).click();
  await expect(page.getByRole('heading', { name: 'Lena Sommerfeld', level: 1 })).toBeVisible();
  const list = page.getByRole('list', { name: 'Cards' });
  await expect(list.getByRole('listitem')).toHaveText([/0x04AB 12CD/, /0x04AB 34EF/]);
  await page.getByRole('button', { name: 'Report lost: card 0x04AB 12CD' }).click();
  await page.getByRole('button', { name: 'Remove without a new card' }).click();
  await expect(page.getByText('Card 0x04AB 12CD is blocked.')).toBeVisible();
  await expect(list.getByRole('listitem')).toHaveText([/0x04AB 34EF/]);
  expect(cards.ours.get(lena.accountId)).toEqual([{ rfid: '0x04AB34EF' }]);

  await page.goto('/');
  await expect(page.getByText('1 member could not be loaded').first()).toBeVisible({ timeout: 90_000 });
  await page.goto('/members');
  await page.getByRole('link', { name: /Lena Sommerfeld/ }).click();
  await expect(page.getByRole('heading', { name: 'Lena Sommerfeld', level: 1 })).toBeVisible();
});
