import type { Page } from '@playwright/test';
import { expect, test } from '#e2e/base/fixtures.ts';
import { openMember } from '#e2e/base/open-member.ts';
import { pickMember } from '#e2e/base/pick-members.ts';
import { abortPosts, letPosts } from '#e2e/base/posts.ts';

// the browser's own error for an unreachable desk
test.use({
  allowedConsoleError: /ERR_CONNECTION|ERR_FAILED|Failed to (fetch|load)|ERR_EMPTY|ERR_INCOMPLETE|50\d|EventSource/,
});

const mark = (page: Page) => page.evaluate(() => document.body.setAttribute('data-page', 'first'));
const first = (page: Page) => page.locator('body[data-page="first"]');

test('every page reloads itself for another version, and none with unsaved input', async ({
  page,
  context,
  desk,
  stack,
  cards,
}) => {
  await desk.signIn(page, 'manager');
  await openMember(page, (await pickMember(stack, cards, 53)).name);
  const person = page.getByRole('region', { name: 'Person and membership' });
  await person.getByRole('button', { name: 'Edit' }).click();
  await person.getByLabel('Town').fill('Erding');
  const [members, office] = [await context.newPage(), await context.newPage()];
  await members.goto('/members?q=an');
  await expect(members.getByRole('searchbox')).toHaveValue('an');
  await office.goto('/office/location');
  await expect(office.getByLabel('Undo time in seconds')).toHaveValue('10');
  for (const tab of [page, members, office]) await mark(tab);

  await stack.killDesk();
  await stack.startDesk({ DESK_VERSION: 'another' });
  try {
    for (const tab of [members, office]) {
      await tab.bringToFront();
      await expect(first(tab)).toHaveCount(0, { timeout: 30_000 });
    }
    await expect(members.getByRole('searchbox')).toHaveValue('an');
    await page.bringToFront();
    await expect(page.getByRole('banner').getByRole('status')).toContainText('Reader ready', { timeout: 30_000 });
    await expect(first(page)).toHaveCount(1);
    await expect(person.getByLabel('Town')).toHaveValue('Erding');
    await person.getByRole('button', { name: 'Cancel' }).click();
    await expect(first(page)).toHaveCount(0, { timeout: 30_000 });
  } finally {
    await stack.killDesk();
    await stack.startDesk();
  }
});

/** How long a user may go on typing, plus some checks whether the page may reload. */
const longEnoughMs = 14_000;

test('nor with unsaved state that only the page itself knows, or that waits only in it', async ({
  page,
  context,
  browser,
  desk,
  stack,
  cards,
}) => {
  test.setTimeout(300_000);
  await desk.signIn(page);
  await openMember(page, (await pickMember(stack, cards, 55)).name);
  await abortPosts(page, 'tasks');
  const tasks = page.getByRole('region', { name: 'Tasks' });
  await tasks.getByRole('button', { name: 'New task' }).click();
  const dialog = page.getByRole('dialog', { name: 'New task' });
  await dialog.getByText('Own text').click();
  await dialog.getByLabel('What is to be done').fill('Ask about the locker');
  await dialog.getByRole('button', { name: 'Create task' }).click();
  await expect(tasks).toContainText('Ask about the locker');
  const [members, settings] = [await context.newPage(), await browser.newPage()];
  await members.goto('/members');
  await desk.signIn(settings, 'manager');
  await settings.goto(`${stack.deskUrl}/office/location`);
  // the values of this form are restored by a reload, unless they were changed
  await settings.getByLabel('Undo time in seconds').fill('11');
  for (const tab of [page, members, settings]) await mark(tab);

  await stack.killDesk();
  await stack.startDesk({ DESK_VERSION: 'another' });
  try {
    await members.bringToFront();
    await expect(first(members)).toHaveCount(0, { timeout: 30_000 });
    for (const tab of [settings, page]) {
      await tab.bringToFront();
      await expect(tab.getByRole('banner').getByRole('status')).toContainText('Reader ready', { timeout: 30_000 });
      await tab.evaluate((ms) => new Promise((resolve) => setTimeout(resolve, ms)), longEnoughMs);
      await expect(first(tab)).toHaveCount(1);
    }
    await settings.bringToFront();
    await settings.getByLabel('Undo time in seconds').fill('10');
    await expect(first(settings)).toHaveCount(0, { timeout: 60_000 });
    await page.bringToFront();
    await letPosts(page, 'tasks');
    await expect(first(page)).toHaveCount(0, { timeout: 60_000 });
    await expect(tasks).toContainText('Ask about the locker');
  } finally {
    await stack.killDesk();
    await stack.startDesk();
    await settings.close();
  }
});
