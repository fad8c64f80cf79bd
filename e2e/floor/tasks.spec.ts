import type { Page } from '@playwright/test';
import { expectAccessible } from '#e2e/base/expect-accessible.ts';
import { expect, test, verdict } from '#e2e/base/fixtures.ts';

const tasks = (page: Page) => page.getByRole('region', { name: 'Tasks' });
const openList = (page: Page) => page.getByRole('list', { name: 'Open tasks' });

test('a first admission offers an introduction task, and the profile can create, edit, complete, undo and reopen tasks', async ({
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
  await expect(openList(page).getByRole('listitem').filter({ hasText: 'Introduction' })).toHaveCount(1);

  await tasks(page).getByRole('button', { name: 'New task' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'Own text' }).check({ force: true });
  await dialog.getByLabel('What is to be done').last().fill('Show the sauna');
  await dialog.getByRole('radio', { name: 'In a week' }).check({ force: true });
  await dialog.getByRole('button', { name: 'Create task' }).click();
  const task = openList(page).getByRole('listitem').filter({ hasText: 'Show the sauna' });
  await expect(task).toContainText('by you');
  await task.getByRole('button', { name: 'Edit' }).click();
  await dialog.getByRole('radio', { name: 'Today' }).check({ force: true });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(task).toContainText('due today');

  await task.getByRole('button', { name: 'Done' }).click();
  await task.getByRole('button', { name: 'Undo' }).click();
  await expect(task).toContainText('due today');
  await task.getByRole('button', { name: 'Done' }).click();
  await expect(task).toHaveCount(0, { timeout: 15_000 });
  await tasks(page)
    .getByText(/tasks? done/)
    .click();
  const doneTask = page.getByRole('list', { name: 'Done' }).getByRole('listitem').filter({ hasText: 'Show the sauna' });
  await expect(doneTask).toContainText(/done by you\s*· \d\d:\d\d/);
  await doneTask.getByRole('button', { name: 'Reopen' }).click();
  await expect(task).toContainText('due today');
  await expectAccessible(page);
});
