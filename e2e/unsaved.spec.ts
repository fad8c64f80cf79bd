import type { Page } from '@playwright/test';
import { queryDatabase } from './databases.ts';
import { expectAccessible } from './expect-accessible.ts';
import { expect, test, verdict } from './fixtures.ts';
import { openMember } from './open-member.ts';
import { type PickedMember, pickMember } from './pick-members.ts';
import { giveBadge, takeAllBadges } from './staff-badges.ts';

const question = (page: Page) => page.getByRole('dialog', { name: 'Leave without saving?' });
const stay = (page: Page) => question(page).getByRole('button', { name: 'Keep editing' }).click();
const leave = (page: Page) => question(page).getByRole('button', { name: 'Leave without saving' }).click();
const person = (page: Page) => page.getByRole('region', { name: 'Person and membership' });
const town = (page: Page) => person(page).getByLabel('Town');
const notes = (page: Page) => page.getByRole('region', { name: 'Notes for reception' });
const message = (page: Page) => page.getByRole('region', { name: 'Message to the phone' });
const title = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });
const toPage = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name, exact: true }).click();
const goBack = (page: Page) => page.evaluate(() => window.history.back());

async function editTown(page: Page, { name }: PickedMember, text: string) {
  await openMember(page, name);
  await person(page).getByRole('button', { name: 'Edit' }).click();
  await town(page).fill(text);
}

test.describe('what was entered is not left without a question', () => {
  test.beforeEach(async ({ page, desk }) => desk.signIn(page));

  test('by Back, which is one press again once it is saved', async ({ page, stack, cards }) => {
    const member = await pickMember(stack, cards, 45);
    await editTown(page, member, 'Erding');
    await goBack(page);
    await expect(question(page)).toBeVisible();
    await expectAccessible(page);
    await stay(page);
    await expect(town(page)).toHaveValue('Erding');
    await goBack(page);
    await leave(page);
    await expect(title(page, 'Members')).toBeVisible();

    await editTown(page, member, 'Dachau');
    await person(page).getByRole('button', { name: 'Save' }).click();
    await expect(person(page)).toContainText('Dachau');
    await goBack(page);
    await expect(title(page, 'Members')).toBeVisible();
    await expect(question(page)).toHaveCount(0);
  });

  test('by keys that lead to another page', async ({ page, desk, stack, cards }) => {
    const member = await pickMember(stack, cards, 46);
    await editTown(page, member, 'Erding');
    await page.keyboard.press('ControlOrMeta+K');
    await stay(page);
    await expect(town(page)).toHaveValue('Erding');
    const scanned = desk.card('admitted');
    await desk.scan(page, scanned.value);
    await expect(verdict(page, 'admitted')).toContainText(scanned.name);
    await page.keyboard.press('Alt+P');
    await stay(page);
    await expect(town(page)).toHaveValue('Erding');
    await page.keyboard.press('Alt+P');
    await leave(page);
    await expect(title(page, scanned.name)).toBeVisible();
  });

  test('where it is a message, or a task that is being written', async ({ page, stack, cards }) => {
    await openMember(page, (await pickMember(stack, cards, 47)).name);
    await message(page).getByLabel('Message', { exact: true }).fill('Your locker is ready.');
    await toPage(page, 'Members');
    await stay(page);
    await expect(message(page).getByLabel('Message', { exact: true })).toHaveValue('Your locker is ready.');
    await message(page).getByLabel('Message', { exact: true }).fill('');

    await page.getByRole('region', { name: 'Tasks' }).getByRole('button', { name: 'New task' }).click();
    const dialog = page.getByRole('dialog', { name: 'New task' });
    await dialog.getByText('Own text').click();
    await dialog.getByLabel('What is to be done').fill('Ask about the locker');
    await page.mouse.click(5, 5);
    await expect(dialog.getByLabel('What is to be done')).toHaveValue('Ask about the locker');
    await goBack(page);
    await stay(page);
    await expect(dialog.getByLabel('What is to be done')).toHaveValue('Ask about the locker');
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await goBack(page);
    await expect(title(page, 'Members')).toBeVisible();
  });

  test('by a sign-out, here or everywhere', async ({ page, stack, cards }) => {
    await editTown(page, await pickMember(stack, cards, 54), 'Erding');
    const locationId = await stack.findLocation();
    const mine = page.getByRole('banner').getByRole('button', { name: 'Ana Keller' });
    for (const way of ['Sign out', 'Sign out everywhere']) {
      await mine.click();
      await page.getByRole('menuitem', { name: way, exact: true }).click();
      await stay(page);
      await expect(town(page)).toHaveValue('Erding');
      // still signed in
      expect((await page.request.get(`/api/desk/status?locationId=${locationId}`)).status()).toBe(200);
    }
    await mine.click();
    await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
    await leave(page);
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  });

  test.describe('while the desk is not heard', () => {
    test.use({ allowedConsoleError: /ERR_FAILED|EventSource/ });
    test.beforeEach(async ({ page }) => {
      await page.route('**/api/live?*', (route) => route.abort());
      await page.reload();
      await expect(page.getByRole('banner').getByRole('status')).toHaveText('Scans are saved in this browser');
    });

    test('by a link, which then is followed once the desk has answered', async ({ page, stack, cards }) => {
      await editTown(page, await pickMember(stack, cards, 48), 'Erding');
      await expect(page.getByRole('banner').getByRole('status')).toHaveText('Scans are saved in this browser');
      await toPage(page, 'Members');
      await expect(question(page)).toBeVisible();
      // long enough for the desk to have answered
      await page.evaluate(() => fetch('/ready'));
      await expect(page.getByLabel('Town')).toHaveValue('Erding');
      await leave(page);
      await expect(title(page, 'Members')).toBeVisible();
    });

    test('and an unknown card goes along by its link', async ({ page, desk }) => {
      await desk.scan(page, `0x04${Date.now().toString(16).slice(-10).padStart(12, '0')}`);
      await verdict(page, 'unknown').getByRole('link', { name: 'New member with this card' }).click();
      await expect(page.getByRole('main')).toContainText('The card goes to this member');
    });
  });

  test('nor lost to what is typed while it is being sent', async ({ page, stack, cards }) => {
    await openMember(page, (await pickMember(stack, cards, 49)).name);
    await message(page).getByLabel('Message', { exact: true }).fill('Your locker is ready.');
    const link = message(page).getByLabel('Opens in the app (optional)');
    const sent = Promise.withResolvers<void>();
    await page.route('**/members/*', async (route) => {
      if (route.request().method() === 'POST') await sent.promise;
      await route.continue();
    });
    await link.press('Enter');
    await expect(message(page).getByRole('button', { name: 'Send message' })).toBeFocused();
    await page.keyboard.type('abc', { delay: 200 });
    await expect(link).toHaveValue('');
    sent.resolve();
    await expect(message(page).getByRole('status')).not.toBeEmpty();
    await expect(link).toBeFocused();
  });
});

test.describe('forms that are open when a badge makes the page another person’s', () => {
  const mira = { name: 'Mira Sommer', card: '04B0C0D1E2F3B7', pin: '270946' };
  test.afterEach(({ stack }) => takeAllBadges(stack));

  test('stay, and say who began them', async ({ page, desk, stack, cards }) => {
    await takeAllBadges(stack);
    await giveBadge(page, desk, mira);
    await desk.signIn(page);
    const member = await pickMember(stack, cards, 51);
    await editTown(page, member, 'Erding');
    await notes(page).getByRole('button', { name: 'Write a note' }).click();
    await notes(page).getByLabel('Note', { exact: true }).fill('Half a sentence');
    await page.getByRole('region', { name: 'Tasks' }).getByRole('button', { name: 'New task' }).waitFor();
    await desk.scan(page, mira.card);
    await page.getByRole('dialog').getByLabel('PIN').fill(mira.pin);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('banner').getByRole('button', { name: mira.name })).toBeVisible();
    for (const section of [person(page), notes(page)]) await expect(section).toContainText('Started by Ana Keller');
    await expect(town(page)).toHaveValue('Erding');
    await expect(notes(page).getByLabel('Note', { exact: true })).toHaveValue('Half a sentence');
    await expectAccessible(page);
    await notes(page).getByRole('button', { name: 'Save' }).click();
    const written = {
      text: `select s.name from member_notes n join staff s on s.id = n.staff_id where n.text like 'Half%'`,
    };
    await expect.poll(() => queryDatabase(stack, 'desk', [written])).toEqual([{ name: mira.name }]);
  });
});

test.describe('a page that begins anew for the person of a badge', () => {
  const mira = { name: 'Mira Sommer', card: '04B0C0D1E2F3B8', pin: '270946' };
  const pin = (page: Page) => page.getByRole('dialog', { name: 'Staff badge' }).getByLabel('PIN');
  test.beforeEach(async ({ page, desk, stack }) => {
    await takeAllBadges(stack);
    await giveBadge(page, desk, mira);
  });
  test.afterEach(({ stack }) => takeAllBadges(stack));

  test('asks before the PIN on the training floor', async ({ page, desk }) => {
    await desk.signIn(page, 'trainer');
    await page.getByRole('list', { name: 'Members in the gym' }).getByRole('button').first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'New task' }).click();
    await dialog.getByText('Own text').click();
    const words = dialog.getByLabel('What is to be done');
    await words.fill('Ask about the locker');
    await desk.scan(page, mira.card);
    await stay(page);
    await expect(words).toHaveValue('Ask about the locker');
    await expect(pin(page)).toHaveCount(0);

    await desk.scan(page, mira.card);
    await leave(page);
    await expect(pin(page)).toBeFocused();
    // thought better of it
    await page.keyboard.press('Escape');
    await expect(words).toHaveValue('Ask about the locker');
    await desk.scan(page, mira.card);
    await leave(page);
    await pin(page).fill(mira.pin);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('banner').getByRole('button', { name: mira.name })).toBeVisible();
    await expect(dialog).toHaveCount(0);
  });

  test('and takes nothing from the floor in another window, which says who began it', async ({
    page,
    context,
    desk,
  }) => {
    await desk.signIn(page, 'trainer');
    await page.getByRole('list', { name: 'Members in the gym' }).getByRole('button').first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'New task' }).click();
    await dialog.getByText('Own text').click();
    const words = dialog.getByLabel('What is to be done');
    await words.fill('Ask about the locker');
    const other = await context.newPage();
    await other.goto('/floor');
    await expect(other.getByRole('heading', { name: 'Training floor', level: 1 })).toBeVisible();
    await desk.scan(other, mira.card);
    await pin(other).fill(mira.pin);
    await other.keyboard.press('Enter');
    await expect(other.getByRole('banner').getByRole('button', { name: mira.name })).toBeVisible();
    await page.bringToFront();
    await expect(dialog).toContainText('Started by');
    // she cannot save it, and loses nothing of it
    await expect(dialog).toContainText('Your app account is not linked here');
    await expect(dialog.getByRole('button', { name: 'Create task' })).toHaveCount(0);
    await expect(words).toHaveValue('Ask about the locker');
    await expectAccessible(page);
  });

  test('and asks nobody in another window about words of the one before', async ({ page, context, desk }) => {
    await desk.signIn(page, 'trainer');
    await page.getByRole('list', { name: 'Members in the gym' }).getByRole('button').first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Edit' }).first().click();
    await page.getByLabel('What is to be done').fill('Ask about the locker');
    const current = { name: 'Ask about the shoulder', type: null, dueDate: null };
    await page.route('**/api/desk/tasks', (route) =>
      route.fulfill({ json: { ok: true, value: { kind: 'changedMeanwhile', current } } }),
    );
    await page.getByRole('button', { name: 'Save' }).click();
    const conflict = page.getByRole('dialog', { name: 'Somebody else has changed this in the meantime' });
    await expect(conflict).toContainText('Ask about the locker');
    const other = await context.newPage();
    await other.goto('/floor');
    await expect(other.getByRole('heading', { name: 'Training floor', level: 1 })).toBeVisible();
    await desk.scan(other, mira.card);
    await pin(other).fill(mira.pin);
    await other.keyboard.press('Enter');
    await page.bringToFront();
    await expect(page.getByRole('dialog')).toContainText('Your app account is not linked here');
    await expect(conflict).toHaveCount(0);
  });

  test('and in the office, where it is not asked again once somebody has signed in', async ({ page, desk }) => {
    const asked: string[] = [];
    page.on('dialog', (dialog) => {
      asked.push(dialog.type());
      void dialog.accept();
    });
    await desk.signIn(page, 'manager');
    await page.goto('/office/location');
    const key = page.getByLabel('New API key');
    await key.fill('half-a-key');
    await page.getByRole('link', { name: 'Staff', exact: true }).click();
    await stay(page);
    await expect(key).toHaveValue('half-a-key');
    await desk.scan(page, mira.card);
    await stay(page);
    await expect(key).toHaveValue('half-a-key');
    await desk.scan(page, mira.card);
    await leave(page);
    await pin(page).fill(mira.pin);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Check-in', level: 1 })).toBeAttached();
    expect(asked).toEqual([]);
  });
});

test.describe('the question before somebody is erased', () => {
  test.use({ allowedConsoleError: /50\d/ });

  test('stays with what was typed when the member system drops out', async ({ page, desk, stack, cards }) => {
    test.setTimeout(120_000);
    await desk.signIn(page, 'manager');
    const member = await pickMember(stack, cards, 52);
    await openMember(page, member.name);
    await page.getByRole('button', { name: 'Erase this person' }).click();
    const dialog = page.getByRole('dialog', { name: `Erase ${member.name}?` });
    await dialog.getByRole('textbox').fill('Half a na');
    await stack.killPlatform();
    try {
      // as when somebody else changes a member: the page reads its own again
      const text = "select pg_notify('front_desk_live', 'members ' || id) from locations where id = $1";
      await queryDatabase(stack, 'desk', [{ text, values: [await stack.findLocation()] }]);
      await expect(page.getByText('what Front Desk knew').first()).toBeAttached({ timeout: 30_000 });
      await expect(dialog.getByRole('textbox')).toHaveValue('Half a na');
      await dialog.getByRole('button', { name: 'Erase for good' }).click();
      await expect(dialog.getByRole('alert')).toContainText('member system');
    } finally {
      await stack.startPlatform();
    }
  });
});

test.describe('the settings of a gym', () => {
  test.afterEach(async ({ stack }) => {
    const text = `update locations set undo_s = 10, longest_stay_h = 8, capacity = 120`;
    await queryDatabase(stack, 'desk', [{ text }]);
  });

  test('hold what each of two managers changed, and are not left without a question', async ({
    page,
    context,
    desk,
  }) => {
    await desk.signIn(page, 'manager');
    await page.goto('/office/location');
    const other = await context.newPage();
    await other.goto('/office/location');
    const field = (tab: Page, label: string) => tab.getByLabel(label);
    const save = async (tab: Page) => {
      const answer = tab.waitForResponse((response) => response.request().method() === 'POST');
      await tab.getByRole('button', { name: 'Save', exact: true }).click();
      await answer;
    };
    await field(other, 'Longest stay in hours').fill('6');
    await field(other, 'Undo time in seconds').fill('7');
    await save(other);
    await expect(other.getByText('The settings are saved.')).toBeVisible();

    await field(page, 'Maximum number of people').fill('80');
    await page.getByRole('link', { name: 'Staff', exact: true }).click();
    await stay(page);
    await save(page);
    await expect(page.getByText('The settings are saved.')).toBeVisible();
    await expect(field(page, 'Longest stay in hours')).toHaveValue('6');

    await field(other, 'Undo time in seconds').fill('12');
    await save(other);
    await expect(other.getByText('The settings are saved.')).toHaveCount(1);
    await field(page, 'Undo time in seconds').fill('5');
    await save(page);
    await expect(page.getByRole('alert').filter({ hasText: 'Undo time in seconds: now 12' })).toBeVisible();
    await expectAccessible(page);
    await save(page);
    await expect(page.getByRole('alert').filter({ hasText: 'now 12' })).toHaveCount(0);
    await page.reload();
    await expect(field(page, 'Undo time in seconds')).toHaveValue('5');
    await expect(field(page, 'Maximum number of people')).toHaveValue('80');
  });
});
