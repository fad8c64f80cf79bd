import { readFile } from 'node:fs/promises';
import { expectAccessible } from './expect-accessible.ts';
import { expect, test, verdict } from './fixtures.ts';

test('the visits of a day: found, filtered, opened, printed, and live', async ({ page, desk, context }) => {
  await desk.signIn(page);
  const [first, second] = [desk.card('contractEndsSoon'), desk.card('admitted')];
  await desk.scan(page, first.value);
  await expect(verdict(page, 'attention')).toContainText(first.name);
  const other = await context.newPage();
  await other.goto(page.url());
  await page.getByRole('link', { name: 'Visits' }).click();
  await expect(page.getByRole('heading', { name: 'Visits', level: 1 })).toBeVisible();
  const rows = page.getByRole('table', { name: 'Visits' }).getByRole('row');
  const row = (name: string) => rows.filter({ hasText: name });
  await expect(row(first.name)).toContainText('Ana Keller');
  await expectAccessible(page);

  await expect(other.getByRole('searchbox', { name: 'Scan or search' })).toBeVisible();
  await desk.scan(other, second.value);
  await expect(row(second.name)).toBeVisible();
  await other.getByRole('button', { name: /^Undo/ }).click();
  await expect(row(second.name)).toContainText('undone');

  // by keyboard: state, then name
  await page.getByRole('combobox', { name: 'State' }).press('Enter');
  await expect(page.getByRole('option', { name: 'Undone' })).toBeVisible();
  // what lies behind an open list is hidden from those who hear the page, and the focus stays in it
  await expectAccessible(page, { within: '[role="listbox"]', about: 'an open list' });
  await page.keyboard.press('Tab');
  await expect(page.getByRole('listbox').locator(':focus')).toHaveRole('option');
  await page.getByRole('option', { name: 'Undone' }).press('Enter');
  await expect(rows).toHaveCount(2); // with the headings
  await expect(row(second.name)).toBeVisible();
  await page.getByRole('combobox', { name: 'State' }).press('Enter');
  await page.getByRole('option', { name: 'All states' }).press('Enter');
  await page.getByRole('textbox', { name: 'Name' }).fill(first.name);
  await expect(rows).toHaveCount(2);
  await expect(page).toHaveURL(/name=/);
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue(first.name);
  await expect(rows).toHaveCount(2);
  await page.getByRole('textbox', { name: 'Name' }).fill('nobody of this name');
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(row(second.name)).toBeVisible();

  const lastDay = page.getByRole('textbox', { name: 'To', exact: true });
  const today = await lastDay.inputValue();
  await page.getByRole('button', { name: 'The day before' }).press('Enter');
  await expect(page.getByText('No visits on this day.')).toBeVisible();
  // of several days: by keyboard, and kept by a reload
  await lastDay.fill(today);
  await lastDay.press('Tab');
  await expect(row(first.name)).toContainText(/\d{1,2} \w{3} \d{4}/);
  await expect(page).toHaveURL(/until=/);
  await page.reload();
  await expect(row(first.name)).toBeVisible();
  await expectAccessible(page, { about: 'visits of two days' });
  await page.getByRole('button', { name: 'The 2 days before' }).press('Enter');
  await expect(page.getByText('No visits on these days.')).toBeVisible();
  await page.getByRole('button', { name: 'Today' }).press('Enter');
  await expect(row(first.name)).toBeVisible();

  await expect(page.getByRole('link', { name: 'Download as CSV' })).toHaveCount(0);
  await row(first.name).getByRole('link', { name: first.name }).press('Enter');
  await expect(page.getByRole('heading', { name: first.name, level: 1 })).toBeVisible();
  await page.goBack();
  // on paper stands the table alone
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('navigation')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
  await expect(row(first.name)).toBeVisible();
  await page.emulateMedia({ media: null });
});

test('a manager takes the day along as a file', async ({ page, desk }) => {
  await desk.signIn(page, 'manager');
  const card = desk.card('contractEndsSoon');
  await desk.scan(page, card.value);
  await expect(verdict(page, 'attention')).toContainText(card.name);
  await page.goto('/visits');
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download as CSV' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^visits-\d{4}-\d\d-\d\d\.csv$/);
  const text = await readFile(await file.path(), 'utf8');
  expect(text.split('\r\n')[0]).toBe('\uFEFFDay,Time,Name,Membership id,Direction,State,Scanned by');
  expect(text).toMatch(
    new RegExp(`\\d{4}-\\d\\d-\\d\\d,\\d\\d:\\d\\d:\\d\\d,${card.name},M-\\d+,Check-in,on its way,`),
  );
});
