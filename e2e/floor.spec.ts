import type { Page } from '@playwright/test';
import type { Stack } from '#scripts/testing/stack.ts';
import { queryDatabase } from './databases.ts';
import { expectAccessible } from './expect-accessible.ts';
import { expect, test, verdict } from './fixtures.ts';

// what the browser itself says of a desk that is away
test.use({
  viewport: { width: 1180, height: 820 },
  allowedConsoleError:
    /ERR_CONNECTION|ERR_INTERNET|Failed to (fetch|load)|ERR_EMPTY|ERR_INCOMPLETE|ERR_NETWORK|50\d|EventSource/,
});

const members = (page: Page) => page.getByRole('list', { name: 'Members in the gym' });
/** The card of a member, by a button that bears the name. */
const cardOf = (page: Page, name: string | RegExp) =>
  members(page)
    .locator('> li')
    .filter({ has: page.getByRole('button', { name }) });
/** Whose card stands first. */
const firstName = (page: Page) => members(page).locator('> li [id$="-name"]').first().innerText();
const done = (page: Page) => page.getByRole('button', { name: 'Done', exact: true });

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

/** Sets a task from a template for a member whose card is on the screen. */
async function setTask(page: Page, name: string, template: string) {
  await cardOf(page, name).getByRole('button', { name }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'New task' }).click();
  await dialog.getByRole('radio', { name: template }).check({ force: true });
  await dialog.getByRole('button', { name: 'Create task' }).click();
  await expect(dialog.getByText(template)).toBeVisible();
  await page.keyboard.press('Escape');
}

test('a trainer lands on the floor: who has tasks comes first, and all who are in are a press away', async ({
  page,
  desk,
}) => {
  await desk.signIn(page, 'trainer');
  await expect(page).toHaveURL(/\/floor$/);
  await expect(page.getByRole('link', { name: 'Check-in' })).toHaveCount(0);
  await expect(done(page).first()).toBeVisible();
  const withTasks = await members(page).locator('> li').count();
  await page.getByRole('radio', { name: /^All/ }).check({ force: true });
  await expect.poll(() => members(page).locator('> li').count()).toBeGreaterThan(withTasks);
  await expect(members(page).locator('> li').nth(withTasks)).toContainText('No open task');
  await page.goto('/');
  await expect(page).toHaveURL(/\/floor$/);
});

test('a check-in at the counter appears on the floor by itself', async ({ page, desk, browser }) => {
  await desk.signIn(page, 'trainer');
  await page.getByRole('radio', { name: /^All/ }).check({ force: true });
  const counter = await browser.newPage();
  await desk.signIn(counter);
  const card = desk.card('walletPass');
  await expect(cardOf(page, card.name)).toHaveCount(0);
  await desk.scan(counter, card.value);
  await expect(cardOf(page, card.name)).toBeVisible();
  await counter.close();
});

test('what is written about a member stays when they check out, and no dialog opens by itself when they come again', async ({
  page,
  desk,
  browser,
}) => {
  const counter = await browser.newPage();
  await desk.signIn(counter);
  const { name, value } = desk.card('birthday');
  await desk.scan(counter, value);
  await expect(verdict(counter, 'admitted')).toContainText(name);

  await desk.signIn(page, 'trainer');
  await page.getByRole('radio', { name: /^All/ }).check({ force: true });
  await cardOf(page, name).getByRole('button', { name }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'New task' }).click();
  await dialog.getByRole('radio', { name: 'Own text' }).check({ force: true });
  await dialog.getByRole('textbox', { name: 'What is to be done' }).fill('Ask about the shoulder');
  await counter.getByRole('region', { name: 'Verdict' }).getByRole('button', { name: 'Check out' }).click();
  await expect(dialog).toContainText('Has left the gym');
  await expect(dialog.getByRole('textbox', { name: 'What is to be done' })).toHaveValue('Ask about the shoulder');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(cardOf(page, name)).toHaveCount(0);
  await desk.scan(counter, value);
  await expect(cardOf(page, name)).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await counter.close();
});

test('Done: shown at once, taken back for some seconds, and brought to the platform', async ({
  page,
  desk,
  stack,
  browser,
}) => {
  const counter = await browser.newPage();
  await desk.signIn(counter);
  const { name, value } = desk.card('admitted');
  await desk.scan(counter, value);
  await expect(verdict(counter, 'admitted')).toContainText(/\d open task/);
  await counter.close();

  await desk.signIn(page, 'trainer');
  const card = cardOf(page, name);
  const before = await card.getByRole('button', { name: 'Done' }).count();
  await card.getByRole('button', { name: 'Done' }).first().click();
  await expect(card.getByText('done by you')).toBeVisible();
  await card.getByRole('button', { name: 'Undo' }).click();
  await expect(card.getByRole('button', { name: 'Done' })).toHaveCount(before);
  const open = await countOpenTasks(stack, name);
  expect(open).toBe(before);

  await card.getByRole('button', { name: 'Done' }).first().click();
  await expect(card.getByText('done by you')).toBeVisible();
  await expect.poll(() => countOpenTasks(stack, name), { timeout: 30_000 }).toBe(open - 1);
});

test('a task is set from a template, changed and done, by keyboard alone', async ({ page, desk, stack }) => {
  await desk.signIn(page, 'trainer');
  const name = await firstName(page);
  await cardOf(page, name).getByRole('button', { name }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name });
  await dialog.getByRole('button', { name: 'New task' }).focus();
  await page.keyboard.press('Enter');
  await dialog.getByRole('radio', { name: 'Introduction' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(dialog.getByRole('radio', { name: 'Health check' })).toBeChecked();
  await dialog.getByRole('button', { name: 'Create task' }).focus();
  await page.keyboard.press('Enter');
  const task = dialog.getByRole('listitem').filter({ hasText: 'Health check' });
  await expect(task).toContainText('due today');
  await expect(task).toContainText('by you');
  await expect
    .poll(() => platformTasks(stack, name), { timeout: 30_000 })
    .toContainEqual(expect.objectContaining({ name: 'Health check', isCompleted: false }));
  await task.getByRole('button', { name: 'Edit' }).focus();
  await page.keyboard.press('Enter');
  await dialog.getByLabel('What is to be done').fill('Health check, second part');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Health check, second part')).toBeVisible();
  await expect
    .poll(() => platformTasks(stack, name), { timeout: 30_000 })
    .toContainEqual(expect.objectContaining({ name: 'Health check, second part' }));
});

test('without a linked account, the page says who has to act, in the place of the buttons', async ({ page, desk }) => {
  await desk.signIn(page, 'manager');
  await page.goto('/floor');
  await expect(page.getByText('The manager links it in the office')).toBeVisible();
  await expect(members(page)).toBeVisible();
  await expect(done(page)).toHaveCount(0);
});

test('through a lost connection and a reload nothing is lost and nothing done twice', async ({
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
  // the page comes back before what was done can be brought
  await page.route('**/api/desk/tasks', (route) => route.abort());
  await context.setOffline(false);
  await page.reload();
  await expect(page.getByText('1 change waits on this device').first()).toBeVisible();
  await page.unroute('**/api/desk/tasks');
  await expect(page.getByText('waits on this device')).toHaveCount(0);
  await expect.poll(() => platformTasks(stack, name), { timeout: 30_000 }).toHaveLength(before + 1);
  await expect(page.getByText(/live · \d+ in/)).toBeVisible();
});

test('the desk killed and back: what was done goes by itself, once', async ({ page, desk, stack }) => {
  test.setTimeout(120_000);
  await desk.signIn(page, 'trainer');
  const name = await firstName(page);
  const open = await countOpenTasks(stack, name);
  await stack.killDesk();
  await cardOf(page, name).getByRole('button', { name: 'Done' }).first().click();
  await expect(page.getByText('1 change waits on this device').first()).toBeVisible();
  await stack.startDesk();
  await expect(page.getByText('1 change waits on this device')).toHaveCount(0, { timeout: 30_000 });
  await expect.poll(() => countOpenTasks(stack, name), { timeout: 60_000 }).toBe(open - 1);
});

test('after another version was deployed the page reloads itself, and not while something is asked', async ({
  page,
  desk,
  stack,
}) => {
  test.setTimeout(120_000);
  await desk.signIn(page, 'trainer');
  const markPage = () => page.evaluate(() => document.body.setAttribute('data-page', 'first'));
  const first = page.locator('body[data-page="first"]');
  await markPage();
  await stack.killDesk();
  await stack.startDesk();
  await expect(page.getByText(/live · \d+ in/)).toBeVisible({ timeout: 30_000 });
  await expect(first).toHaveCount(1);

  await members(page).locator('> li button').first().click();
  await stack.killDesk();
  await stack.startDesk({ DESK_VERSION: 'another' });
  await expect(page.getByText(/live · \d+ in/)).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(first).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(first).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Training floor', level: 1 })).toBeVisible();
  await stack.killDesk();
  await stack.startDesk();
});

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in ${colorScheme} colours`, () => {
    test.use({ colorScheme });

    test('axe finds nothing, and every target is large enough for a thumb', async ({ page, desk }) => {
      await desk.signIn(page, 'trainer');
      await expectAccessible(page);
      const small = await page.locator('main :is(button, label, select)').evaluateAll((targets) =>
        targets.flatMap((target) => {
          const { width, height } = target.getBoundingClientRect();
          return width > 1 && (height < 44 || width < 44) ? [`${target.textContent} ${width}x${height}`] : [];
        }),
      );
      expect(small).toEqual([]);
      await members(page).locator('> li button').first().click();
      await expectAccessible(page);
      await page.getByRole('dialog').getByRole('button', { name: 'New task' }).click();
      await expectAccessible(page);
    });
  });
}

for (const [width, height] of [
  [820, 1180],
  [1180, 820],
  [390, 844],
] as const) {
  test(`nothing is cut off at ${width} × ${height}`, async ({ page, desk }) => {
    await page.setViewportSize({ width, height });
    await desk.signIn(page, 'trainer');
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  });
}
