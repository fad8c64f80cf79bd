import { expect, test, verdict } from '#e2e/base/fixtures.ts';

test('the verdict of a scan on another page is shown beside it, survives the navigation to the check-in, and links to the profile', async ({
  page,
  desk,
}) => {
  test.slow();
  const [first, second, last] = [desk.card('admitted'), desk.card('birthday'), desk.card('walletPass')];
  const openMembers = async () => {
    await page.getByRole('link', { name: 'Members' }).click();
    await expect(page.getByRole('heading', { name: 'Members', level: 1 })).toBeVisible();
  };
  await desk.signIn(page);
  await openMembers();
  // the check-in has both, including one made just before it was opened
  await desk.scan(page, first.value);
  await expect(verdict(page, 'admitted')).toContainText(first.name);
  await desk.scan(page, second.value);
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Check-in' }).click();
  await expect(verdict(page, 'admitted')).toContainText(second.name);
  await expect(page.getByRole('region', { name: 'Earlier' })).toContainText(first.name);
  const list = page.getByRole('list', { name: 'In the gym' });
  await expect(list.getByText(first.name)).toBeVisible();
  await expect(list.getByText(second.name)).toBeVisible();

  // a verdict seen at the check-in is not shown again on the next page
  await openMembers();
  await expect(page.getByRole('region', { name: 'Verdict' })).toHaveCount(0);
  await desk.scan(page, last.value);
  await expect(verdict(page, 'admitted')).toContainText(last.name);
  await page.keyboard.press('Alt+p');
  await expect(page.getByRole('heading', { level: 1, name: last.name })).toBeVisible();
});
