import { giveTimeForUndo } from '#e2e/base/databases.ts';
import { expectAccessible } from '#e2e/base/expect-accessible.ts';
import { expect, test, verdict } from '#e2e/base/fixtures.ts';

test('a shown verdict is updated when another window undoes or ends its visit', async ({
  page,
  desk,
  context,
  stack,
}) => {
  await giveTimeForUndo(stack);
  await desk.signIn(page);
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(other.getByRole('searchbox', { name: 'Scan or search' })).toBeFocused();
  const shown = page.getByRole('region', { name: 'Verdict' });
  const earlier = (name: string) =>
    other.getByRole('region', { name: 'Earlier' }).getByRole('button', { name: new RegExp(name) });

  const { name, value } = desk.card('admitted');
  await desk.scan(page, value);
  await expect(verdict(page, 'admitted')).toContainText(/Checked in \d\d:\d\d/);
  await earlier(name).click();
  await other.getByRole('button', { name: /^Undo/ }).click();
  await expect(shown).toContainText('Visit not recorded');
  await expect(shown).toContainText(name);
  await expect(shown).not.toContainText('Checked in');
  await expect(page.getByRole('button', { name: /^Undo/ })).toHaveCount(0);

  // on other pages, where it is in a panel, too
  const attention = desk.card('contractEndsSoon');
  await page.getByRole('link', { name: 'Corporate fitness' }).click();
  await expect(page.getByRole('heading', { name: 'Corporate fitness', level: 1 })).toBeVisible();
  await desk.scan(page, attention.value);
  await expect(verdict(page, 'attention')).toContainText(/Checked in \d\d:\d\d/);
  await earlier(attention.name).click();
  await other.getByRole('button', { name: /^Check out/ }).click();
  await expect(shown).toContainText(/Checked out \d\d:\d\d/);
  await expect(shown).toContainText('Contract ends in 9 days');
  await expect(shown).not.toContainText('Checked in');
  await expect(shown.getByRole('button', { name: /^Check in/ })).toBeVisible();

  await other.getByRole('button', { name: /^Check in/ }).click();
  await expect(shown).toContainText(/Checked in \d\d:\d\d/);
  await expect(shown.getByRole('button', { name: /^Check out/ })).toBeVisible();
  await expect(shown.getByRole('button', { name: /^Check in/ })).toHaveCount(0);
  await expectAccessible(page);
});
