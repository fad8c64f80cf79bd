import fs from 'node:fs';
import type { Page } from '@playwright/test';
import type { Stack } from '#scripts/testing/stack.ts';
import { queryDatabase } from './databases.ts';
import { expectAccessible } from './expect-accessible.ts';
import { expect, test } from './fixtures.ts';

interface LegacyMember {
  legacyUserId: string;
  name: string;
}

/** Makes members of the demo chain those of the legacy interface alone, whom this desk has never heard of. */
async function leaveToVersion1(stack: Stack, count: number): Promise<LegacyMember[]> {
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
  // one at a time: what is chosen while another is being sent is not taken
  await expect(page.getByRole('button', { name: /^(Choose file|Datei auswählen)$/ })).toBeVisible();
  const file = { name: 'ids.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
  await page.locator('input[type=file]').setInputFiles(file);
}
const unknownIds = (count: number) => Array.from({ length: count }, (_, index) => String(8_000_000 + index));
const progress = (page: Page) => page.getByRole('region', { name: 'Being brought over' });
const earlier = (page: Page) => page.getByRole('list', { name: 'Earlier lists' }).getByRole('listitem');

async function openMigration(page: Page, desk: { signIn(page: Page, role: 'manager'): Promise<void> }) {
  await desk.signIn(page, 'manager');
  await page.goto('/office/migration');
  await expect(page.getByRole('heading', { name: 'One member' })).toBeVisible();
}

test.afterEach(({ stack }) => queryDatabase(stack, 'desk', [{ text: 'delete from migration_runs' }]));

test('one member is brought over by keyboard alone, and is known at the desk at once', async ({
  page,
  desk,
  stack,
}) => {
  const [member] = await leaveToVersion1(stack, 1);
  if (!member) throw new Error('There is no such member.');
  await openMigration(page, desk);
  const field = page.getByLabel('User ID');
  await field.focus();
  // as fingers do: what comes faster is a reader's
  await page.keyboard.type('M-10442', { delay: 80 });
  await page.keyboard.press('Enter');
  await expect(page.getByText('A user ID is a whole number, such as 1234567.')).toBeVisible();
  await expect(field).toBeFocused();
  await expectAccessible(page);
  await field.fill('8000000');
  await page.keyboard.press('Enter');
  await expect(page.getByText('The member system knows no member with this user ID.')).toBeVisible();
  await field.fill(member.legacyUserId);
  await page.keyboard.press('Enter');
  await expect(page.getByText(`${member.name} has been brought over.`)).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page.getByText(`${member.name} was here already.`)).toBeVisible();
  await page.getByRole('link', { name: 'Open profile' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: member.name, level: 1 })).toBeVisible();
});

test('a list is brought over, what is no id is named, and the results are a file', async ({ page, desk, stack }) => {
  const members = await leaveToVersion1(stack, 20);
  const [first] = members;
  await openMigration(page, desk);
  const rows = members.map(({ legacyUserId, name }) => `"${name}";${legacyUserId}`);
  await sendList(
    page,
    ['name;userId', ...rows, `again;${first?.legacyUserId}`, 'gone;8000000', 'x;1.2E+11'].join('\r\n'),
  );
  await expect(page.getByText('21 user IDs were taken.')).toBeVisible();
  await expect(page.getByText('One row repeats an earlier one.')).toBeVisible();
  await expect(page.getByText('row 24 (shortened by the spreadsheet)')).toBeVisible();
  await expect(earlier(page)).toContainText('Done', { timeout: 30_000 });
  await expect(earlier(page)).toContainText('Mira Sommer');
  await expect(earlier(page)).toContainText(/Brought over20/);
  await expectAccessible(page);

  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: /^Download results of/ }).click();
  const results = fs.readFileSync(await (await downloading).path(), 'utf8').split('\r\n');
  expect(results[0]).toBe('\uFEFFRow,User ID,Result,Account,Explanation');
  expect(results.filter((row) => row.includes(',brought over,'))).toHaveLength(20);
  expect(results.slice(21, 24)).toEqual([
    expect.stringMatching(/^22,\d+,repeated,.+,The same user ID as in row 2\.$/),
    '23,8000000,not found,,The member system knows no member with this user ID.',
    expect.stringMatching(/^24,,not a user ID,,"The spreadsheet has shortened this number/),
  ]);

  await page.goto('/members');
  await page.getByRole('searchbox').fill(first?.name ?? '');
  await expect(
    page
      .getByRole('listitem')
      .filter({ hasText: first?.name ?? '' })
      .first(),
  ).toBeVisible();

  // the same file once more does no harm
  await page.goto('/office/migration');
  await sendList(page, rows.map((row) => row.split(';')[1]).join('\n'));
  await expect(earlier(page).first()).toContainText(/Were here already20/, { timeout: 30_000 });
});

test.describe('while the desk is killed', () => {
  // the browser itself reports what it could not read meanwhile
  test.use({ allowedConsoleError: /ERR_|503/ });

  test('a list is paused and gone on with, goes on by itself after a restart, and is cancelled', async ({
    page,
    desk,
    stack,
  }) => {
    test.setTimeout(240_000);
    await leaveToVersion1(stack, 1);
    await openMigration(page, desk);
    await sendList(page, unknownIds(400).join('\n'));
    await expect(progress(page).getByText(/^about .* left|a second/)).toBeVisible({ timeout: 20_000 });
    await expect(page.getByRole('button', { name: 'Choose file' })).toHaveCount(0);
    await progress(page).getByRole('button', { name: 'Pause' }).press('Enter');
    await expect(progress(page).getByText('Paused.')).toBeVisible();
    await expectAccessible(page);
    await page.reload();
    await expect(progress(page).getByText('Paused.')).toBeVisible();
    const bar = progress(page).getByRole('progressbar');
    const done = async () => Number(await bar.getAttribute('aria-valuenow'));
    const before = await done();
    await progress(page).getByRole('button', { name: 'Resume' }).press('Enter');
    await expect.poll(done).toBeGreaterThan(before);

    await stack.killDesk();
    await stack.startDesk();
    await page.goto('/office/migration');
    const atStart = await done();
    // what the killed process had claimed is free half a minute later
    await expect.poll(done, { timeout: 120_000 }).toBeGreaterThan(atStart);

    await progress(page).getByRole('button', { name: 'Cancel list' }).press('Enter');
    await expectAccessible(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel list' }).press('Enter');
    await expect(page.getByText('The list was cancelled.')).toBeVisible();
    await expect(earlier(page)).toContainText('Cancelled');
    await expect(page.getByRole('button', { name: 'Choose file' })).toBeVisible();
  });
});

test('a key that may not migrate pauses the list, and says what to ask the provider for', async ({
  page,
  desk,
  stack,
}) => {
  await leaveToVersion1(stack, 1);
  const permit = (text: string) =>
    queryDatabase(stack, 'platform', [{ text: `update api_keys set permissions = ${text} where revoked_at is null` }]);
  await openMigration(page, desk);
  await permit(`array_remove(permissions, 'migration')`);
  try {
    await page.getByLabel('User ID').fill('8000000');
    await page.keyboard.press('Enter');
    await expect(page.getByText(/may not bring members over/).first()).toBeVisible();
    await sendList(page, unknownIds(3).join('\n'));
    await expect(progress(page).getByText(/Ask the provider for the permission/)).toBeVisible({ timeout: 20_000 });
  } finally {
    await permit(`array_append(permissions, 'migration')`);
  }
  await progress(page).getByRole('button', { name: 'Resume' }).click();
  await expect(earlier(page)).toContainText(/Not found3/, { timeout: 20_000 });
});

test('a file that is no list is refused in a sentence', async ({ page, desk }) => {
  const readWhole = { timeout: 30_000 }; // megabytes, on whatever machine this is
  await openMigration(page, desk);
  await sendList(page, 'Lena;17\nJan;23');
  await expect(page.getByText(/several columns, and none is named userId/)).toBeVisible();
  await sendList(page, Array.from({ length: 50_001 }, (_, index) => index + 1).join('\n'));
  await expect(page.getByText(/more than 50,000 user IDs/)).toBeVisible(readWhole);
  await sendList(page, '17\n'.repeat(3 * 1024 * 1024));
  await expect(page.getByText(/This file is too large/)).toBeVisible(readWhole);
  await expectAccessible(page);
});

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in German, in ${colorScheme} colours`, () => {
    test.use({ locale: 'de-DE', colorScheme, viewport: { width: 390, height: 844 } });

    test('the page speaks German, axe finds nothing, and nothing is cut off on a phone', async ({ page, stack }) => {
      await page.goto('/sign-in');
      await page.getByLabel('E-Mail').fill('manager@demo.example');
      await page.getByLabel('Passwort').fill(stack.password);
      await page.getByRole('button', { name: 'Anmelden' }).click();
      await expect(page).not.toHaveURL(/sign-in/);
      await page.goto('/office/migration');
      await expect(page.getByRole('heading', { name: 'Eine Liste von Mitgliedern' })).toBeVisible();
      await sendList(page, [...unknownIds(150), 'Vogt'].join('\n'));
      await expect(page.getByText('150 Benutzernummern wurden angenommen.')).toBeVisible();
      await expect(page.getByRole('region', { name: 'Wird übernommen' }).getByText('pro Sekunde')).toBeVisible({
        timeout: 20_000,
      });
      await expectAccessible(page);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflow).toBeLessThanOrEqual(0);
    });
  });
}
