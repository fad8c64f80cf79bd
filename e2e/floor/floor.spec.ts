import type { Page } from '@playwright/test';
import { endUndoTime, queryDatabase } from '#e2e/base/databases.ts';
import { expectAccessible } from '#e2e/base/expect-accessible.ts';
import { expect, test, verdict } from '#e2e/base/fixtures.ts';
import { abortPosts, letPosts } from '#e2e/base/posts.ts';
import type { Stack } from '#tools/testing/stack.ts';

// the browser's own error for an unreachable desk
test.use({
  viewport: { width: 1180, height: 820 },
  allowedConsoleError:
    /ERR_CONNECTION|ERR_INTERNET|Failed to (fetch|load)|ERR_EMPTY|ERR_INCOMPLETE|ERR_NETWORK|50\d|EventSource/,
});

const members = (page: Page) => page.getByRole('list', { name: 'Members in the gym' });
/** The card of a member, found by the button with the name. */
const cardOf = (page: Page, name: string | RegExp) =>
  members(page)
    .locator('> li')
    .filter({ has: page.getByRole('button', { name }) });
/** The member of the first card. */
const firstName = (page: Page) => members(page).locator('> li [id$="-name"]').first().innerText();

interface PlatformTask {
  name: string;
  isCompleted: boolean;
}

/** The platform's tasks about the member of a demo card, the latest first. */
async function platformTasks(stack: Stack, name: string): Promise<PlatformTask[]> {
  const text = `select t.name, t.is_completed as "isCompleted"
                  from tasks t join chain_profiles p on p.account_id = t.target_id
                 where p.first_name || ' ' || p.last_name = $1 order by t.task_id desc`;
  return queryDatabase<PlatformTask & Record<string, unknown>>(stack, 'platform', [{ text, values: [name] }]);
}

const countOpenTasks = async (stack: Stack, name: string) =>
  (await platformTasks(stack, name)).filter(({ isCompleted }) => !isCompleted).length;

/** Creates a task from a template for a member on the screen. */
async function setTask(page: Page, name: string, template: string) {
  await cardOf(page, name).getByRole('button', { name }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'New task' }).click();
  await dialog.getByRole('radio', { name: template }).check({ force: true });
  await dialog.getByRole('button', { name: 'Create task' }).click();
  await expect(dialog.getByText(template)).toBeVisible();
  await page.keyboard.press('Escape');
}

test('a trainer starts on the floor, where a check-in at the counter appears live, changes are sent to the platform, and no shortcut opens the check-in', async ({
  page,
  desk,
  stack,
  browser,
}) => {
  await desk.signIn(page, 'trainer');
  await expect(page).toHaveURL(/\/floor$/);
  await expect(page.getByRole('link', { name: 'Check-in' })).toHaveCount(0);
  await page.keyboard.press('Control+k');
  const help = page.getByRole('dialog', { name: 'Help and shortcuts' });
  await expect(async () => {
    // soon after another key it would be part of a scan
    await page.keyboard.press('?');
    await expect(help).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await expect(help).not.toContainText('Alt R');
  await page.keyboard.press('Escape');
  await page.getByRole('radio', { name: /^All/ }).check({ force: true });
  await expect(page).toHaveURL(/\/floor$/);
  await expectAccessible(page);
  const counter = await browser.newPage();
  await desk.signIn(counter);
  const { name, value } = desk.card('admitted');
  const card = cardOf(page, name);
  await expect(card).toHaveCount(0);
  await desk.scan(counter, value);
  await expect(verdict(counter, 'admitted')).toContainText(/\d open task/);
  await expect(card.getByRole('button', { name: 'Done' }).first()).toBeVisible();

  const open = await countOpenTasks(stack, name);
  await expect(card.getByRole('button', { name: 'Done' })).toHaveCount(open);
  await card.getByRole('button', { name: 'Done' }).first().click();
  await expect(card.getByText('done by you')).toBeVisible();
  await counter.getByRole('region', { name: 'Verdict' }).getByRole('button', { name: 'Check out' }).click();
  await expect(card).toHaveCount(0);
  await counter.close();
  // the page shows the completion before the desk has stored it
  const countAfterUndo = async () => {
    await endUndoTime(stack);
    return countOpenTasks(stack, name);
  };
  await expect.poll(countAfterUndo).toBe(open - 1);
  await page.goto('/');
  await expect(page).toHaveURL(/\/floor$/);
});

test('across a lost connection and a reload no change is lost or sent twice', async ({
  page,
  desk,
  stack,
  context,
}) => {
  await desk.signIn(page, 'trainer');
  const name = await firstName(page);
  const before = (await platformTasks(stack, name)).length;
  await context.setOffline(true);
  await setTask(page, name, 'Blood pressure');
  await expect(page.getByText('1 change waits on this device').first()).toBeVisible();
  await expect(page.getByText(/as of \d\d:\d\d/)).toBeVisible();
  await expect(cardOf(page, name)).toContainText('waits on this device');
  // the page loads before the changes can be sent
  await abortPosts(page, 'tasks');
  await context.setOffline(false);
  await page.reload();
  await expect(page.getByText('1 change waits on this device').first()).toBeVisible();
  await letPosts(page, 'tasks');
  await expect(page.getByText('waits on this device')).toHaveCount(0);
  await expect.poll(() => platformTasks(stack, name)).toHaveLength(before + 1);
  await expect(page.getByText(/live · \d+ in/)).toBeVisible();
});
