import type { Page } from '@playwright/test';
import { queryDatabase } from '#e2e/base/databases.ts';
import { expect, test, verdict } from '#e2e/base/fixtures.ts';

test.beforeEach(async ({ page, desk }) => desk.signIn(page));

test('a reload, another window and the next shift show today’s scans, and none of yesterday', async ({
  page,
  desk,
  context,
  stack,
}) => {
  const [first, second] = [desk.card('contractEndsSoon'), desk.card('admitted')];
  const earlier = (of: Page) => of.getByRole('region', { name: 'Earlier' }).getByRole('button');
  const other = await context.newPage();
  await other.goto(page.url());
  const seenThere = other.getByRole('list', { name: 'In the gym' });
  await expect(seenThere.getByRole('listitem').first()).toBeVisible();
  await expect(seenThere.getByText(first.name)).toHaveCount(0);
  await expect(earlier(other)).toHaveCount(0);

  await desk.scan(page, first.value);
  await expect(verdict(page, 'attention')).toContainText(first.name);
  await expect(seenThere.getByText(first.name)).toBeVisible();
  await expect(earlier(other).filter({ hasText: first.name })).toHaveCount(1);
  await desk.scan(page, second.value);
  await expect(verdict(page, 'admitted')).toContainText(second.name);
  await expect(earlier(other).first()).toContainText(second.name);
  await page.getByRole('button', { name: /^Undo/ }).click();
  await expect(earlier(other).first()).toContainText('Undone');

  await page.reload();
  await expect(page.getByText('Ready for the next member')).toBeVisible();
  await expect(earlier(page)).toHaveCount(2);
  await earlier(page).filter({ hasText: first.name }).press('Enter');
  await expect(verdict(page, 'attention')).toContainText(/Checked in \d\d:\d\d/);
  await expect(page.getByRole('region', { name: 'Verdict' }).getByRole('button', { name: 'Check out' })).toBeVisible();

  await desk.signIn(page, 'manager');
  await expect(earlier(page)).toHaveCount(2);
  await queryDatabase(stack, 'desk', [
    {
      text: `update taps set claimed_at = claimed_at - interval '1 day',
        answer = jsonb_set(answer, '{tappedAt}', to_jsonb(to_char((answer ->> 'tappedAt')::timestamptz at time zone 'UTC' - interval '1 day', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))`,
    },
  ]);
  await page.reload();
  await expect(page.getByText('Nothing scanned yet')).toBeVisible();
  await expect(earlier(page)).toHaveCount(0);
});
