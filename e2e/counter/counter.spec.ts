import type { Page } from '@playwright/test';
import { queryDatabase } from '#e2e/base/databases.ts';
import { expect, test, verdict } from '#e2e/base/fixtures.ts';

const earlier = (page: Page) => page.getByRole('region', { name: 'Earlier' }).getByRole('button');

test('two windows show the same scans live, a shown verdict is updated when the other one undoes or ends its visit, and a new page and the next shift show today’s scans, and none of yesterday', async ({
  page,
  desk,
  context,
  stack,
}) => {
  await desk.signIn(page);
  const [first, second] = [desk.card('contractEndsSoon'), desk.card('admitted')];
  const other = await context.newPage();
  await other.goto(page.url());
  const seenThere = other.getByRole('list', { name: 'In the gym' });
  await expect(seenThere.getByRole('listitem').first()).toBeVisible();
  await expect(other.getByRole('searchbox', { name: 'Scan or search' })).toBeFocused();
  await expect(seenThere.getByText(second.name)).toHaveCount(0);
  await expect(earlier(other)).toHaveCount(0);

  const shown = page.getByRole('region', { name: 'Verdict' });
  await desk.scan(page, second.value);
  await expect(verdict(page, 'admitted')).toContainText(/Checked in \d\d:\d\d/);
  await expect(seenThere.getByText(second.name)).toBeVisible();
  await earlier(other).filter({ hasText: second.name }).click();
  await other.getByRole('button', { name: /^Undo/ }).click();
  await expect(shown).toContainText('Visit not recorded');
  await expect(shown).toContainText(second.name);
  await expect(shown).not.toContainText('Checked in');
  await expect(page.getByRole('button', { name: /^Undo/ })).toHaveCount(0);
  await expect(earlier(page).or(shown).filter({ hasText: second.name })).toContainText('Undone');

  // on other pages, where it is in a panel, too; this address has an invalid range, which is not requested
  await page.goto('/corporate-fitness?from=yesterday&to=2031-02-30');
  await expect(page.getByRole('heading', { name: 'Corporate fitness', level: 1 })).toBeVisible();
  await expect(page.getByRole('button', { name: 'This month' })).toHaveAttribute('aria-pressed', 'true');
  const nextMonth = page.getByRole('button', { name: 'Next month' });
  await nextMonth.click();
  await expect(nextMonth).toHaveAttribute('aria-pressed', 'true');
  await desk.scan(page, first.value);
  await expect(verdict(page, 'attention')).toContainText(/Checked in \d\d:\d\d/);
  await earlier(other).filter({ hasText: first.name }).click();
  await other.getByRole('button', { name: /^Check out/ }).click();
  await expect(shown).toContainText(/Checked out \d\d:\d\d/);
  await expect(shown).toContainText(/Contract ends in \d+ days/);
  await expect(shown).not.toContainText('Checked in');
  await other.getByRole('button', { name: /^Check in/ }).click();
  await expect(shown).toContainText(/Checked in \d\d:\d\d/);
  await expect(shown.getByRole('button', { name: /^Check out/ })).toBeVisible();
  await expect(shown.getByRole('button', { name: /^Check in/ })).toHaveCount(0);
  await other.close();

  await page.goto('/');
  await expect(page.getByText('Ready for the next member')).toBeVisible();
  await expect(earlier(page).filter({ hasText: second.name })).toContainText('Undone');
  await earlier(page).filter({ hasText: first.name }).first().press('Enter');
  await expect(shown).toContainText(/Checked in \d\d:\d\d/);
  await expect(shown.getByRole('button', { name: 'Check out' })).toBeVisible();

  await desk.signIn(page, 'manager');
  await expect(earlier(page).filter({ hasText: second.name })).toHaveCount(1);
  await queryDatabase(stack, 'desk', [
    {
      text: `update taps set claimed_at = claimed_at - interval '2 days',
        answer = jsonb_set(answer, '{tappedAt}', to_jsonb(to_char((answer ->> 'tappedAt')::timestamptz at time zone 'UTC' - interval '2 days', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))`,
    },
  ]);
  await page.reload();
  await expect(page.getByText('Nothing scanned yet')).toBeVisible();
  await expect(earlier(page)).toHaveCount(0);
});
