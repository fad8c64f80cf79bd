import { readFile } from 'node:fs/promises';
import { expect, test, verdict } from '#e2e/base/fixtures.ts';
import { scanRefused } from '#e2e/base/scan-in-time.ts';

test('the visits of a day are live, filtered, opened, printed, and exported by a manager', async ({
  page,
  desk,
  stack,
}) => {
  await desk.signIn(page, 'manager');
  const [first, second] = [desk.card('contractEndsSoon'), desk.card('admitted')];
  // nobody else's: a second refusal within minutes is the first one
  const refused = desk.card('corporateMembershipNotStarted');
  await desk.scan(page, first.value);
  await expect(verdict(page, 'attention')).toContainText(first.name);
  await page.getByRole('link', { name: 'Visits' }).click();
  await expect(page.getByRole('heading', { name: 'Visits', level: 1 })).toBeVisible();
  const rows = page.getByRole('table').getByRole('row');
  const row = (name: string) => rows.filter({ hasText: name });
  await expect(row(first.name)).toContainText('Mira Sommer');

  // who was turned away appears while the list is shown
  const tab = (name: string) => page.getByRole('tab', { name });
  await tab('Refused').click();
  await scanRefused(page, stack, () => desk.scan(page, refused.value));
  await expect(verdict(page, 'refused')).toContainText('No visit recorded');
  await expect(row(refused.name)).toContainText(/Card.*Mira Sommer/);
  await tab('Visits').click();
  await expect(row(first.name)).toBeVisible();

  await desk.scan(page, second.value);
  await expect(row(second.name)).toBeVisible();
  await page.getByRole('button', { name: /^Undo/ }).click();
  await expect(row(second.name)).toHaveCount(0);
  // the list has been read since
  await expect(row(refused.name)).toHaveCount(0);
  await tab('Undone').click();
  await expect(row(second.name)).toContainText('Check-in undone');
  await tab('Visits').click();
  await expect(row(first.name)).toBeVisible();

  await page.getByRole('textbox', { name: 'Name' }).fill(first.name);
  await expect(rows).toHaveCount(2); // with the headings
  await expect(page).toHaveURL(/name=/);

  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download as CSV' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^[a-z0-9-]+-visits-\d{4}-\d\d-\d\d\.csv$/);
  const text = await readFile(await file.path(), 'utf8');
  expect(text.split('\r\n')[0]).toMatch(/^\uFEFFDay,In,Day out,Out,Stay \(minutes\),Name,Membership id,/);
  expect(text).toMatch(
    new RegExp(`\\d{4}-\\d\\d-\\d\\d,\\d\\d:\\d\\d:\\d\\d,,,,${first.name},M-\\d+,(yes)?,Card,,Mira Sommer,`),
  );
  expect(text).not.toContain(second.name);

  // of several days, and unchanged by a reload
  const firstDay = page.getByRole('textbox', { name: 'From', exact: true });
  const shown = await firstDay.inputValue();
  await page.getByRole('button', { name: 'Previous day' }).click();
  await expect(firstDay).not.toHaveValue(shown);
  const lastDay = page.getByRole('textbox', { name: 'To', exact: true });
  await lastDay.fill(shown);
  await lastDay.press('Tab');
  await expect(page).toHaveURL(/until=/);
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue(first.name);
  await expect(rows).toHaveCount(2);
  await expect(row(first.name)).toContainText(/\d{1,2} \w{3,4} \d{4}/);

  // the print contains only the table
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('navigation')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
  await expect(row(first.name)).toBeVisible();
  await page.emulateMedia({ media: null });
  await row(first.name).getByRole('link', { name: first.name }).press('Enter');
  await expect(page.getByRole('heading', { name: first.name, level: 1 })).toBeVisible();
});
