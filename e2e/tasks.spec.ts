import type { Page } from '@playwright/test';
import { expectAccessible } from './expect-accessible.ts';
import { expect, test, verdict } from './fixtures.ts';

const tasks = (page: Page) => page.getByRole('region', { name: 'Tasks' });
const openList = (page: Page) => page.getByRole('list', { name: 'Open tasks' });

/** Opens the page of the member of a demo card. */
async function openProfile(page: Page, value: string, scan: (page: Page, value: string) => Promise<void>) {
  await scan(page, value);
  await page.getByRole('link', { name: /Open profile/ }).click();
  await expect(tasks(page)).toBeVisible();
}

test('the profile shows what is open first: set, change, complete, take back and reopen', async ({ page, desk }) => {
  await desk.signIn(page);
  await openProfile(page, desk.card('contractEndsSoon').value, desk.scan);
  await tasks(page).getByRole('button', { name: 'New task' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'Own text' }).check({ force: true });
  await dialog.getByRole('button', { name: 'Create task' }).click();
  await expect(dialog.getByText('Say in a few words what is to be done.')).toBeVisible();
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

test('two people change the same task: the later one sees what the other wrote, and decides', async ({
  page,
  desk,
  browser,
}) => {
  await desk.signIn(page);
  const { value } = desk.card('prospect');
  await openProfile(page, value, desk.scan);
  await tasks(page).getByRole('button', { name: 'New task' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Create task' }).click();
  const lineOf = (of: Page) => openList(of).getByRole('listitem').filter({ hasText: 'Introduction' }).first();
  await expect(lineOf(page)).toBeVisible();

  const other = await browser.newPage();
  await desk.signIn(other);
  await other.goto(page.url());
  await lineOf(page).getByRole('button', { name: 'Edit' }).click();
  await lineOf(other).getByRole('button', { name: 'Edit' }).click();
  await other.getByRole('dialog').getByLabel('What is to be done').fill('Introduction with Ben');
  await other.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Introduction with Ben')).toBeAttached();
  await page.getByRole('dialog').getByLabel('What is to be done').fill('Introduction with Ana');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  const conflict = page.getByRole('dialog', { name: 'Somebody else has changed this in the meantime' });
  await expect(conflict).toContainText('Introduction with Ben');
  await conflict.getByRole('button', { name: 'Use mine' }).click();
  await expect(lineOf(other)).toContainText('Introduction with Ana');
  await other.close();
});

test('a first admission offers an introduction: one press, one task, also after a reload', async ({ page, desk }) => {
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
});

test('who has no linked account reads who has to act instead of a button', async ({ page, desk }) => {
  await desk.signIn(page, 'manager');
  await openProfile(page, desk.card('admitted').value, desk.scan);
  await expect(tasks(page)).toContainText('The manager links it in the office');
  await expect(tasks(page).getByRole('button', { name: /^(New task|Done)$/ })).toHaveCount(0);
});
