import type { Page } from '@playwright/test';
import { giveTimeForUndo, queryDatabase } from './databases.ts';
import { expectAccessible } from './expect-accessible.ts';
import { expect, test, verdict } from './fixtures.ts';

test.beforeEach(async ({ page, desk }) => desk.signIn(page));

test('every face says whether the visit is recorded, and a birthday is a ribbon on green', async ({
  page,
  desk,
  stack,
}) => {
  await giveTimeForUndo(stack);
  const region = page.getByRole('region', { name: 'Verdict' });
  await desk.scan(page, desk.card('birthday').value);
  await expect(verdict(page, 'admitted')).toContainText(/Checked in \d\d:\d\d/);
  await expect(verdict(page, 'admitted')).toContainText('Birthday today');
  await expectAccessible(page);

  // whoever presses in the undo time has seen a mistake: that button comes first
  await expect(region.getByRole('button').first()).toHaveAccessibleName(/^Undo/);
  await expect(region.getByRole('button', { name: 'Check out' })).toBeVisible();
  await region.getByRole('button', { name: /^Undo/ }).click();
  await expect(region).toContainText('Visit not recorded');
  await region.getByRole('button', { name: 'Check in' }).click();
  await expect(region).toContainText(/Checked in \d\d:\d\d/);

  for (const [shows, kind, record] of [
    ['contractEndsSoon', 'attention', /Checked in \d\d:\d\d/],
    ['corporateMembershipEnded', 'refused', 'No visit recorded'],
    ['cardUnknown', 'unknown', 'No visit recorded'],
  ] as const) {
    await desk.scan(page, desk.card(shows).value);
    await expect(verdict(page, kind)).toContainText(record);
  }
});

test('a question gives way to the next scan, unless something is entered in it', async ({ page, desk }) => {
  const [first, second] = [desk.card('admitted'), desk.card('contractEndsSoon')];
  const question = page.getByRole('dialog');
  const ask = async () => {
    await desk.scan(page, desk.card('cardUnknown').value);
    await page.getByRole('button', { name: 'Assign to a member' }).click();
    await expect(question).toBeVisible();
  };
  await ask();
  await desk.scan(page, first.value);
  await expect(question).toHaveCount(0);
  await expect(verdict(page, 'admitted')).toContainText(first.name);
  await expect(page.getByRole('searchbox', { name: 'Scan or search' })).toHaveValue('');

  await ask();
  await question.getByRole('searchbox').pressSequentially('om', { delay: 180 });
  await page.waitForTimeout(300); // what follows at once would be one burst with it
  await desk.scan(page, second.value);
  const note = page.getByRole('listitem').filter({ hasText: new RegExp(`Attention: ${second.name}. Checked in`) });
  await expect(note).toBeVisible();
  await expect(question.getByRole('searchbox')).toHaveValue('om');
  await page.keyboard.press('Escape');
  await expect(verdict(page, 'attention')).toContainText(second.name);
});

test('a key presses what is seen: below what lies over it, or scrolled away, nothing', async ({ page, desk }) => {
  const card = desk.card('admitted');
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.postData() ?? ''));
  const region = page.getByRole('region', { name: 'Verdict' });
  await desk.scan(page, card.value);
  await expect(verdict(page, 'admitted')).toContainText(card.name);
  const matches = page.getByRole('listbox', { name: 'Members found' });
  await expect(async () => {
    await page.getByRole('searchbox', { name: 'Scan or search' }).fill('');
    await page.getByRole('searchbox', { name: 'Scan or search' }).pressSequentially(card.name, { delay: 130 });
    await expect(matches).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 60_000 });
  const before = sent.length;
  await page.keyboard.press('Alt+o');
  await page.keyboard.press('Escape');
  await expect(matches).toBeHidden();

  await page.getByRole('button', { name: 'Ana Keller' }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await page.keyboard.press('Alt+o');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);

  await page.getByRole('button', { name: 'Ana Keller' }).click();
  await page.getByRole('menuitem', { name: 'Help and shortcuts' }).press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Alt+o');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  // AltGr, with which symbols are typed
  await page.keyboard.press('Control+Alt+o');
  await page.keyboard.press('Meta+Alt+o');
  await page.setViewportSize({ width: 390, height: 500 });
  const last = page.getByRole('list', { name: 'In the gym' }).getByRole('listitem').last();
  await last.scrollIntoViewIfNeeded();
  await expect(region).not.toBeInViewport();
  await page.keyboard.press('Alt+o');
  await region.scrollIntoViewIfNeeded();

  // by now nothing was pressed; what is seen is
  expect(sent.slice(before)).toEqual([]);
  await page.keyboard.press('Alt+o');
  await expect(region).toContainText('Checked out');
  expect(sent.slice(before)).toHaveLength(1);
});

test('whoever has scrolled away from the verdict has it back on the screen with the next one', async ({
  page,
  desk,
}) => {
  await page.setViewportSize({ width: 390, height: 700 });
  const box = page.getByRole('searchbox', { name: 'Scan or search' });
  const { name, value } = desk.card('admitted');
  const expectInView = async (kind: string) => {
    await expect(verdict(page, kind)).toBeInViewport({ ratio: 1 });
    await expect(box).toBeInViewport({ ratio: 1 });
  };
  const scrollAway = async () => {
    // the browser itself brings back only the field that has the keys
    await page.getByRole('textbox', { name: 'Filter by name' }).focus();
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await expect(page.getByRole('region', { name: 'Verdict' })).not.toBeInViewport();
  };
  await scrollAway();
  await desk.scan(page, value);
  await expectInView('admitted');

  await scrollAway();
  await desk.scan(page, desk.card('cardUnknown').value);
  await expectInView('unknown');

  await page.evaluate(() => scrollTo(0, 400));
  const earlier = page.getByRole('region', { name: 'Earlier' });
  await earlier.getByRole('button', { name: new RegExp(name) }).click();
  await expectInView('admitted');
});

test('a row of who is in opens what is to be said of that member, and records nothing', async ({ page, desk }) => {
  const [first, second] = [desk.card('contractEndsSoon'), desk.card('cardUnknown')];
  const region = page.getByRole('region', { name: 'Verdict' });
  const list = page.getByRole('list', { name: 'In the gym' });
  const row = (name: string) => list.getByRole('button', { name: new RegExp(name) });
  await desk.scan(page, first.value);
  await expect(verdict(page, 'attention')).toContainText(first.name);
  await desk.scan(page, second.value);
  await expect(verdict(page, 'unknown')).toBeVisible();
  await expect(async () => {
    // right after a scan, Enter is taken for the second one of the reader
    await row(first.name).press('Enter');
    await expect(verdict(page, 'attention')).toContainText(first.name, { timeout: 2_000 });
  }).toPass({ timeout: 30_000 });
  await expect(region).toContainText(/Checked in \d\d:\d\d/);
  await expect(region).toContainText('Contract ends in 9 days');
  await expect(region.getByRole('link', { name: 'Open profile' })).toBeVisible();
  await expectAccessible(page);

  // more than fifteen are in: they can be filtered and sorted
  const filter = page.getByRole('textbox', { name: 'Filter by name' });
  await expect(filter).toBeVisible();
  const before = await list.getByRole('listitem').count();
  await page.getByRole('radio', { name: 'Name' }).check({ force: true });
  const names = await list
    .getByRole('listitem')
    .evaluateAll((rows) => rows.map((entry) => entry.querySelector('span span')?.textContent ?? ''));
  expect(names).toEqual(names.toSorted(new Intl.Collator('en').compare));
  await filter.fill(first.name);
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await filter.fill('nobody of this name');
  await expect(page.getByText('Nobody with this name is in.')).toBeVisible();
  await filter.press('Escape');
  await expect(list.getByRole('listitem')).toHaveCount(before);

  await region.getByRole('button', { name: 'Check out' }).click();
  await expect(region).toContainText('Checked out');
  await expect(row(first.name)).toHaveCount(0);
});

test('a reload, another window and the next shift see what was scanned today, and never what was yesterday', async ({
  page,
  desk,
  context,
  stack,
}) => {
  const [first, second] = [desk.card('contractEndsSoon'), desk.card('admitted')];
  const earlier = (of: Page) => of.getByRole('region', { name: 'Earlier' }).getByRole('button');
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(other.getByRole('list', { name: 'In the gym' }).getByRole('listitem').first()).toBeVisible();
  await expect(earlier(other)).toHaveCount(0);

  await desk.scan(page, first.value);
  await expect(verdict(page, 'attention')).toContainText(first.name);
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
  await expectAccessible(page);

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
