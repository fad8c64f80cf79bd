import { queryDatabase } from '#e2e/base/databases.ts';
import { expect, test } from '#e2e/base/fixtures.ts';

type Stack = Parameters<typeof queryDatabase>[0];

const absent = 'select count(*)::int as absent from members where absent_at is not null';
const known = 'select count(*)::int as known from members';

/**
 * Makes twelve members missing from the lists. The desk does not read them meanwhile, and each of them still exists.
 */
const loseTwelve = (stack: Stack) =>
  queryDatabase(stack, 'desk', [
    {
      text: `update directory_syncs set lease_id = gen_random_uuid(), lease_ends_at = now() + interval '10 minutes',
               absent_since = now(), absent_count = 12, absent_of = found.count
             from (select location_id, count(*)::int as count from members group by 1) as found
             where found.location_id = directory_syncs.location_id`,
    },
    {
      text: `update members set absent_at = now() where (location_id, account_id) in (
               select location_id, account_id from
                 (select *, row_number() over (partition by location_id order by account_id) as place from members) as m
               where place <= 12)`,
    },
  ]);

const unreadLocations = `
  select id from locations where retired_at is null
    and id not in (select location_id from directory_syncs where all_read_at is not null)`;

test.beforeEach(async ({ stack }) => {
  test.slow();
  const unread = { text: unreadLocations };
  await expect.poll(() => queryDatabase(stack, 'desk', [unread]), { timeout: 60_000 }).toEqual([]);
});
test.afterEach(async ({ stack }) => {
  const text = `update directory_syncs set lease_id = null, lease_ends_at = null, absent_since = null,
                  absent_count = null, absent_of = null`;
  await queryDatabase(stack, 'desk', [{ text: 'update members set absent_at = null' }, { text }]);
});

test('if many members are missing at once, a manager decides, and has each looked up', async ({
  page,
  desk,
  stack,
}) => {
  const before = await queryDatabase(stack, 'desk', [{ text: known }]);
  await loseTwelve(stack);
  await desk.signIn(page, 'manager');
  const title = /12 of .* members are missing from the member system’s list/;
  await expect(page.getByRole('status').filter({ hasText: title })).toBeVisible();
  await expect(page.getByRole('main').getByText('Nobody has been deleted')).toBeVisible();
  await page.getByRole('link', { name: 'Decide' }).click();
  await page.waitForURL('**/office/**');
  const notice = page.getByRole('main').getByRole('status').filter({ hasText: title });
  await notice.getByRole('button', { name: 'Check one by one' }).click();
  const dialog = page.getByRole('dialog', { name: 'Check 12 members one by one?' });
  await dialog.getByRole('button', { name: 'Check one by one' }).click();
  await expect(page.getByText('Each of them is now being checked.')).toBeVisible();
  await expect(notice).toHaveCount(0);
  // the member system knows all of them
  const here = ` and location_id in (select location_id from directory_syncs where absent_confirmed_at is not null)`;
  await expect
    .poll(() => queryDatabase(stack, 'desk', [{ text: absent + here }]), { timeout: 30_000 })
    .toEqual([{ absent: 0 }]);
  expect(await queryDatabase(stack, 'desk', [{ text: known }])).toEqual(before);
  const text = `select action from audit_log where action in ('keepAbsent', 'askForAbsent')`;
  expect(await queryDatabase(stack, 'desk', [{ text }])).toEqual([{ action: 'askForAbsent' }]);
});
