import { queryDatabase } from './databases.ts';
import { expectAccessible } from './expect-accessible.ts';
import { expect, test, verdict } from './fixtures.ts';
import { pathHere } from './path-here.ts';
import { colleague, giveBadge, takeAllBadges, unlinkStaff } from './staff-badges.ts';

const ana = { name: 'Ana Keller', card: '04B0C0D1E2F3A6', pin: '9173' };

/** What the audit log has but for sign-ins, newest first. */
async function audited(stack: Parameters<typeof queryDatabase>[0]) {
  const text = `select a.action, by_whom.name as by, coalesce(about.name, a.reason) as what
                  from audit_log a left join staff by_whom on by_whom.id = a.staff_id
                  left join staff about on about.id::text = a.reason
                 where a.action <> 'signIn' order by a.at desc`;
  const rows = await queryDatabase<{ action: string; by: string; what: string }>(stack, 'desk', [{ text }]);
  return rows.map(({ action, by, what }) => `${by}: ${action} ${what}`);
}

test.beforeEach(({ stack }) => takeAllBadges(stack));
test.afterAll(({ stack }) => takeAllBadges(stack));

test('the office is the manager’s, and begins with the staff', async ({ page, desk }) => {
  await desk.signIn(page, 'manager');
  await page.getByRole('link', { name: 'Office' }).click();
  await expect(page.getByRole('heading', { name: 'Office', level: 1 })).toBeVisible();
  await expect(page).toHaveURL(/\/office\/staff$/);
  for (const name of ['Ana Keller', 'Jonas Brandt', 'Mira Sommer']) await expect(colleague(page, name)).toBeVisible();
});

test.describe('who is no manager', () => {
  // the browser itself reports the 404
  test.use({ allowedConsoleError: /404/ });

  for (const role of ['reception', 'trainer'] as const) {
    test(`finds no office: ${role}`, async ({ page, desk }) => {
      await desk.signIn(page, role);
      await expect(page.getByRole('link', { name: 'Office' })).toHaveCount(0);
      for (const path of ['/office', '/office/staff', '/office/location', '/office/migration']) {
        await page.goto(path);
        await expect(page.getByRole('heading', { name: 'This page does not exist' })).toBeVisible();
        await expect(page.getByRole('heading', { name: 'Office' })).toHaveCount(0);
      }
      expect((await page.request.get(await pathHere(page, '/api/desk/staff'))).status()).toBe(403);
    });
  }
});

test('a badge is given, its PIN changed, and it is taken away, by keyboard alone', async ({ page, desk, stack }) => {
  await giveBadge(page, desk, ana);
  await desk.signIn(page, 'manager');
  await page.goto('/office/staff');
  const row = colleague(page, ana.name);
  const dialog = page.getByRole('dialog');

  await row.getByRole('button', { name: /^Change PIN/ }).focus();
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('PIN', { exact: true })).toBeFocused();
  await page.keyboard.type('4711');
  await page.keyboard.press('Tab');
  await page.keyboard.type('4712');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('The PINs do not match.')).toBeVisible();
  await dialog.getByLabel('PIN again').fill('4711');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Ana Keller has a new PIN.')).toBeVisible();

  await row.getByRole('button', { name: /^Remove badge/ }).focus();
  await page.keyboard.press('Enter');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Remove badge' }).press('Enter');
  await expect(row).toContainText('No badge');
  expect((await audited(stack)).slice(0, 3)).toEqual([
    'Mira Sommer: takeBadge Ana Keller',
    'Mira Sommer: changePin Ana Keller',
    'Mira Sommer: giveBadge Ana Keller',
  ]);
});

test('a card that cannot be a badge is told at its field', async ({ page, desk }) => {
  await desk.signIn(page, 'manager');
  const member = desk.card('admitted');
  await desk.scan(page, member.value);
  await expect(verdict(page, 'admitted')).toContainText(member.name);
  await page.goto('/office/staff');
  await colleague(page, ana.name)
    .getByRole('button', { name: /^Assign badge/ })
    .click();
  const dialog = page.getByRole('dialog');
  const give = dialog.getByRole('button', { name: 'Assign badge' });
  await give.click();
  await expect(dialog.getByText('Hold a card to the reader or type its number.')).toBeVisible();
  await expect(dialog.getByText('This PIN needs 4 to 8 digits.')).toBeVisible();
  await expectAccessible(page);

  await dialog.getByLabel('PIN', { exact: true }).fill('1234');
  await dialog.getByLabel('PIN again').fill('1234');
  await dialog.getByLabel('Card number').fill('M-10442');
  await give.click();
  await expect(dialog.getByText('This PIN is too easy to guess, or one of the most used.')).toBeVisible();
  await dialog.getByLabel('PIN', { exact: true }).fill('9173');
  await dialog.getByLabel('PIN again').fill('9173');
  await give.click();
  await expect(dialog.getByText('This is not a card number.')).toBeVisible();

  // the reader may be used while the focus is in a PIN field: it is the card all the same
  await dialog.getByLabel('PIN again').focus();
  await page.waitForTimeout(400);
  await desk.scan(page, member.value);
  await expect(dialog.getByLabel('Card number')).toHaveValue(member.value);
  await expect(dialog.getByLabel('PIN again')).toHaveValue('9173');
  await give.click();
  await expect(dialog.getByText(`This is the card of the member ${member.name}.`)).toBeVisible();
});

test.describe('while nobody has an account yet', () => {
  let linkStaff = async () => {};
  test.beforeEach(async ({ stack }) => {
    linkStaff = await unlinkStaff(stack);
  });
  test.afterEach(() => linkStaff());

  test('the account of a colleague is looked up, linked and unlinked', async ({ page, desk, stack }) => {
    await desk.signIn(page, 'manager');
    await page.goto('/office/staff');
    const row = colleague(page, 'Jonas Brandt');
    await row.getByRole('button', { name: /^Link account/ }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByLabel('E-mail')).toHaveValue('trainer@demo.example');
    await dialog.getByLabel('E-mail').fill('nobody.at.all@demo.example');
    await page.keyboard.press('Enter');
    await expect(dialog.getByText('The member system knows nobody with this address.')).toBeVisible();

    const { name } = desk.card('admitted');
    const text = `select email from chain_profiles where first_name || ' ' || last_name = $1 and email is not null`;
    const [member] = await queryDatabase<{ email: string }>(stack, 'platform', [{ text, values: [name] }]);
    if (!member) throw new Error('This member has no address.');
    await dialog.getByLabel('E-mail').fill(member.email);
    await dialog.getByRole('button', { name: 'Look up' }).click();
    await expect(dialog.getByRole('status')).toContainText(name);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Link account' }).click();
    await expect(page.getByText('Jonas Brandt is linked.')).toBeVisible();
    await expect(row.getByRole('button', { name: /^Unlink account/ })).toBeVisible();

    await colleague(page, ana.name)
      .getByRole('button', { name: /^Link account/ })
      .click();
    await dialog.getByLabel('E-mail').fill(member.email);
    await dialog.getByRole('button', { name: 'Look up' }).click();
    await dialog.getByRole('button', { name: 'Link account' }).click();
    await expect(dialog.getByText('This account is linked to Jonas Brandt already.')).toBeVisible();
    await page.keyboard.press('Escape');

    await row.getByRole('button', { name: /^Unlink account/ }).click();
    await dialog.getByRole('button', { name: 'Unlink account' }).click();
    await expect(row).toContainText('Not linked');
  });
});

test.describe('the settings of the location', () => {
  test.afterEach(async ({ stack }) => {
    const text = `update locations set undo_s = 10, capacity = 120, check_in_on_scan = true, closing_times = '{}'`;
    await queryDatabase(stack, 'desk', [{ text }]);
  });

  test('are saved, hold at once, and are audited', async ({ page, desk, stack }) => {
    await desk.signIn(page, 'manager');
    await page.goto('/office/location');
    await expectAccessible(page);
    await page.getByRole('switch', { name: 'Check in on scan' }).press('Space');
    await page.getByLabel('Undo time in seconds').fill('5');
    await page.getByLabel('Maximum number of people').fill('80');
    await page.getByLabel('Friday').fill('00:30');
    await expect(page.getByText('In the early hours of Saturday')).toBeVisible();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('The settings are saved.')).toHaveCSS('font-family', /^"?Inter/);
    const [newest] = await audited(stack);
    expect(newest).toMatch(
      /^Mira Sommer: changeLocation checkInOnScan true → false; undoS 10 → 5; capacity \w+ → 80; /,
    );
    expect(newest).toContain('closing.friday none → 00:30');

    await page.reload();
    await expect(page.getByLabel('Friday')).toHaveValue('00:30');
    await expect(page.getByLabel('Undo time in seconds')).toHaveValue('5');
    await page.goto('/');
    // read by the page itself: it hears the reader by then
    await expect(page.getByRole('list', { name: 'In the gym' }).getByRole('listitem').first()).toBeVisible();
    const card = desk.card('admitted');
    await desk.scan(page, card.value);
    await expect(verdict(page, 'admitted')).toContainText(card.name);
    await expect(page.getByRole('button', { name: /^Check in/ })).toBeVisible();
  });

  test('are refused at their fields where they make no sense', async ({ page, desk }) => {
    await desk.signIn(page, 'manager');
    await page.goto('/office/location');
    const undo = page.getByLabel('Undo time in seconds');
    await undo.fill('61');
    await page.getByLabel('Longest stay in hours').fill('a day');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(undo).toBeFocused();
    await expect(undo).toHaveAccessibleDescription(/Enter a whole number from 0 to 60\./);
    await expect(page.getByText('Enter a whole number from 1 to 24.')).toBeVisible();
    await expectAccessible(page);
  });

  test('one time can be set for the whole week', async ({ page, desk }) => {
    await desk.signIn(page, 'manager');
    await page.goto('/office/location');
    const monday = page.getByLabel('Monday');
    await monday.fill('late');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(monday).toBeFocused();
    await expect(monday).toHaveAccessibleDescription(/Enter a time, for example 22:30/);
    await monday.fill('2230');
    await expect(monday).not.toHaveAccessibleDescription(/Enter a time/);
    await page.getByRole('button', { name: '22:30 every day' }).click();
    await expect(page.getByLabel('Sunday')).toHaveValue('22:30');
  });
});

for (const [colorScheme, width, height] of [
  ['light', 390, 844],
  ['dark', 820, 1180],
] as const) {
  test.describe(`in ${colorScheme} colours at ${width} × ${height}`, () => {
    test.use({ colorScheme, viewport: { width, height } });

    test('axe finds nothing in the office, and nothing is cut off', async ({ page, desk }) => {
      await desk.signIn(page, 'manager');
      for (const path of ['/office/staff', '/office/location', '/office/migration']) {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
        await expectAccessible(page);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(overflow).toBeLessThanOrEqual(0);
      }
    });
  });
}
