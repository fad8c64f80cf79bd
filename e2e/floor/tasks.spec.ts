import { expect, test, verdict } from '#e2e/base/fixtures.ts';

test('a first admission offers an introduction task, which the profile and the list of those who are in show at once', async ({
  page,
  desk,
}) => {
  await desk.signIn(page);
  const { value, name } = desk.card('firstAdmission');
  await desk.scan(page, value);
  const region = verdict(page, 'attention');
  await region.getByRole('button', { name: 'Create introduction task' }).click();
  await expect(region).toContainText('Introduction task created');
  await expect(
    page.getByRole('list', { name: 'In the gym' }).getByRole('listitem').filter({ hasText: name }),
  ).toContainText(/\d tasks?/);
  await page.getByRole('link', { name: /Open profile/ }).click();
  const task = page.getByRole('list', { name: 'Open tasks' }).getByRole('listitem').filter({ hasText: 'Introduction' });
  await expect(task).toHaveCount(1);
  await task.getByRole('button', { name: 'Done' }).click();
  await expect(task).toContainText('done by you');
  await task.getByRole('button', { name: 'Undo' }).click();
  await expect(task.getByRole('button', { name: 'Done' })).toBeVisible();
});
