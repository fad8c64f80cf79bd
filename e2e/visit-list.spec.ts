import { readFile } from 'node:fs/promises';
import { Temporal } from 'temporal-polyfill';
import { giveTimeForUndo, queryDatabase } from './databases.ts';
import { expectAccessible } from './expect-accessible.ts';
import { expect, test, verdict } from './fixtures.ts';

test('the visits of a day: found, filtered, opened, printed, and live', async ({ page, desk, context, stack }) => {
  await giveTimeForUndo(stack);
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
  await page.getByRole('combobox', { name: 'Status' }).press('Enter');
  await expect(page.getByRole('option', { name: 'Undone' })).toBeVisible();
  // what lies behind an open list is hidden from those who hear the page, and the focus stays in it
  await expectAccessible(page, { within: '[role="listbox"]', about: 'an open list' });
  await page.keyboard.press('Tab');
  await expect(page.getByRole('listbox').locator(':focus')).toHaveRole('option');
  await page.getByRole('option', { name: 'Undone' }).press('Enter');
  await expect(rows).toHaveCount(2); // with the headings
  await expect(row(second.name)).toBeVisible();
  await page.getByRole('combobox', { name: 'Status' }).press('Enter');
  await page.getByRole('option', { name: 'All statuses' }).press('Enter');
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
  await page.getByRole('button', { name: 'Previous day' }).press('Enter');
  await expect(page.getByText('No visits on this day.')).toBeVisible();
  // of several days: by keyboard, and kept by a reload
  await lastDay.fill(today);
  await lastDay.press('Tab');
  await expect(row(first.name)).toContainText(/\d{1,2} \w{3} \d{4}/);
  await expect(page).toHaveURL(/until=/);
  await page.reload();
  await expect(row(first.name)).toBeVisible();
  await expectAccessible(page, { about: 'visits of two days' });
  await page.getByRole('button', { name: 'Previous 2 days' }).press('Enter');
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
  expect(text.split('\r\n')[0]).toBe('\uFEFFDay,Time,Name,Membership id,Direction,Status,Scanned by');
  expect(text).toMatch(
    new RegExp(`\\d{4}-\\d\\d-\\d\\d,\\d\\d:\\d\\d:\\d\\d,${card.name},M-\\d+,Check-in,on its way,`),
  );
});

test('a first day that is typed key by key leaves the last day as it is, and is wrong only once it is left', async ({
  page,
  desk,
}) => {
  await desk.signIn(page);
  const today = Temporal.Now.plainDateISO('Europe/Berlin');
  const until = today.subtract({ days: 3 });
  const shown = (day: Temporal.PlainDate) => `day=${day}&until=${until}`;
  await page.goto(`/visits?${shown(today.subtract({ days: 6 }))}`);
  const first = page.getByRole('textbox', { name: 'From', exact: true });
  const written = (day: Temporal.PlainDate) => `${day.day}.${day.month}.${day.year}`;
  await first.fill('');
  // slower than a reader types
  await first.pressSequentially(written(today.subtract({ days: 5 })), { delay: 180 });
  await expect(page).toHaveURL(new RegExp(shown(today.subtract({ days: 5 }))));
  await expect(page.getByText('Enter a day')).toHaveCount(0);
  await first.fill('31.2.');
  await expect(page.getByText('Enter a day')).toHaveCount(0);
  await first.press('Tab');
  await expect(first).toHaveAccessibleDescription(/Enter a day/);
  // a year of two digits is read when the field is left
  const { day, month, year } = today.subtract({ days: 4 });
  await first.fill(`${day}.${month}.${String(year).slice(2)}`);
  await first.press('Enter');
  await expect(page).toHaveURL(new RegExp(shown(today.subtract({ days: 4 }))));
});

test('left open over midnight, the list leads to the day that has begun', async ({ page, desk }) => {
  await page.clock.install();
  await desk.signIn(page);
  await page.goto('/visits');
  const toToday = page.getByRole('button', { name: 'Today', exact: true });
  await expect(page.getByRole('button', { name: 'Print' })).toBeVisible();
  await expect(toToday).toHaveCount(0);
  const now = Temporal.Now.zonedDateTimeISO('Europe/Berlin');
  const tomorrow = now.toPlainDate().add({ days: 1 });
  const noon = tomorrow.toZonedDateTime({ timeZone: now.timeZoneId, plainTime: '12:00' });
  await page.clock.fastForward(noon.epochMilliseconds - now.epochMilliseconds);
  await toToday.press('Enter');
  await expect(page).toHaveURL(new RegExp(`day=${tomorrow}`));
  await expect(toToday).toHaveCount(0);
});

test.describe('where a page of the list is refused', () => {
  test.use({ allowedConsoleError: /403/ });

  test('printing is given up where the list cannot be read to its end, and says so', async ({ page, desk, stack }) => {
    const day = Temporal.Now.plainDateISO('Europe/Berlin').subtract({ days: 2 });
    await queryDatabase(stack, 'desk', [
      {
        text: `insert into elsewhere_events (location_id, account_id, kind, at)
        select l.id, 'nobody', 'checkIn', timestamptz '${day} 12:00Z' + n * interval '1 second'
        from locations l, generate_series(1, 120) n`,
      },
    ]);
    await desk.signIn(page);
    await page.goto(`/visits?day=${day}`);
    await expect(page.getByRole('button', { name: 'Show earlier visits' })).toBeVisible();
    let asked = 0;
    await page.route(/\/api\/desk\/visits\?.*after=/, (route) => {
      asked += 1;
      return route.fulfill({
        status: 403,
        json: { ok: false, error: { code: 'notAllowed', message: '', requestId: 'r', retryable: false } },
      });
    });
    await page.evaluate(() => {
      window.print = () => document.body.setAttribute('data-printed', '');
    });
    await page.getByRole('button', { name: 'Print' }).press('Enter');
    const note = page.locator('[data-sonner-toast]');
    await expect(note).toContainText('could not be loaded');
    await expect(page.locator('[data-printed]')).toHaveCount(0);
    expect(asked).toBe(1);
    // a thumb finds what closes it, and it covers no word
    const [close, text] = [await note.getByRole('button').boundingBox(), await note.getByRole('alert').boundingBox()];
    if (!close || !text) throw new Error('The note is gone.');
    expect(Math.min(close.width, close.height)).toBeGreaterThanOrEqual(44);
    expect(text.x + text.width).toBeLessThanOrEqual(close.x);
  });
});
