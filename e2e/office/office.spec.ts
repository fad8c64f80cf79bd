import { queryDatabase } from '#e2e/base/databases.ts';
import { expectAccessible } from '#e2e/base/expect-accessible.ts';
import { expect, test, verdict } from '#e2e/base/fixtures.ts';
import { pathHere } from '#e2e/base/path-here.ts';
import { colleague, giveBadge, signOutHere, takeAllBadges, unlinkStaff } from '#e2e/base/staff-badges.ts';

const ana = { name: 'Ana Keller', card: '04B0C0D1E2F3A6', pin: '9173' };

/** The audit log without sign-ins, newest first. */
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

test.describe('while no user has a linked account', () => {
  let linkStaff = async () => {};
  test.beforeEach(async ({ stack }) => {
    linkStaff = await unlinkStaff(stack);
  });
  test.afterEach(() => linkStaff());

  test('the office starts with the staff; the manager changes badges and accounts, which is audited', async ({
    page,
    desk,
    stack,
  }) => {
    await giveBadge(page, desk, ana);
    await desk.signIn(page, 'manager');
    await page.getByRole('link', { name: 'Office' }).click();
    await expect(page.getByRole('heading', { name: 'Office', level: 1 })).toBeVisible();
    await expect(page).toHaveURL(/\/office\/staff$/);
    for (const name of ['Ana Keller', 'Jonas Brandt', 'Mira Sommer']) await expect(colleague(page, name)).toBeVisible();
    await expectAccessible(page);
    const dialog = page.getByRole('dialog');
    const press = (name: string, action: RegExp) => colleague(page, name).getByRole('button', { name: action }).click();

    await press(ana.name, /^Change PIN/);
    await dialog.getByLabel('PIN', { exact: true }).fill('4711');
    await dialog.getByLabel('PIN again').fill('4711');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Ana Keller has a new PIN.')).toBeVisible();
    await press(ana.name, /^Remove badge/);
    await dialog.getByRole('button', { name: 'Remove badge' }).click();
    await expect(colleague(page, ana.name)).toContainText('No badge');

    const { name } = desk.card('admitted');
    const text = `select email from chain_profiles where first_name || ' ' || last_name = $1 and email is not null`;
    const [member] = await queryDatabase<{ email: string }>(stack, 'platform', [{ text, values: [name] }]);
    if (!member) throw new Error('This member has no address.');
    await press('Jonas Brandt', /^Link account/);
    await dialog.getByLabel('E-mail').fill(member.email);
    await dialog.getByRole('button', { name: 'Look up' }).click();
    await expect(dialog.getByRole('status')).toContainText(name);
    await dialog.getByRole('button', { name: 'Link account' }).click();
    await expect(page.getByText('Jonas Brandt is linked.')).toBeVisible();
    await press('Jonas Brandt', /^Unlink account/);
    await dialog.getByRole('button', { name: 'Unlink account' }).click();
    await expect(colleague(page, 'Jonas Brandt')).toContainText('Not linked');
    expect((await audited(stack)).slice(0, 5)).toEqual([
      'Mira Sommer: unlinkAccount Jonas Brandt',
      'Mira Sommer: linkAccount Jonas Brandt',
      'Mira Sommer: takeBadge Ana Keller',
      'Mira Sommer: changePin Ana Keller',
      'Mira Sommer: giveBadge Ana Keller',
    ]);
  });
});

test.describe('a user who is no manager', () => {
  // the browser itself reports the 404
  test.use({ allowedConsoleError: /404/ });

  test('has no office, and a trainer no members either', async ({ page, desk }) => {
    const office = ['/office', '/office/staff', '/office/location', '/office/migration'];
    const ofOthers = ['Office', 'Members', 'Corporate fitness'] as const;
    const reads = ['/api/desk/staff', '/api/desk/directory/file', '/api/desk/directory'] as const;
    for (const { role, links, paths, refused } of [
      { role: 'reception', links: ofOthers.slice(0, 1), paths: office, refused: reads.slice(0, 2) },
      { role: 'trainer', links: ofOthers, paths: [...office, '/members', '/corporate-fitness'], refused: reads },
    ] as const) {
      await desk.signIn(page, role);
      for (const name of links) await expect(page.getByRole('link', { name, exact: true })).toHaveCount(0);
      if (role === 'reception')
        for (const list of ['Members', 'Visits']) {
          await page.goto(`/${list.toLowerCase()}`);
          await expect(page.getByRole('heading', { name: list, level: 1 })).toBeVisible();
          await expect(page.getByRole('link', { name: 'Download as CSV' })).toHaveCount(0);
        }
      for (const path of paths) {
        await page.goto(path);
        await expect(page.getByRole('heading', { name: 'This page does not exist' })).toBeVisible();
        for (const name of links) await expect(page.getByRole('heading', { name })).toHaveCount(0);
      }
      for (const path of refused) expect((await page.request.get(await pathHere(page, path))).status()).toBe(403);
      await signOutHere(page);
    }
  });
});

test.describe('the settings of the location', () => {
  test.afterEach(async ({ stack }) => {
    const text = `update locations set undo_s = 10, capacity = 120, check_in_on_scan = true, closing_times = '{}',
                    keep_visits_months = null, keep_audit_log_months = null, keep_webhooks_months = null`;
    await queryDatabase(stack, 'desk', [{ text }]);
  });

  test('are saved with the retention periods, apply at once, and are audited', async ({ page, desk, stack }) => {
    await desk.signIn(page, 'manager');
    await page.goto('/office/location');
    await expectAccessible(page);
    await page.getByLabel('Visits (months)').fill('24');
    await page.getByLabel('Audit log (months)').fill('12');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Save and delete' }).click();
    await expect(page.getByText('The periods are saved.')).toBeVisible();
    const [chosen] = await audited(stack);
    expect(chosen).toBe('Mira Sommer: changeLocation keepVisitsMonths none → 24; keepAuditLogMonths none → 12');

    await page.getByRole('switch', { name: 'Check in on scan' }).press('Space');
    await page.getByLabel('Undo time in seconds').fill('5');
    await page.getByLabel('Maximum number of people').fill('80');
    await page.getByLabel('Friday').fill('00:30');
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
    await expect(page.getByLabel('Visits (months)')).toHaveValue('24');
    await page.goto('/');
    // read by the page itself: the scan listener is active by then
    await expect(page.getByRole('list', { name: 'In the gym' }).getByRole('listitem').first()).toBeVisible();
    const card = desk.card('admitted');
    await desk.scan(page, card.value);
    await expect(verdict(page, 'admitted')).toContainText(card.name);
    await expect(page.getByRole('button', { name: /^Check in/ })).toBeVisible();
  });
});
