import type { Page } from '@playwright/test';
import { Temporal } from 'temporal-polyfill';
import { expectAccessible } from './expect-accessible.ts';
import { expect, test } from './fixtures.ts';
import { openMember } from './open-member.ts';

const section = (page: Page) => page.getByRole('region', { name: 'Products' });
const dialog = (page: Page) => page.getByRole('dialog');
const clubToday = () => Temporal.Now.plainDateISO('Europe/Berlin');
const typed = (day: Temporal.PlainDate) => day.toLocaleString('en-GB', { dateStyle: 'short' });
const shown = (day: Temporal.PlainDate) =>
  day.toLocaleString('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
/** The name of a day in the calendar, which begins with the day of the week. */
const spoken = (day: Temporal.PlainDate) =>
  new RegExp(` ${day.toLocaleString('en-GB', { day: 'numeric', month: 'long', year: 'numeric' })}$`);

test('a product is booked by keyboard alone, extended, and ended', async ({ page, desk }) => {
  test.slow();
  await desk.signIn(page);
  await openMember(page, desk.card('contractEnded').name);
  const book = section(page).getByRole('button', { name: 'Book product' });
  await book.focus();
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByRole('radio').first()).toBeChecked();
  const product = await dialog(page).locator('label:has(input:checked)').innerText();

  // the calendar: from tomorrow a week on, to the end of that month, and a month later
  await dialog(page).getByRole('button', { name: 'Choose in the calendar: Last day' }).focus();
  await page.keyboard.press('Enter');
  const grid = dialog(page).getByRole('grid', { name: 'Last day' });
  const tomorrow = clubToday().add({ days: 1 });
  await expectAccessible(page);
  await expect(grid.getByRole('button', { name: spoken(tomorrow) })).toBeFocused();
  // Escape closes the calendar, and not the dialog
  await page.keyboard.press('Escape');
  await expect(grid).toHaveCount(0);
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowDown');
  await expect(grid.getByRole('button', { name: spoken(tomorrow.add({ days: 7 })) })).toBeFocused();
  await page.keyboard.press('PageDown');
  const chosen = tomorrow.add({ days: 7 }).add({ months: 1 });
  await expect(grid.getByRole('button', { name: spoken(chosen) })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByRole('textbox', { name: 'Last day' })).toHaveValue(shown(chosen));
  await expect(grid).toHaveCount(0);
  await expect(dialog(page).getByRole('button', { name: 'Choose in the calendar: Last day' })).toBeFocused();
  await dialog(page).getByRole('button', { name: 'Book', exact: true }).press('Enter');
  await expect(dialog(page)).toHaveCount(0);
  const row = section(page).getByRole('listitem').filter({ hasText: product });
  await expect(row).toContainText('Active');

  // extended: the first day is past or today and stays; the end is typed
  await section(page)
    .getByRole('button', { name: `Change end: ${product}` })
    .click();
  await expect(dialog(page)).toContainText('Began on');
  const later = chosen.add({ years: 1 });
  await dialog(page).getByRole('textbox', { name: 'Last day' }).fill(later.toString());
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(row).toContainText(String(later.year));

  await section(page)
    .getByRole('button', { name: `End now: ${product}` })
    .click();
  await expect(dialog(page)).toContainText('It ends at once');
  await expectAccessible(page);
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(row).toBeVisible();
  await section(page)
    .getByRole('button', { name: `End now: ${product}` })
    .click();
  await dialog(page).getByRole('button', { name: 'End now' }).click();
  await expect(row).toHaveCount(0);
});

test('each day that is not allowed is explained at its field', async ({ page, desk }) => {
  test.slow();
  await desk.signIn(page);
  await openMember(page, desk.card('contractEnded').name);
  await section(page).getByRole('button', { name: 'Book product' }).click();
  const first = dialog(page).getByRole('textbox', { name: 'First day' });
  const last = dialog(page).getByRole('textbox', { name: 'Last day' });
  const submit = dialog(page).getByRole('button', { name: 'Book', exact: true });
  const today = clubToday();

  await first.fill(typed(today.subtract({ days: 1 })));
  await last.fill('31.2.2027');
  await submit.click();
  await expect(first).toHaveAccessibleDescription(new RegExp(`Choose today \\(${shown(today)}\\) or later`));
  await expect(last).toHaveAccessibleDescription(/Enter a day, for example/);
  await expectAccessible(page);

  await first.fill(typed(today.add({ days: 9 })));
  await last.fill(typed(today.add({ days: 8 })));
  await submit.click();
  await expect(first).not.toHaveAccessibleDescription(/Choose today/);
  await expect(last).toHaveAccessibleDescription(/cannot be before the first day/);
  await last.fill('1.1.2051');
  await submit.click();
  await expect(last).toHaveAccessibleDescription(/no later than 31 Dec 2050/);
  await first.fill(typed(today));
  await last.fill(typed(today));
  await submit.click();
  await expect(last).toHaveAccessibleDescription(/Choose a day after today/);
});

test.describe('far from the club', () => {
  test.use({ timezoneId: 'Pacific/Auckland' });

  test("today is the club's, on both sides of its midnight", async ({ page, desk }) => {
    test.slow();
    await desk.signIn(page);
    await openMember(page, desk.card('contractEnded').name);
    for (const [instant, today] of [
      ['2027-03-10T22:30:00Z', /^Wednesday,? 10 March 2027$/],
      ['2027-03-10T23:30:00Z', /^Thursday,? 11 March 2027$/],
    ] as const) {
      await page.clock.setFixedTime(instant);
      await section(page).getByRole('button', { name: 'Book product' }).click();
      await dialog(page).getByRole('button', { name: 'Choose in the calendar: First day' }).click();
      const marked = dialog(page).getByRole('grid').locator('[aria-current="date"]');
      await expect(marked).toHaveAccessibleName(today);
      await expect(marked).toBeEnabled();
      // the calendar first, then the dialog
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
      await expect(dialog(page)).toHaveCount(0);
    }
  });
});

test.describe('while the platform is away', () => {
  test.use({ allowedConsoleError: /Failed to load resource|50\d|ERR_/ });

  test('a platform that does not answer is said so, and asked again', async ({ page, desk, stack }) => {
    test.slow();
    await desk.signIn(page);
    await openMember(page, desk.card('contractEnded').name);
    await expect(section(page).getByRole('button', { name: 'Book product' })).toBeVisible();
    await stack.killPlatform();
    try {
      await page.reload();
      await expect(section(page)).toContainText('The products cannot be shown now');
    } finally {
      await stack.startPlatform();
    }
    await section(page).getByRole('button', { name: 'Try again' }).click();
    await expect(section(page).getByRole('button', { name: 'Book product' })).toBeVisible();
  });
});
