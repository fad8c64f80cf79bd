import type { Page } from '@playwright/test';
import { queryDatabase } from '#e2e/base/databases.ts';
import { expect, test, verdict } from '#e2e/base/fixtures.ts';
import { signInAs } from '#e2e/base/sign-in-request.ts';

const saveButton = (page: Page, part: string) =>
  page.getByRole('region', { name: part }).getByRole('button', { name: 'Save', exact: true });
const save = (page: Page, part: string) => saveButton(page, part).click();

/** Replaces the wake lock, which a headless browser refuses, and counts the requests for it. */
const recordWakeLocks = (page: Page) =>
  page.addInitScript(() => {
    const held = { asked: 0 };
    const request = async () => {
      held.asked += 1;
      return { released: false, release: async () => {} };
    };
    Object.defineProperty(navigator, 'wakeLock', { value: { request } });
    Object.assign(window, { held });
  });

/** How often the current page has requested it. */
const wakeLocks = (page: Page) => page.evaluate(() => (window as unknown as { held: { asked: number } }).held.asked);

async function expectInstallable(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { url, errors, data } = await session.send('Page.getAppManifest');
  expect([url.endsWith('/manifest.webmanifest'), errors]).toEqual([true, []]);
  expect(JSON.parse(data ?? '')).toMatchObject({ start_url: '/', display: 'fullscreen' });
  await expect(page.locator('link[rel="apple-touch-icon"]')).toHaveAttribute('href', '/apple-touch-icon.png');
  await expect(page.locator('meta[name="mobile-web-app-capable"]')).toHaveAttribute('content', 'yes');
}

/** The audit log without sign-ins, newest first. */
async function audited(stack: Parameters<typeof queryDatabase>[0]) {
  const text = `select a.action, by_whom.name as by, a.reason as what
                  from audit_log a left join staff by_whom on by_whom.id = a.staff_id
                 where a.action <> 'signIn' order by a.at desc`;
  const rows = await queryDatabase<{ action: string; by: string; what: string }>(stack, 'desk', [{ text }]);
  return rows.map(({ action, by, what }) => `${by}: ${action} ${what}`);
}

/** The requests of server actions by the page. */
const isAction = (request: { method(): string; headers(): Record<string, string> }) =>
  request.method() === 'POST' && 'next-action' in request.headers();

/** An action that is lost, or unknown after an update, loses no input; afterwards two presses send one. */
async function expectNothingLost(page: Page): Promise<void> {
  const entered = page.getByLabel('Maximum number of people');
  await entered.fill('110');
  const button = saveButton(page, 'In the gym');
  const alert = (hasText: RegExp) => page.getByRole('alert').filter({ hasText });

  // no request of an action reaches the desk, or no response comes back
  await page.route('**', (route) => (isAction(route.request()) ? route.abort() : route.fallback()));
  await button.click();
  await expect(alert(/Front Desk’s server does not answer/)).toBeVisible();
  await expect(page.getByText('tell the manager this number')).toHaveCount(0);
  await expect(entered).toHaveValue('110');
  await page.unrouteAll({ behavior: 'ignoreErrors' });

  await page.route('**', (route) => {
    const headers = route.request().headers();
    if (!isAction(route.request())) return route.fallback();
    // an action that this build of the desk does not have
    return route.continue({ headers: { ...headers, 'next-action': `40${'0'.repeat(40)}` } });
  });
  await button.click();
  await expect(alert(/Front Desk was updated\./)).toBeVisible();
  await expect(entered).toHaveValue('110');
  await page.unrouteAll({ behavior: 'ignoreErrors' });

  await expect(button).not.toHaveAttribute('aria-disabled', 'true');
  const sent: string[] = [];
  page.on('request', (request) => {
    if (isAction(request)) sent.push(request.url());
  });
  await button.evaluate((element: HTMLElement) => {
    element.click();
    element.click();
  });
  await expect(page.getByText('The settings are saved.')).toHaveCSS('font-family', /^"?Inter/);
  expect(sent).toHaveLength(1);
}

test.describe('the settings of the location', () => {
  // the browser's own errors for an action that is lost, and for one that is unknown
  test.use({ allowedConsoleError: /(ERR_FAILED|404).* \/g\/muenchen-west\/office\/gym$/ });
  test.afterEach(async ({ stack }) => {
    const text = `update locations set undo_s = 10, capacity = 120, check_in_on_scan = true, closing_times = '{}', closing_exceptions = '[]',
                    keep_visits_months = null, keep_audit_log_months = null, keep_webhooks_months = null, keeps_screen_awake = false`;
    await queryDatabase(stack, 'desk', [
      { text },
      { text: `update legacy_connectivity set state = 'heard' where state = 'refused'` },
    ]);
  });

  test('show that the platform has heard of this desk, or on every page that it refuses its gym ID or token, are saved with the retention periods, apply at once, and are audited; an action that is lost, or unknown after an update, loses no input, and two presses send one; the desk can be installed and fills the screen, which stays on if the location wants it', async ({
    page,
    desk,
    stack,
  }) => {
    await recordWakeLocks(page);
    await signInAs(page.request, stack, 'manager');
    await page.goto('/office');
    await expect(page).toHaveURL(/\/office\/staff$/);
    const staff = page.getByRole('list', { name: 'Staff' });
    for (const name of ['Ana Keller', 'Jonas Brandt', 'Mira Sommer'])
      await expect(staff.getByRole('listitem', { name })).toBeVisible();
    await page.getByRole('link', { name: 'Connection', exact: true }).click();
    // a desk reports to the platform when it starts
    const legacy = page.getByRole('region', { name: 'Legacy interface (version 1)' });
    await expect(legacy.getByRole('status')).toHaveText(/^Last heard by the member system/);
    const gyms = await stack.platformAdmin<{ name: string; connectivity: string }[]>('list-gyms');
    expect(gyms.find(({ name }) => name === 'München West')).toMatchObject({ connectivity: 'active' });
    await queryDatabase(stack, 'desk', [{ text: `update legacy_connectivity set state = 'refused'` }]);
    await page.goto('/office/staff');
    const notice = page
      .getByRole('status')
      .filter({ hasText: 'refuses the gym ID or the token of the legacy interface' });
    await expect(notice).toBeVisible();
    await page.getByRole('link', { name: 'Members’ data', exact: true }).click();
    await page.getByLabel('Visits (months)').fill('24');
    await page.getByLabel('Audit log (months)').fill('12');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Save and delete' }).click();
    await expect(page.getByText('The periods are saved.')).toBeVisible();
    const [chosen] = await audited(stack);
    expect(chosen).toBe('Mira Sommer: changeLocation keepVisitsMonths none → 24; keepAuditLogMonths none → 12');

    await page.getByRole('link', { name: 'Gym', exact: true }).click();
    await expectNothingLost(page);
    expect((await audited(stack))[0]).toBe('Mira Sommer: changeLocation capacity 120 → 110');
    await page.getByRole('switch', { name: 'Check in on scan' }).press('Space');
    await page.getByLabel('Undo time in seconds').fill('5');
    await save(page, 'Check-in');
    await expect
      .poll(async () => (await audited(stack))[0])
      .toBe('Mira Sommer: changeLocation checkInOnScan true → false; undoS 10 → 5');
    await page.getByRole('switch', { name: 'Same for all days' }).press('Space');
    await page.getByLabel('Friday').fill('00:30');
    await save(page, 'Closing time');
    await expect
      .poll(async () => (await audited(stack))[0])
      .toBe('Mira Sommer: changeLocation closing.friday none → 00:30');

    expect(await wakeLocks(page)).toBe(0);
    await page.getByRole('switch', { name: 'Keep the screen on' }).press('Space');
    await save(page, 'Screens and sign-in');
    await expect
      .poll(async () => (await audited(stack))[0])
      .toBe('Mira Sommer: changeLocation keepsScreenAwake false → true');
    await expect.poll(() => wakeLocks(page)).toBe(1);
    await page.reload();
    await expect.poll(() => wakeLocks(page)).toBe(1);
    await expect(page.getByLabel('Friday')).toHaveValue('00:30');
    await expect(page.getByLabel('Undo time in seconds')).toHaveValue('5');
    await page.goto('/');
    // read by the page itself: the scan listener is active by then
    await expect(page.getByRole('list', { name: 'In the gym' }).getByRole('listitem').first()).toBeVisible();
    const card = desk.card('admitted');
    await desk.scan(page, card.value);
    await expect(verdict(page, 'admitted')).toContainText(card.name);
    await expect(page.getByRole('button', { name: /^Check in/ })).toBeVisible();
    await expectInstallable(page);
  });

  test('that change are what Back shows, and reach an open counter, which keeps typed text, an open dialog and a scan of that moment', async ({
    page,
    desk,
    context,
  }) => {
    await desk.signIn(page, 'manager');
    const box = page.getByRole('searchbox', { name: 'Scan or search' });
    await box.fill('Len');
    const peopleOf = (capacity: number) => page.getByText(new RegExp(`of ${capacity}$`));
    const office = await context.newPage();
    await office.goto('/office/gym');
    const people = office.getByLabel('Maximum number of people');
    const allow = async (count: string) => {
      await people.fill(count);
      const answered = office.waitForResponse((response) => 'next-action' in response.request().headers());
      await save(office, 'In the gym');
      await answered;
      // fields that are being saved take no text
      await expect(office.locator('main [inert]')).toHaveCount(0);
    };

    await allow('110');
    await expect(peopleOf(110)).toBeVisible();
    await expect(box).toHaveValue('Len');
    await expect(box).toBeFocused();
    await office.getByRole('link', { name: 'Readers', exact: true }).click();
    await expect(office).toHaveURL(/\/office\/readers$/);
    await office.goBack();
    await expect(people).toHaveValue('110');

    await box.fill('');
    await page.getByRole('button', { name: 'Mira Sommer' }).click();
    await page.getByRole('menuitem', { name: 'Help and shortcuts' }).click();
    const help = page.getByRole('dialog', { name: 'Help and shortcuts' });
    await expect(help).toBeVisible();
    await allow('105');
    await expect(peopleOf(105)).toBeVisible();
    await expect(help).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(help).toHaveCount(0);

    // the scan is answered while the page waits for its new settings
    const { promise: scanned, resolve: release } = Promise.withResolvers<void>();
    await page.route(/_rsc=/, async (route) => {
      await scanned;
      await route.continue();
    });
    const asked = page.waitForRequest(/_rsc=/);
    await allow('100');
    await asked;
    const card = desk.card('admitted');
    await desk.scan(page, card.value);
    await expect(verdict(page, 'admitted')).toContainText(card.name);
    await expect(peopleOf(105)).toBeVisible();
    release();
    await expect(peopleOf(100)).toBeVisible();
    await expect(verdict(page, 'admitted')).toContainText(card.name);
    await page.unrouteAll({ behavior: 'wait' });
  });
});
