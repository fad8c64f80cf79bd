import { expectAccessible } from './expect-accessible.ts';
import { expect, test, verdict } from './fixtures.ts';

test.beforeEach(async ({ page, desk }) => {
  await desk.signIn(page);
  await page.getByRole('link', { name: 'Members' }).click();
  await expect(page.getByRole('heading', { name: 'Members', level: 1 })).toBeVisible();
});

test('a scan on another page: the verdict comes up beside it, and the focus and the text of the form stay', async ({
  page,
  desk,
}) => {
  const card = desk.card('contractEndsSoon');
  const field = page.getByRole('searchbox');
  await field.pressSequentially('anna', { delay: 180 });
  await page.waitForTimeout(300);
  await desk.scan(page, card.value);
  await expect(verdict(page, 'attention')).toContainText(card.name);
  await expect(field).toHaveValue('anna');
  await expect(field).toBeFocused();
  await expectAccessible(page);

  await page
    .getByRole('complementary', { name: 'At the counter' })
    .getByRole('button', { name: 'Close' })
    .press('Enter');
  await expect(page.getByRole('region', { name: 'Verdict' })).toHaveCount(0);
  await desk.scan(page, card.value);
  await expect(page.getByRole('region', { name: 'Verdict' })).toContainText('not counted twice');
});

test('a scan made just before another page is opened is not lost, and the check-in knows all of them', async ({
  page,
  desk,
}) => {
  const [first, second] = [desk.card('admitted'), desk.card('birthday')];
  await desk.scan(page, first.value);
  await expect(verdict(page, 'admitted')).toContainText(first.name);
  await desk.scan(page, second.value);
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Check-in' }).click();
  await expect(verdict(page, 'admitted')).toContainText(second.name);
  await expect(page.getByRole('region', { name: 'Earlier' })).toContainText(first.name);
  const list = page.getByRole('list', { name: 'In the gym' });
  await expect(list.getByText(first.name)).toBeVisible();
  await expect(list.getByText(second.name)).toBeVisible();

  // what was seen at the check-in does not come up again on the next page
  await page.getByRole('link', { name: 'Members' }).click();
  await expect(page.getByRole('heading', { name: 'Members', level: 1 })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Verdict' })).toHaveCount(0);
});

test('the profile is a key away', async ({ page, desk }) => {
  const card = desk.card('admitted');
  await desk.scan(page, card.value);
  await expect(verdict(page, 'admitted')).toContainText(card.name);
  await page.keyboard.press('Alt+p');
  await expect(page.getByRole('heading', { level: 1, name: card.name })).toBeVisible();
});

test('somebody who is simply let in leaves the panel by itself once undo is over', async ({ page, desk }) => {
  await desk.scan(page, desk.card('admitted').value);
  await expect(verdict(page, 'admitted')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Verdict' })).toHaveCount(0, { timeout: 30_000 });
});
