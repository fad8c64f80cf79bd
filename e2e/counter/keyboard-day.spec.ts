import { expect, test, verdict } from '#e2e/base/fixtures.ts';
import { pressShortcut } from '#e2e/base/press-shortcut.ts';
import { tabTo } from '#e2e/base/tab-to.ts';

// a read of the page may still be under way when the session ends
test.use({ allowedConsoleError: /status of 401/ });

test('a receptionist can work all day without a mouse', async ({ page, desk, stack }) => {
  await page.goto('/sign-in');
  await tabTo(page, page.getByLabel('E-mail'));
  await page.keyboard.type('reception@demo.example');
  await page.keyboard.press('Tab');
  await page.keyboard.type(stack.password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('searchbox', { name: 'Scan or search' })).toBeFocused();
  await expect(page.getByRole('list', { name: 'In the gym' }).getByRole('listitem').first()).toBeVisible();

  // a scan, undo, and check-in by name
  const { name, value } = desk.card('admitted');
  await desk.scan(page, value);
  await expect(verdict(page, 'admitted')).toContainText(name);
  await pressShortcut('r', page.getByRole('button', { name: /^Undo/ }));
  await expect(page.getByRole('button', { name: 'Check in' })).toBeVisible();
  await expect(async () => {
    await page.getByRole('searchbox', { name: 'Scan or search' }).press('Control+a');
    await page.keyboard.type(name, { delay: 30 });
    await expect(page.getByRole('option', { name: new RegExp(name) }).first()).toBeVisible({ timeout: 3_000 });
  }).toPass();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(verdict(page, 'admitted')).toContainText(name);
  await pressShortcut('o', verdict(page, 'admitted').getByRole('button', { name: 'Check out' }));
  await expect(page.getByRole('region', { name: 'Verdict' })).toContainText(/Checked out/);

  // to the profile, a note for the next colleague, and back
  await pressShortcut('p', page.getByRole('link', { name: 'Open profile' }));
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  const note = page.getByRole('button', { name: 'Write a note' });
  await tabTo(page, note);
  await page.keyboard.press('Enter');
  const save = page.getByRole('button', { name: 'Save note' });
  await tabTo(page, save);
  await page.keyboard.press('Enter');
  // what is missing is where the keys go next
  await expect(page.getByRole('textbox', { name: 'Note', exact: true })).toBeFocused();
  await page.keyboard.type('Has forgotten a towel');
  await tabTo(page, save);
  await page.keyboard.press('Enter');
  // its field has the text, too, before the note is saved
  const notes = page.getByRole('list', { name: 'Notes for reception' });
  await expect(notes.getByText('Has forgotten a towel')).toBeVisible();
  // the colleague sees it with the next scan
  await desk.scan(page, value);
  await expect(page.getByRole('region', { name: 'Verdict' })).toContainText('Note: Has forgotten a towel');

  // an unknown card, from another page
  const { value: unknown } = desk.card('cardUnknown');
  await desk.scan(page, unknown);
  await tabTo(page, page.getByRole('button', { name: 'Give to a member' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();

  // sign out
  await tabTo(page, page.getByRole('button', { name: /Ana Keller/ }), true);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Sign out', exact: true })).toBeVisible();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
});
