import type { Page } from '@playwright/test';
import { queryDatabase } from '#e2e/base/databases.ts';
import { expectAccessible } from '#e2e/base/expect-accessible.ts';
import { expect, test, verdict } from '#e2e/base/fixtures.ts';
import { type PickedMember, pickMember } from '#e2e/base/pick-members.ts';
import { signInAs } from '#e2e/base/sign-in-request.ts';
import { takeAllBadges } from '#e2e/base/staff-badges.ts';
import { giveBadgeByRequest } from '#e2e/security/access/give-badge.ts';

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

async function editTown(page: Page, text: string) {
  await person(page).getByRole('button', { name: 'Edit' }).click();
  await town(page).fill(text);
}

async function openFromList(page: Page, { name }: PickedMember) {
  await page.getByRole('list', { name: 'Members' }).getByRole('link', { name }).first().click();
  await expect(title(page, name)).toBeVisible();
}

test.describe('unsaved input is not left without a question', () => {
  // the browser's own error for an unreachable desk
  test.use({ allowedConsoleError: /ERR_FAILED|EventSource/ });

  test('by Back (one press again after saving), by shortcuts, or by a link while the desk is unreachable', async ({
    page,
    desk,
    stack,
    cards,
  }) => {
    const member = await pickMember(stack, cards, 45);
    // the directory is read soon after the desk has started
    const mirrored = { text: 'select 1 from members where account_id = $1', values: [member.accountId] };
    await expect.poll(() => queryDatabase(stack, 'desk', [mirrored]), { timeout: 60_000 }).not.toEqual([]);
    await signInAs(page.request, stack, 'reception');
    await page.goto(`/members?q=${encodeURIComponent(member.name)}`);
    await openFromList(page, member);
    await editTown(page, 'Dachau');
    await person(page).getByRole('button', { name: 'Save' }).click();
    await expect(person(page)).toContainText('Dachau');
    await goBack(page);
    await expect(title(page, 'Members')).toBeVisible();
    await expect(question(page)).toHaveCount(0);

    await openFromList(page, member);
    await editTown(page, 'Erding');
    await goBack(page);
    await expect(question(page)).toBeVisible();
    await expectAccessible(page);
    await stay(page);
    await expect(town(page)).toHaveValue('Erding');
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

    await page.route('**/api/live?*', (route) => route.abort());
    await page.reload();
    await expect(page.getByRole('banner').getByRole('status')).toHaveText('Scans are saved in this browser');
    await editTown(page, 'Freising');
    await toPage(page, 'Members');
    await expect(question(page)).toBeVisible();
    // long enough for the desk to have answered
    await page.evaluate(() => fetch('/ready'));
    await expect(page.getByLabel('Town')).toHaveValue('Freising');
    await leave(page);
    await expect(title(page, 'Members')).toBeVisible();
    // where nothing is unsaved, a link is followed at once, with the card that it passes on
    await toPage(page, 'Check-in');
    await expect(title(page, 'Check-in')).toBeAttached();
    await desk.scan(page, `0x04${Date.now().toString(16).slice(-10).padStart(12, '0')}`);
    await verdict(page, 'unknown').getByRole('link', { name: 'New member with this card' }).click();
    await expect(page.getByRole('main')).toContainText('The card goes to this member');
  });
});

test.describe('a badge that changes the user', () => {
  const mira = { name: 'Mira Sommer', card: '04B0C0D1E2F3B7', pin: '270946' };
  const pin = (page: Page) => page.getByRole('dialog', { name: 'Staff badge' }).getByLabel('PIN');
  test.afterEach(({ stack }) => takeAllBadges(stack));

  test('leaves open forms, naming who began them; in the office and on the training floor, where the page starts anew, it asks before the PIN', async ({
    playwright,
    page,
    desk,
    stack,
    cards,
  }) => {
    const asked: string[] = [];
    page.on('dialog', (dialog) => {
      asked.push(dialog.type());
      void dialog.accept();
    });
    await takeAllBadges(stack);
    await giveBadgeByRequest(playwright, stack, mira);
    await signInAs(page.request, stack, 'reception');
    const member = await pickMember(stack, cards, 51);
    await page.goto(`/members/${member.accountId}`);
    await expect(title(page, member.name)).toBeVisible();
    await editTown(page, 'Erding');
    await notes(page).getByRole('button', { name: 'Write a note' }).click();
    await notes(page).getByLabel('Note', { exact: true }).fill('Half a sentence');
    await desk.scan(page, mira.card);
    await pin(page).fill(mira.pin);
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
    // the note is in the database before the page has the response and ends its forms
    await expect(notes(page).getByLabel('Note', { exact: true })).toHaveCount(0);
    await person(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(town(page)).toHaveCount(0);

    await page.goto('/office/connection');
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
    await expect(title(page, 'Check-in')).toBeAttached();

    // the open check-in would keep refetching, with the session of the trainer
    await page.goto('about:blank');
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
    expect(asked).toEqual([]);
  });
});
