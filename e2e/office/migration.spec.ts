import fs from 'node:fs';
import type { Page } from '@playwright/test';
import { queryDatabase } from '#e2e/base/databases.ts';
import { expect, test } from '#e2e/base/fixtures.ts';
import { pathHere } from '#e2e/base/path-here.ts';
import { signInAs } from '#e2e/base/sign-in-request.ts';
import { untilFound } from '#e2e/base/until-found.ts';
import type { Stack } from '#tools/testing/stack.ts';

interface LegacyMember {
  legacyUserId: string;
  name: string;
}

/** Makes members of the demo chain members of the legacy interface only, unknown to this desk. */
async function leaveToVersion1(stack: Stack, count: number): Promise<LegacyMember[]> {
  // until then a page of the first pass, which was read before, could add them to the desk
  const allRead = 'select bool_and(all_read_at is not null) as "isRead" from directory_syncs';
  await untilFound('complete list of members', async () => {
    const [syncs] = await queryDatabase<{ isRead: boolean | null }>(stack, 'desk', [{ text: allRead }]);
    return syncs?.isRead || undefined;
  });
  const members = await queryDatabase<LegacyMember & { accountId: string }>(stack, 'platform', [
    {
      text: `with chosen as (
               select m.account_id from memberships m join chain_profiles p using (chain_id, account_id)
                where m.is_known_to_v2 and m.membership_type = 'PREMIUM'
                  and not exists (select from visits v where v.account_id = m.account_id)
                order by p.legacy_user_id desc limit $1)
             update memberships m set is_known_to_v2 = false from chosen c, chain_profiles p
              where m.account_id = c.account_id and p.account_id = c.account_id and p.chain_id = m.chain_id
          returning p.legacy_user_id::text as "legacyUserId", p.first_name || ' ' || p.last_name as name,
                    p.account_id as "accountId"`,
      values: [count],
    },
  ]);
  expect(members).toHaveLength(count);
  const accountIds = members.map(({ accountId }) => accountId);
  await queryDatabase(stack, 'desk', [
    { text: 'delete from members where account_id = any($1)', values: [accountIds] },
    { text: 'delete from migration_runs' },
  ]);
  return members;
}

async function sendList(page: Page, text: string): Promise<void> {
  // one at a time: another file chosen during an upload is ignored
  await expect(page.getByRole('button', { name: 'Choose file' })).toBeVisible();
  const file = { name: 'ids.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
  await page.locator('input[type=file]').setInputFiles(file);
}
const earlier = (page: Page) => page.getByRole('list', { name: 'Earlier lists' }).getByRole('listitem');

async function openMigration(page: Page, stack: Stack) {
  await signInAs(page.request, stack, 'manager');
  await page.goto('/office/migration');
  await expect(page.getByRole('heading', { name: 'One member' })).toBeVisible();
}

test.afterEach(({ stack }) => queryDatabase(stack, 'desk', [{ text: 'delete from migration_runs' }]));

test('a member and a list are migrated, and the desk then knows them; the results can be downloaded', async ({
  page,
  stack,
}) => {
  const members = await leaveToVersion1(stack, 20);
  const [first] = members;
  if (!first) throw new Error('There is no such member.');
  await openMigration(page, stack);
  await page.getByLabel('User ID').fill(first.legacyUserId);
  await page.keyboard.press('Enter');
  await expect(page.getByText(`${first.name} has been brought over.`)).toBeVisible();
  const rows = members.map(({ legacyUserId, name }) => `"${name}";${legacyUserId}`);
  await sendList(
    page,
    ['name;userId', ...rows, `again;${first.legacyUserId}`, 'gone;8000000', 'x;1.2E+11'].join('\r\n'),
  );
  await expect(page.getByText('21 user IDs were taken.')).toBeVisible();
  await expect(earlier(page)).toContainText('Done', { timeout: 30_000 });
  await expect(earlier(page)).toContainText('Mira Sommer');
  await expect(earlier(page)).toContainText(/Brought over19/);

  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: /^Download results of/ }).click();
  const results = fs.readFileSync(await (await downloading).path(), 'utf8').split('\r\n');
  expect(results[0]).toBe('\uFEFFRow,User ID,Result,Account,Explanation');
  expect(results[1]).toMatch(/^2,\d+,was here already,/);
  expect(results.filter((row) => row.includes(',brought over,'))).toHaveLength(19);
  expect(results.slice(21, 24)).toEqual([
    expect.stringMatching(/^22,\d+,repeated,.+,The same user ID as in row 2\.$/),
    '23,8000000,not found,,The member system knows no member with this user ID.',
    expect.stringMatching(/^24,,not a user ID,,"The spreadsheet has shortened this number/),
  ]);

  const last = members.at(-1)?.name ?? '';
  const found = await page.request.get(await pathHere(page, '/api/desk/members', { q: last }));
  expect((await found.json()).matches).toContainEqual(expect.objectContaining({ displayName: last }));
});
