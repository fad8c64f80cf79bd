import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { openMember } from './open-member.ts';

/** Where the focus is, and whether what is wrong there is read out with it. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const field = document.activeElement;
    const about = field?.getAttribute('aria-describedby')?.split(' ') ?? [];
    const said = about.map((id) => document.getElementById(id)?.textContent).join(' ');
    return field?.getAttribute('aria-invalid') === 'true' ? said : null;
  });

test('an attempt leads to the first mistake, whichever the form', async ({ page, desk }) => {
  await desk.signIn(page);
  await openMember(page, 'Lena Vogt');
  // by a touch, which leaves the focus where Safari leaves it: nowhere
  const press = (name: string) => page.getByRole('main').getByRole('button', { name, exact: true }).first().click();

  await press('Send message');
  await expect.poll(() => focused(page)).toContain('Write something first.');
  // whoever goes on typing is not led away
  await page.keyboard.type('Hello');
  await expect(page.getByRole('main').getByText('5 of')).toBeVisible();

  await press('Write a note');
  await press('Save note');
  await expect.poll(() => focused(page)).toContain('Write something first.');
  await press('Cancel');

  await page.goto('/corporate-fitness');
  await page.getByRole('textbox', { name: 'First day' }).fill('no day');
  await press('Show');
  await expect.poll(() => focused(page)).toContain('Please enter a day.');
});
