import type { Page } from '@playwright/test';
import { giveTimeForUndo, queryDatabase } from '#e2e/base/databases.ts';
import { expect, test, verdict } from '#e2e/base/fixtures.ts';
import { giveBadge, signOutHere, takeAllBadges } from '#e2e/base/staff-badges.ts';

const mira = { name: 'Mira Sommer', card: '04B0C0D1E2F3A4', pin: '270946' };
const ana = { name: 'Ana Keller', card: '04B0C0D1E2F3A5', pin: '9173' };

const pinField = (page: Page) => page.getByRole('dialog').getByLabel('PIN');
const signedIn = (page: Page, name: string) => page.getByRole('banner').getByRole('button', { name });

/** Who recorded the visits, according to the desk's ledger. */
async function recorders(stack: Parameters<typeof queryDatabase>[0]): Promise<string[]> {
  const text = 'select s.name from visits v join staff s on s.id = v.staff_id order by v.tapped_at';
  return (await queryDatabase<{ name: string }>(stack, 'desk', [{ text }])).map(({ name }) => name);
}

/** Sends keys at once, with timestamps of a person's typing some time ago. */
async function typeLongAgo(page: Page, text: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const beganAt = Date.now() / 1_000 - 2;
  for (const [index, key] of [...text].entries()) {
    await session.send('Input.dispatchKeyEvent', { type: 'keyDown', key, text: key, timestamp: beganAt + index * 0.1 });
    await session.send('Input.dispatchKeyEvent', { type: 'keyUp', key, timestamp: beganAt + index * 0.1 });
  }
  await session.detach();
}

// sessions of open pages end here, and their next read is refused; the browser also reports the 401 of a wrong PIN
test.use({ allowedConsoleError: /status of 401/ });
test.beforeEach(({ stack }) => takeAllBadges(stack));
test.afterAll(({ stack }) => takeAllBadges(stack));

test('a badge and its PIN change the user of the screen and of all other pages of the browser, and later visits are theirs', async ({
  page,
  desk,
  stack,
  context,
}) => {
  await giveTimeForUndo(stack);
  await giveBadge(page, desk, mira);
  await desk.signIn(page);
  const other = await context.newPage();
  await other.goto('/members');
  await expect(signedIn(other, ana.name)).toBeVisible();
  await page.bringToFront();
  await desk.scan(page, mira.card);
  await expect(pinField(page)).toBeFocused();
  // half a PIN, then a member scans a card; the busy page handles all keys at once
  const first = desk.card('admitted');
  await typeLongAgo(page, '25');
  await desk.scan(page, first.value);
  await expect(verdict(page, 'admitted')).toContainText(first.name);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(signedIn(page, ana.name)).toBeVisible();

  await desk.scan(page, mira.card);
  await expect(pinField(page)).toBeFocused();
  // the owner of the badge is not shown before the PIN
  await expect(page.getByRole('dialog')).not.toContainText('Mira');
  await page.keyboard.type('000100');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').locator('[role=alert]')).toHaveText('Wrong badge or PIN.');
  await expect(pinField(page)).toHaveValue('');
  await page.keyboard.type(mira.pin);
  await page.keyboard.press('Enter');
  await expect(signedIn(page, mira.name)).toBeVisible();
  await expect(page.getByText('Now: Mira Sommer')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Office' })).toBeVisible();
  await expect(signedIn(other, mira.name)).toBeVisible();
  // the verdicts of the day stay
  await expect(verdict(page, 'admitted')).toContainText(first.name);
  await expect(page.getByRole('list', { name: 'In the gym' }).getByText(first.name)).toBeVisible();

  const second = desk.card('contractEndsSoon');
  await desk.scan(page, second.value);
  await expect(verdict(page, 'attention')).toContainText(second.name);
  expect(await recorders(stack)).toEqual(['Ana Keller', 'Mira Sommer']);
});

test('a badge and its PIN sign in on the sign-in page, in the office of a manager and on the floor of a trainer', async ({
  page,
  desk,
}) => {
  await giveBadge(page, desk, ana);
  const enterPin = async () => {
    await expect(pinField(page)).toBeFocused();
    await page.keyboard.type(ana.pin);
    await page.keyboard.press('Enter');
  };
  await page.goto('/sign-in');
  await expect(page.getByText('hold your staff badge to the reader')).toBeVisible();
  await page.waitForLoadState('networkidle');
  await page.getByLabel('E-mail').fill('half.typed@');
  await desk.scan(page, ana.card);
  await expect(pinField(page)).toBeFocused();
  await expect(page.getByLabel('E-mail')).toHaveValue('half.typed@');
  await enterPin();
  await expect(page.getByRole('heading', { name: 'Check-in', level: 1 })).toBeAttached();
  await expect(signedIn(page, ana.name)).toBeVisible();

  await signOutHere(page);
  await desk.signIn(page, 'manager');
  await page.goto('/office/location');
  await page.waitForLoadState('networkidle');
  await desk.scan(page, ana.card);
  await enterPin();
  await expect(page.getByRole('heading', { name: 'Check-in', level: 1 })).toBeAttached();
  await expect(signedIn(page, ana.name)).toBeVisible();

  await signOutHere(page);
  await desk.signIn(page, 'trainer');
  await desk.scan(page, ana.card);
  await enterPin();
  await expect(signedIn(page, ana.name)).toBeVisible();
});
