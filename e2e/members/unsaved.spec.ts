import type { Page } from '@playwright/test';
import { queryDatabase } from '#e2e/base/databases.ts';
import { expectAccessible } from '#e2e/base/expect-accessible.ts';
import { expect, test, verdict } from '#e2e/base/fixtures.ts';
import { type PickedMember, pickMember } from '#e2e/base/pick-members.ts';
import { pressInTime } from '#e2e/base/press-in-time.ts';
import { pressShortcut } from '#e2e/base/press-shortcut.ts';
import { signInAs } from '#e2e/base/sign-in-request.ts';

const question = (page: Page) => page.getByRole('dialog', { name: 'Leave without saving?' });
const stay = (page: Page) => question(page).getByRole('button', { name: 'Keep editing' }).click();
const leave = (page: Page) => question(page).getByRole('button', { name: 'Leave without saving' }).click();
const person = (page: Page) => page.getByRole('region', { name: 'Person and membership' });
const town = (page: Page) => person(page).getByLabel('Town');
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
    await expect.poll(() => queryDatabase(stack, 'desk', [mirrored])).not.toEqual([]);
    await signInAs(page.request, stack, 'reception');
    await page.goto(`/members?q=${encodeURIComponent(member.name)}`);
    await openFromList(page, member);
    await editTown(page, 'Dachau');
    const saved = person(page).getByRole('definition').filter({ hasText: 'Dachau' });
    await pressInTime(page, () => person(page).getByRole('button', { name: 'Save' }).click(), saved);
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
    await pressShortcut('P', page.getByRole('link', { name: 'Open profile' }));
    await stay(page);
    await expect(town(page)).toHaveValue('Erding');
    // beside a form the verdict leaves by itself, and the shortcut with it
    await expect(verdict(page, 'admitted')).toContainText(scanned.name);
    await pressShortcut('P', page.getByRole('link', { name: 'Open profile' }));
    await leave(page);
    await expect(title(page, scanned.name)).toBeVisible();
    await editTown(page, 'Freising');
    await goBack(page);
    await leave(page);
    await expect(title(page, member.name)).toBeVisible();

    await page.route('**/api/live?*', (route) => route.abort());
    await page.reload();
    await expect(page.getByRole('banner').getByRole('status')).toHaveText('Scans wait in this browser');
    await editTown(page, 'Freising');
    await toPage(page, 'Members');
    await expect(question(page)).toBeVisible();
    // long enough for the desk to have answered
    await page.evaluate(() => fetch('/ready'));
    // a busy desk may say it later than the page waits before it follows a link
    await page.route('**/ready', (route) => route.fulfill({ json: { status: 'ready' } }));
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
