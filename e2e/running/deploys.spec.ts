import type { Page } from '@playwright/test';
import { expect, test } from '#e2e/base/fixtures.ts';
import { pickMember } from '#e2e/base/pick-members.ts';
import { abortPosts, letPosts } from '#e2e/base/posts.ts';
import { signInAs } from '#e2e/base/sign-in-request.ts';
import { stopUnderLoad } from '#e2e/base/stop-under-load.ts';

// the browser's own error for an unreachable desk
test.use({
  allowedConsoleError: /ERR_CONNECTION|ERR_FAILED|Failed to (fetch|load)|ERR_EMPTY|ERR_INCOMPLETE|50\d|EventSource/,
});

/** Looks like a build's, so that later tests of this stack do not need the former desk. */
const anotherBuild = 'a1b2c3d';
const mark = (page: Page) => page.evaluate(() => document.body.setAttribute('data-page', 'first'));
/** Whether the page has decided to reload: it notes that just before. */
const isReloading = (page: Page) => page.evaluate(() => sessionStorage.getItem('reloaded-for') !== null);
const first = (page: Page) => page.locator('body[data-page="first"]');

/** Longer than a user may go on typing: the page then checks whether it may reload. */
const longEnoughMs = 11_000;
/** Longer than the pause between two of these checks, and between two attempts to send a change. */
const nextCheckMs = 5_000;

test('every page reloads itself for another version, and none with unsaved input, with changes that wait only in it, or during a question; the desk that is stopped for it under load, with its pages open, answers every request', async ({
  page,
  context,
  browser,
  desk,
  stack,
  cards,
}) => {
  await context.clock.install();
  await signInAs(page.request, stack, 'reception');
  const waiting = await context.newPage();
  await waiting.goto(`/members/${(await pickMember(stack, cards, 55)).accountId}`);
  await abortPosts(waiting, 'tasks');
  const tasks = waiting.getByRole('region', { name: 'Tasks' });
  await tasks.getByRole('button', { name: 'New task' }).click();
  const dialog = waiting.getByRole('dialog', { name: 'New task' });
  await dialog.getByText('Own text').click();
  await dialog.getByLabel('What is to be done').fill('Ask about the locker');
  await dialog.getByRole('button', { name: 'Create task' }).click();
  await expect(tasks).toContainText('Ask about the locker');
  await page.goto(`/members/${(await pickMember(stack, cards, 53)).accountId}`);
  const person = page.getByRole('region', { name: 'Person and membership' });
  await person.getByRole('button', { name: 'Edit' }).click();
  await person.getByLabel('Town').fill('Erding');
  const members = await context.newPage();
  await members.goto('/members?q=an');
  await expect(members.getByRole('searchbox')).toHaveValue('an');
  const undoTime = (tab: Page) => tab.getByLabel('Undo time in seconds');
  const ofManager = await browser.newContext();
  await ofManager.clock.install();
  const [office, settings] = [await ofManager.newPage(), await ofManager.newPage()];
  await signInAs(settings.request, stack, 'manager');
  for (const tab of [office, settings]) {
    await tab.goto(`${stack.deskUrl}/office/gym`);
    await expect(undoTime(tab)).toHaveValue('10');
  }
  // the values of this form are restored by a reload, unless they were changed
  await undoTime(settings).fill('11');
  const ofTrainer = await browser.newContext();
  const floor = await ofTrainer.newPage();
  await desk.signIn(floor, 'trainer');
  await floor.getByRole('list', { name: 'Members in the gym' }).getByRole('button').first().click();
  for (const tab of [page, waiting, members, office, settings, floor]) await mark(tab);

  const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
  const list = `${stack.deskUrl}/api/desk/presence?locationId=${await stack.findLocation()}`;
  const former = stack.programs().desk;
  await stopUnderLoad({ url: list, headers: { cookie } }, async () => former?.stop());
  expect(await former?.ended).toBe(0);
  await stack.killDesk();
  await stack.startDesk({ DESK_VERSION: anotherBuild });
  try {
    for (const tab of [members, office]) {
      await tab.bringToFront();
      await expect(first(tab)).toHaveCount(0);
    }
    await expect(members.getByRole('searchbox')).toHaveValue('an');
    await floor.bringToFront();
    await expect(floor.getByText(/live · \d+ in/)).toBeVisible();
    await expect(floor.getByRole('dialog')).toBeVisible();
    await expect(first(floor)).toHaveCount(1);
    await floor.keyboard.press('Escape');
    await expect(first(floor)).toHaveCount(0);
    await expect(floor.getByRole('heading', { name: 'Training floor', level: 1 })).toBeVisible();
    const held = [settings, waiting, page];
    for (const tab of held) {
      await tab.bringToFront();
      await expect(tab.getByRole('banner').getByRole('status')).toContainText('Reader ready');
    }
    for (const ms of [longEnoughMs, nextCheckMs, nextCheckMs]) {
      for (const tab of held) await tab.clock.fastForward(ms);
    }
    for (const tab of held) {
      expect(await isReloading(tab)).toBe(false);
      await expect(first(tab)).toHaveCount(1);
    }
    await expect(person.getByLabel('Town')).toHaveValue('Erding');
    await person.getByRole('button', { name: 'Cancel' }).click();
    await expect(first(page)).toHaveCount(0);
    await settings.bringToFront();
    await undoTime(settings).fill('10');
    await settings.clock.fastForward(longEnoughMs);
    await expect(first(settings)).toHaveCount(0);
    await waiting.bringToFront();
    await letPosts(waiting, 'tasks');
    await waiting.clock.fastForward(longEnoughMs);
    await expect(first(waiting)).toHaveCount(0);
    await expect(tasks).toContainText('Ask about the locker');
  } finally {
    await Promise.all([ofManager.close(), ofTrainer.close()]);
  }
});
