import { expectAccessible } from './expect-accessible.ts';
import { expect, test, verdict } from './fixtures.ts';

test.beforeEach(async ({ page, desk }) => desk.signIn(page));

test('every face says whether the visit is recorded, and a birthday is a ribbon on green', async ({ page, desk }) => {
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
  await expect(page.getByText(new RegExp(`Attention: ${second.name}. Checked in \\d\\d:\\d\\d`)).first()).toBeVisible();
  await expect(question.getByRole('searchbox')).toHaveValue('om');
  await page.keyboard.press('Escape');
  await expect(verdict(page, 'attention')).toContainText(second.name);
});

test('a key presses what is seen: below an open list of matches, nothing', async ({ page, desk }) => {
  const card = desk.card('admitted');
  const region = page.getByRole('region', { name: 'Verdict' });
  await desk.scan(page, card.value);
  await expect(verdict(page, 'admitted')).toContainText(card.name);
  const matches = page.getByRole('listbox', { name: 'Members found' });
  await expect(async () => {
    await page.getByRole('searchbox').fill('');
    await page.getByRole('searchbox').pressSequentially(card.name, { delay: 130 });
    await expect(matches).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 60_000 });
  await page.keyboard.press('Alt+o');
  await page.keyboard.press('Alt+r');
  await page.keyboard.press('Escape');
  await expect(matches).toBeHidden();
  await expect(region).toContainText('Checked in');
  await page.keyboard.press('Alt+o');
  await expect(region).toContainText('Checked out');
});
