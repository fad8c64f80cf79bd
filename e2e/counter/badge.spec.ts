import type { Page } from '@playwright/test';
import { queryDatabase } from '#e2e/base/databases.ts';
import { expect, isAlive, test, verdict } from '#e2e/base/fixtures.ts';
import { pickMember } from '#e2e/base/pick-members.ts';
import { signInAs } from '#e2e/base/sign-in-request.ts';
import { takeAllBadges } from '#e2e/base/staff-badges.ts';
import { giveBadgeByRequest } from '#e2e/security/access/give-badge.ts';

const mira = { name: 'Mira Sommer', card: '04B0C0D1E2F3A4', pin: '270946' };
const ana = { name: 'Ana Keller', card: '04B0C0D1E2F3A5', pin: '9173' };

const pinField = (page: Page) => page.getByRole('dialog').getByLabel('PIN');
const signedIn = (page: Page, name: string) => page.getByRole('banner').getByRole('button', { name });

/** Who recorded the visits, according to the desk's ledger. */
async function recorders(stack: Parameters<typeof queryDatabase>[0]): Promise<string[]> {
  const text = 'select s.name from visits v join staff s on s.id = v.staff_id order by v.tapped_at';
  return (await queryDatabase<{ name: string }>(stack, 'desk', [{ text }])).map(({ name }) => name);
}

// sessions of open pages end here, and their next read is refused, or that of a manager's page with another user's session while
// the page for that one is loaded
test.use({ allowedConsoleError: /status of 40[13]/ });
test.beforeEach(({ stack }) => takeAllBadges(stack));
test.afterAll(({ stack }) => takeAllBadges(stack));

test('a badge and its PIN sign in on the sign-in page, and change the user on the floor, at the check-in with all other pages of the browser, and in the office; later visits and notes are theirs, and open forms stay, naming who began them', async ({
  page,
  desk,
  stack,
  cards,
  context,
  playwright,
}) => {
  for (const badge of [mira, ana]) await giveBadgeByRequest(playwright, stack, badge);
  // a browser in which somebody has signed in by password before
  await signInAs(page.request, stack, 'reception');
  await context.clearCookies({ name: /session-token/ });
  const useBadge = async ({ card, pin }: typeof mira) => {
    await desk.scan(page, card);
    await expect(pinField(page)).toBeFocused();
    await page.keyboard.type(pin);
    await page.keyboard.press('Enter');
  };
  await page.goto('/sign-in');
  await expect(page.getByText('hold your staff badge to the reader')).toBeVisible();
  // this page keeps no keys of a reader for the time when it listens
  await page.waitForFunction(isAlive);
  await page.getByLabel('E-mail').fill('half.typed@');
  await desk.scan(page, mira.card);
  await expect(pinField(page)).toBeFocused();
  await expect(page.getByLabel('E-mail')).toHaveValue('half.typed@');
  await page.keyboard.type(mira.pin);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Check-in', level: 1 })).toBeAttached();
  await expect(signedIn(page, mira.name)).toBeVisible();

  await page.goto('/floor');
  await page.waitForLoadState('networkidle');
  await useBadge(ana);
  await expect(signedIn(page, ana.name)).toBeVisible();

  await page.goto('/');
  await expect(page.getByRole('searchbox', { name: 'Scan or search' })).toBeFocused();
  const other = await context.newPage();
  await other.goto(`/members/${(await pickMember(stack, cards, 51)).accountId}`);
  await expect(signedIn(other, ana.name)).toBeVisible();
  const notes = other.getByRole('region', { name: 'Notes for reception' });
  const note = notes.getByRole('textbox', { name: 'Note', exact: true });
  await notes.getByRole('button', { name: 'Write a note' }).click();
  await note.fill('Bring the contract');
  await expect(other.getByRole('region', { name: 'Person and membership' })).toBeVisible();
  // what only a manager sees
  for (const name of ['Roles in this gym', 'Stored data', 'End membership or erase data'])
    await expect(other.getByRole('region', { name })).toHaveCount(0);
  await page.bringToFront();
  const first = desk.card('admitted');
  await desk.scan(page, first.value);
  await expect(verdict(page, 'admitted')).toContainText(first.name);
  await useBadge(mira);
  await expect(signedIn(page, mira.name)).toBeVisible();
  await expect(page.getByText('Now: Mira Sommer')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Office' })).toBeVisible();
  await expect(signedIn(other, mira.name)).toBeVisible();
  await expect(notes).toContainText('Started by Ana Keller');
  await expect(note).toHaveValue('Bring the contract');
  await notes.getByRole('button', { name: 'Save note' }).click();
  await expect(notes.getByRole('listitem').filter({ hasText: 'Bring the contract' })).toContainText('Mira Sommer');
  await other.close();
  // the verdicts of the day stay
  await expect(verdict(page, 'admitted')).toContainText(first.name);
  const second = desk.card('contractEndsSoon');
  await desk.scan(page, second.value);
  await expect(verdict(page, 'attention')).toContainText(second.name);
  await expect.poll(() => recorders(stack)).toEqual(['Ana Keller', 'Mira Sommer']);

  await page.goto('/office/connection');
  await page.waitForLoadState('networkidle');
  await useBadge(ana);
  await expect(page.getByRole('heading', { name: 'Check-in', level: 1 })).toBeAttached();
  await expect(signedIn(page, ana.name)).toBeVisible();
});
