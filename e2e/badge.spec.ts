import type { Page } from '@playwright/test';
import { giveTimeForUndo, queryDatabase } from './databases.ts';
import { expectAccessible } from './expect-accessible.ts';
import { expect, test, verdict } from './fixtures.ts';
import { giveBadge, signOutHere, takeAllBadges } from './staff-badges.ts';

const mira = { name: 'Mira Sommer', card: '04B0C0D1E2F3A4', pin: '270946' };
const ana = { name: 'Ana Keller', card: '04B0C0D1E2F3A5', pin: '9173' };

const pinField = (page: Page) => page.getByRole('dialog').getByLabel('PIN');
const signedIn = (page: Page, name: string) => page.getByRole('banner').getByRole('button', { name });

/** Who recorded a visit, as the desk's ledger has it. */
async function recorders(stack: Parameters<typeof queryDatabase>[0]): Promise<string[]> {
  const text = 'select s.name from visits v join staff s on s.id = v.staff_id order by v.tapped_at';
  return (await queryDatabase<{ name: string }>(stack, 'desk', [{ text }])).map(({ name }) => name);
}

/** Sends keys at once that say they were pressed by a hand some time ago. */
async function typeLongAgo(page: Page, text: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const beganAt = Date.now() / 1_000 - 2;
  for (const [index, key] of [...text].entries()) {
    await session.send('Input.dispatchKeyEvent', { type: 'keyDown', key, text: key, timestamp: beganAt + index * 0.1 });
    await session.send('Input.dispatchKeyEvent', { type: 'keyUp', key, timestamp: beganAt + index * 0.1 });
  }
  await session.detach();
}

// sessions end here under open pages, whose next read is refused
test.use({ allowedConsoleError: /status of 401/ });
test.beforeEach(({ stack }) => takeAllBadges(stack));
test.afterAll(({ stack }) => takeAllBadges(stack));

test('a badge and its PIN make the screen another person’s, and what is done then theirs', async ({
  page,
  desk,
  stack,
}) => {
  await giveTimeForUndo(stack);
  await giveBadge(page, desk, mira);
  await desk.signIn(page);
  const first = desk.card('admitted');
  await desk.scan(page, first.value);
  await expect(verdict(page, 'admitted')).toContainText(first.name);

  await desk.scan(page, mira.card);
  await expect(pinField(page)).toBeFocused();
  // whose badge it is, nobody learns without the PIN
  await expect(page.getByRole('dialog')).not.toContainText('Mira');
  await page.keyboard.type(mira.pin);
  await page.keyboard.press('Enter');
  await expect(signedIn(page, mira.name)).toBeVisible();
  await expect(page.getByText('Now: Mira Sommer')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Office' })).toBeVisible();
  // reception's history of the day stays
  await expect(verdict(page, 'admitted')).toContainText(first.name);
  await expect(page.getByRole('list', { name: 'In the gym' }).getByText(first.name)).toBeVisible();

  const second = desk.card('contractEndsSoon');
  await desk.scan(page, second.value);
  await expect(verdict(page, 'attention')).toContainText(second.name);
  expect(await recorders(stack)).toEqual(['Ana Keller', 'Mira Sommer']);
});

test.describe('a note of what could not be done', () => {
  test.use({ allowedConsoleError: /status of 40[14]/ });

  test('is for whoever did it, and not for the next person', async ({ page, desk }) => {
    await giveBadge(page, desk, mira);
    await desk.signIn(page);
    const error = { code: 'notFound', message: 'It is gone.', requestId: '1', retryable: false };
    await page.route('**/api/desk/presence/*', (route) => route.fulfill({ status: 404, json: { ok: false, error } }));
    await page.getByRole('list', { name: 'In the gym' }).getByRole('button').first().click();
    const note = page.getByText('This no longer exists.');
    await expect(note).toBeVisible();
    await desk.scan(page, mira.card);
    await pinField(page).fill(mira.pin);
    await page.keyboard.press('Enter');
    await expect(page.getByText('Now: Mira Sommer')).toBeVisible();
    await expect(note).toHaveCount(0);
  });
});

test('a member’s scan is not swallowed while the PIN is asked for', async ({ page, desk }) => {
  await giveBadge(page, desk, mira);
  await desk.signIn(page);
  await desk.scan(page, mira.card);
  await expect(pinField(page)).toBeFocused();
  // half a PIN, then somebody is at the counter; the page is busy and hears of all of it at once
  const card = desk.card('admitted');
  await typeLongAgo(page, '25');
  await desk.scan(page, card.value);
  await expect(verdict(page, 'admitted')).toContainText(card.name);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(signedIn(page, 'Ana Keller')).toBeVisible();
});

test('every other page of the browser becomes the new person’s too', async ({ page, desk, context }) => {
  await giveBadge(page, desk, mira);
  await desk.signIn(page);
  const other = await context.newPage();
  await other.goto('/members');
  await expect(signedIn(other, ana.name)).toBeVisible();
  await desk.scan(page, mira.card);
  await expect(pinField(page)).toBeFocused();
  await page.keyboard.type(mira.pin);
  await page.keyboard.press('Enter');
  await expect(signedIn(page, mira.name)).toBeVisible();
  await expect(signedIn(other, mira.name)).toBeVisible();
});

test('Escape leaves all as it was, and the focus where it was', async ({ page, desk }) => {
  await giveBadge(page, desk, mira);
  await desk.signIn(page);
  await desk.scan(page, mira.card);
  await expect(pinField(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('searchbox', { name: 'Scan or search' })).toBeFocused();
  await expect(signedIn(page, 'Ana Keller')).toBeVisible();
});

test('Escape is heard from the moment the PIN can be typed', async ({ page, desk }) => {
  await giveBadge(page, desk, mira);
  await desk.signIn(page);
  await page.evaluate(() => {
    const press = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLInputElement) || target.type !== 'password') return;
      document.removeEventListener('focusin', press);
      document.body.dataset.pressed = 'Escape';
      target.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }));
    };
    document.addEventListener('focusin', press);
  });
  await desk.scan(page, mira.card);
  await expect(page.locator('[data-pressed="Escape"]')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(signedIn(page, 'Ana Keller')).toBeVisible();
});

test('a PIN can be touched', async ({ page, desk }) => {
  await giveBadge(page, desk, mira);
  await desk.signIn(page);
  await desk.scan(page, mira.card);
  const dialog = page.getByRole('dialog');
  for (const digit of ['2', '7', '0', '9', '5']) await dialog.getByRole('button', { name: digit, exact: true }).click();
  await dialog.getByRole('button', { name: 'Erase the last digit' }).click();
  for (const digit of ['4', '6']) await dialog.getByRole('button', { name: digit, exact: true }).click();
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await expect(signedIn(page, mira.name)).toBeVisible();
});

test('a trainer who may not check in is relieved by badge too, also in the office of a manager', async ({
  page,
  desk,
}) => {
  await giveBadge(page, desk, ana);
  await desk.signIn(page, 'manager');
  await page.goto('/office/location');
  await page.waitForLoadState('networkidle');
  await desk.scan(page, ana.card);
  await expect(pinField(page)).toBeFocused();
  await page.keyboard.type(ana.pin);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Check-in', level: 1 })).toBeAttached();
  await expect(signedIn(page, ana.name)).toBeVisible();

  await signOutHere(page);
  await desk.signIn(page, 'trainer');
  await desk.scan(page, ana.card);
  await expect(pinField(page)).toBeFocused();
  await page.keyboard.type(ana.pin);
  await page.keyboard.press('Enter');
  await expect(signedIn(page, ana.name)).toBeVisible();
});

test.describe('on the sign-in page', () => {
  test('a badge and its PIN sign in', async ({ page, desk }) => {
    await giveBadge(page, desk, ana);
    await page.goto('/sign-in');
    await expect(page.getByText('hold your staff badge to the reader')).toBeVisible();
    await page.waitForLoadState('networkidle');
    await page.getByLabel('E-mail').fill('half.typed@');
    await desk.scan(page, ana.card);
    await expect(pinField(page)).toBeFocused();
    await expect(page.getByLabel('E-mail')).toHaveValue('half.typed@');
    await expectAccessible(page);
    await page.keyboard.type(ana.pin);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Check-in', level: 1 })).toBeAttached();
    await expect(signedIn(page, ana.name)).toBeVisible();
  });
});

test.describe('a badge that does not sign in', () => {
  // the browser itself reports the 401 of the sign-in call
  test.use({ allowedConsoleError: /401/ });

  test('with a wrong PIN says so, and is locked after ten of them', async ({ page, desk }) => {
    await giveBadge(page, desk, mira);
    await desk.signIn(page);
    await desk.scan(page, mira.card);
    const problem = page.getByRole('dialog').locator('[role=alert]');
    await pinField(page).fill('12');
    await page.keyboard.press('Enter');
    await expect(problem).toHaveText('A PIN has 4 to 8 digits.');
    for (let attempt = 0; attempt < 10; attempt += 1) {
      await pinField(page).fill('0001');
      await expect(problem).toHaveText('');
      await page.keyboard.press('Enter');
      await expect(problem).toHaveText('Wrong badge or PIN.');
      await expect(pinField(page)).toHaveValue('');
    }
    await expectAccessible(page);
    await pinField(page).fill(mira.pin);
    await page.keyboard.press('Enter');
    await expect(problem).toContainText('Too many attempts. Wait a quarter of an hour');
    await page.keyboard.press('Escape');
    await expect(signedIn(page, 'Ana Keller')).toBeVisible();
  });

  test('of somebody who is disabled is an unknown card, and no badge at the sign-in page', async ({
    page,
    desk,
    stack,
  }) => {
    await giveBadge(page, desk, mira);
    await queryDatabase(stack, 'desk', [
      { text: 'update staff set disabled_at = now() where name = $1', values: [mira.name] },
    ]);
    await desk.signIn(page);
    await desk.scan(page, mira.card);
    await expect(verdict(page, 'unknown')).toBeVisible();
    await signOutHere(page);
    await page.goto('/sign-in');
    await page.waitForLoadState('networkidle');
    await desk.scan(page, mira.card);
    await pinField(page).fill(mira.pin);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog').locator('[role=alert]')).toHaveText('Wrong badge or PIN.');
  });
});
