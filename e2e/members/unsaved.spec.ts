import type { Page } from '@playwright/test';
import { queryDatabase } from '#e2e/base/databases.ts';
import { expectAccessible } from '#e2e/base/expect-accessible.ts';
import { expect, test, verdict } from '#e2e/base/fixtures.ts';
import { openMember } from '#e2e/base/open-member.ts';
import { type PickedMember, pickMember } from '#e2e/base/pick-members.ts';
import { giveBadge, takeAllBadges } from '#e2e/base/staff-badges.ts';

const question = (page: Page) => page.getByRole('dialog', { name: 'Leave without saving?' });
const stay = (page: Page) => question(page).getByRole('button', { name: 'Keep editing' }).click();
const leave = (page: Page) => question(page).getByRole('button', { name: 'Leave without saving' }).click();
const person = (page: Page) => page.getByRole('region', { name: 'Person and membership' });
const town = (page: Page) => person(page).getByLabel('Town');
const notes = (page: Page) => page.getByRole('region', { name: 'Notes for reception' });
const title = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });
const toPage = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name, exact: true }).click();
const goBack = (page: Page) => page.evaluate(() => window.history.back());

async function editTown(page: Page, { name }: PickedMember, text: string) {
  await openMember(page, name);
  await person(page).getByRole('button', { name: 'Edit' }).click();
  await town(page).fill(text);
}

test.describe('unsaved input is not left without a question', () => {
  test.beforeEach(async ({ page, desk }) => desk.signIn(page));

  test('by Back (one press again after saving), shortcuts, or a sign-out', async ({ page, desk, stack, cards }) => {
    const member = await pickMember(stack, cards, 45);
    await editTown(page, member, 'Dachau');
    await person(page).getByRole('button', { name: 'Save' }).click();
    await expect(person(page)).toContainText('Dachau');
    await goBack(page);
    await expect(title(page, 'Members')).toBeVisible();
    await expect(question(page)).toHaveCount(0);

    await editTown(page, member, 'Erding');
    await goBack(page);
    await expect(question(page)).toBeVisible();
    await expectAccessible(page);
    await stay(page);
    await expect(town(page)).toHaveValue('Erding');
    await goBack(page);
    await leave(page);
    await expect(title(page, 'Members')).toBeVisible();

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

    await person(page).getByRole('button', { name: 'Edit' }).click();
    await town(page).fill('Freising');
    const signOut = async () => {
      await page.getByRole('banner').getByRole('button', { name: 'Ana Keller' }).click();
      await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
    };
    await signOut();
    await stay(page);
    await expect(town(page)).toHaveValue('Freising');
    // still signed in
    const status = await page.request.get(`/api/desk/status?locationId=${await stack.findLocation()}`);
    expect(status.status()).toBe(200);
    await signOut();
    await leave(page);
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  });

  test.describe('while the desk is unreachable', () => {
    test.use({ allowedConsoleError: /ERR_FAILED|EventSource/ });
    test.beforeEach(async ({ page }) => {
      await page.route('**/api/live?*', (route) => route.abort());
      await page.reload();
      await expect(page.getByRole('banner').getByRole('status')).toHaveText('Scans are saved in this browser');
    });

    test('by a link, which is followed once the desk has answered; a scanned unknown card is passed on by its own link', async ({
      page,
      desk,
      stack,
      cards,
    }) => {
      await editTown(page, await pickMember(stack, cards, 48), 'Erding');
      await expect(page.getByRole('banner').getByRole('status')).toHaveText('Scans are saved in this browser');
      await toPage(page, 'Members');
      await expect(question(page)).toBeVisible();
      // long enough for the desk to have answered
      await page.evaluate(() => fetch('/ready'));
      await expect(page.getByLabel('Town')).toHaveValue('Erding');
      await leave(page);
      await expect(title(page, 'Members')).toBeVisible();

      await toPage(page, 'Check-in');
      await expect(title(page, 'Check-in')).toBeAttached();
      await desk.scan(page, `0x04${Date.now().toString(16).slice(-10).padStart(12, '0')}`);
      await verdict(page, 'unknown').getByRole('link', { name: 'New member with this card' }).click();
      await expect(page.getByRole('main')).toContainText('The card goes to this member');
    });
  });
});

test.describe('forms that are open when a badge changes the user', () => {
  const mira = { name: 'Mira Sommer', card: '04B0C0D1E2F3B7', pin: '270946' };
  test.afterEach(({ stack }) => takeAllBadges(stack));

  test('stay, and name who began them', async ({ page, desk, stack, cards }) => {
    await takeAllBadges(stack);
    await giveBadge(page, desk, mira);
    await desk.signIn(page);
    const member = await pickMember(stack, cards, 51);
    await editTown(page, member, 'Erding');
    await notes(page).getByRole('button', { name: 'Write a note' }).click();
    await notes(page).getByLabel('Note', { exact: true }).fill('Half a sentence');
    await desk.scan(page, mira.card);
    await page.getByRole('dialog').getByLabel('PIN').fill(mira.pin);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('banner').getByRole('button', { name: mira.name })).toBeVisible();
    await expect(notes(page)).toContainText('Started by Ana Keller');
    await expect(town(page)).toHaveValue('Erding');
    await expect(notes(page).getByLabel('Note', { exact: true })).toHaveValue('Half a sentence');
    await notes(page).getByRole('button', { name: 'Save' }).click();
    const written = {
      text: `select s.name from member_notes n join staff s on s.id = n.staff_id where n.text like 'Half%'`,
    };
    await expect.poll(() => queryDatabase(stack, 'desk', [written])).toEqual([{ name: mira.name }]);
  });
});

test.describe('a page that starts anew for the user of a badge', () => {
  const mira = { name: 'Mira Sommer', card: '04B0C0D1E2F3B8', pin: '270946' };
  const pin = (page: Page) => page.getByRole('dialog', { name: 'Staff badge' }).getByLabel('PIN');
  test.afterEach(({ stack }) => takeAllBadges(stack));

  test('asks before the PIN on the training floor and in the office, and not again after the sign-in', async ({
    page,
    desk,
    stack,
  }) => {
    const asked: string[] = [];
    page.on('dialog', (dialog) => {
      asked.push(dialog.type());
      void dialog.accept();
    });
    await takeAllBadges(stack);
    await giveBadge(page, desk, mira);
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
    // cancelled
    await page.keyboard.press('Escape');
    await expect(words).toHaveValue('Ask about the locker');
    await desk.scan(page, mira.card);
    await leave(page);
    await pin(page).fill(mira.pin);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('banner').getByRole('button', { name: mira.name })).toBeVisible();
    await expect(dialog).toHaveCount(0);

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
