import type { Page } from '@playwright/test';
import { Temporal } from 'temporal-polyfill';
import { expect, test } from '#e2e/base/fixtures.ts';
import { openMember } from '#e2e/base/open-member.ts';

// a browser far from the club, whose day counts
test.use({ timezoneId: 'Pacific/Auckland' });

const section = (page: Page) => page.getByRole('region', { name: 'Products' });
const dialog = (page: Page) => page.getByRole('dialog');
const clubToday = () => Temporal.Now.plainDateISO('Europe/Berlin');
const shown = (day: Temporal.PlainDate) =>
  day.toLocaleString('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });

test("a product is booked from the club's today on, extended, and ended", async ({ page, desk }) => {
  await desk.signIn(page);
  await openMember(page, desk.card('contractEnded').name);
  await section(page).getByRole('button', { name: 'Book product' }).click();
  await expect(dialog(page).getByRole('radio').first()).toBeChecked();
  const product = await dialog(page).locator('label:has(input:checked)').innerText();
  await expect(dialog(page).getByRole('textbox', { name: 'First day' })).toHaveValue(shown(clubToday()));
  const last = clubToday().add({ days: 40 });
  await dialog(page).getByRole('textbox', { name: 'Last day' }).fill(last.toString());
  await dialog(page).getByRole('button', { name: 'Book', exact: true }).click();
  await expect(dialog(page)).toHaveCount(0);
  const row = section(page).getByRole('listitem').filter({ hasText: product });
  await expect(row).toContainText('Active');
  await expect(row).toContainText(shown(last));

  // extended: the first day is today or in the past and stays
  await section(page)
    .getByRole('button', { name: `Change end: ${product}` })
    .click();
  await expect(dialog(page)).toContainText('Began on');
  const later = last.add({ years: 1 });
  await dialog(page).getByRole('textbox', { name: 'Last day' }).fill(later.toString());
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(row).toContainText(shown(later));

  await section(page)
    .getByRole('button', { name: `End now: ${product}` })
    .click();
  await dialog(page).getByRole('button', { name: 'End now' }).click();
  await expect(row).toHaveCount(0);
});
