import { randomUUID } from 'node:crypto';
import { queryDatabase } from '#e2e/base/databases.ts';
import { expect, test } from '#e2e/base/fixtures.ts';

type Stack = Parameters<typeof queryDatabase>[0];

const absent = 'select count(*)::int as absent from members where absent_at is not null';
const isAbsent = 'select account_id from members where absent_at is not null order by 1';
const areKnown = (ids: readonly string[]) => ({
  text: 'select distinct account_id from members where account_id = any($1) order by 1',
  values: [ids],
});

const leaseId = randomUUID();
const notHeld = {
  text: `select id from locations where retired_at is null
           and id not in (select location_id from directory_syncs where lease_id = $1)`,
  values: [leaseId],
};

/**
 * Takes the lease of each location's mirror, so that the desk does not read the lists meanwhile. A reading that has begun ends
 * first: it would find that nobody is missing. This lease has no end: one that ends far ahead counts as written before a clock was
 * set back, and is taken at once.
 */
async function holdMirrors(stack: Stack): Promise<void> {
  const isFree = `all_read_at is not null and homes_read_at is not null and (lease_id is null or lease_ends_at < now())`;
  const take = {
    text: `update directory_syncs set lease_id = $1, lease_ends_at = null where ${isFree}`,
    values: [leaseId],
  };
  await expect.poll(() => queryDatabase(stack, 'desk', [take, notHeld]), { timeout: 120_000 }).toEqual([]);
}

/**
 * Makes twelve members missing from the lists. Each of them still exists. In one statement: while members are absent and no
 * review is open, the desk has each of them looked up.
 */
async function loseTwelve(stack: Stack): Promise<void> {
  await holdMirrors(stack);
  const text = `with lost as (
      update members set absent_at = now() where (location_id, account_id) in (
        select location_id, account_id from
          (select *, row_number() over (partition by location_id order by account_id) as place from members) as m
        where place <= 12))
    update directory_syncs set absent_since = now(), absent_count = 12, absent_of = found.count
    from (select location_id, count(*)::int as count from members group by 1) as found
    where found.location_id = directory_syncs.location_id`;
  await queryDatabase(stack, 'desk', [{ text }]);
}

test.beforeEach(() => {
  test.slow();
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
  await loseTwelve(stack);
  const missing = await queryDatabase<{ account_id: string }>(stack, 'desk', [{ text: isAbsent }]);
  const ids = [...new Set(missing.map(({ account_id }) => account_id))];
  expect(ids.length).toBeGreaterThanOrEqual(12);
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
  const kept = await queryDatabase<{ account_id: string }>(stack, 'desk', [areKnown(ids)]);
  expect(kept.map(({ account_id }) => account_id)).toEqual(ids);
  expect(await queryDatabase(stack, 'desk', [notHeld])).toEqual([]);
  const text = `select action from audit_log where action in ('keepAbsent', 'askForAbsent')`;
  expect(await queryDatabase(stack, 'desk', [{ text }])).toEqual([{ action: 'askForAbsent' }]);
});
