import type { Page } from '@playwright/test';
import { queryDatabase } from '#e2e/base/databases.ts';
import { expect, test, verdict } from '#e2e/base/fixtures.ts';
import { signInAs } from '#e2e/base/sign-in-request.ts';
import { colleague } from '#e2e/base/staff-badges.ts';

const save = (page: Page, part: string) =>
  page.getByRole('region', { name: part }).getByRole('button', { name: 'Save', exact: true }).click();

/** The audit log without sign-ins, newest first. */
async function audited(stack: Parameters<typeof queryDatabase>[0]) {
  const text = `select a.action, by_whom.name as by, a.reason as what
                  from audit_log a left join staff by_whom on by_whom.id = a.staff_id
                 where a.action <> 'signIn' order by a.at desc`;
  const rows = await queryDatabase<{ action: string; by: string; what: string }>(stack, 'desk', [{ text }]);
  return rows.map(({ action, by, what }) => `${by}: ${action} ${what}`);
}

test.describe('the settings of the location', () => {
  test.afterEach(async ({ stack }) => {
    const text = `update locations set undo_s = 10, capacity = 120, check_in_on_scan = true, closing_times = '{}', closing_exceptions = '[]',
                    keep_visits_months = null, keep_audit_log_months = null, keep_webhooks_months = null`;
    await queryDatabase(stack, 'desk', [{ text }]);
  });

  test('show that the platform has heard of this desk, are saved with the retention periods, apply at once, and are audited', async ({
    page,
    desk,
    stack,
  }) => {
    await signInAs(page.request, stack, 'manager');
    await page.goto('/office');
    await expect(page).toHaveURL(/\/office\/staff$/);
    for (const name of ['Ana Keller', 'Jonas Brandt', 'Mira Sommer']) await expect(colleague(page, name)).toBeVisible();
    await page.getByRole('link', { name: 'Connection', exact: true }).click();
    // a desk reports to the platform when it starts
    const legacy = page.getByRole('region', { name: 'Legacy interface (version 1)' });
    await expect(legacy.getByRole('status')).toHaveText(/^Last heard by the member system/);
    const gyms = await stack.platformAdmin<{ name: string; connectivity: string }[]>('list-gyms');
    expect(gyms.find(({ name }) => name === 'München West')).toMatchObject({ connectivity: 'active' });
    await page.getByRole('link', { name: 'Members’ data', exact: true }).click();
    await page.getByLabel('Visits (months)').fill('24');
    await page.getByLabel('Audit log (months)').fill('12');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Save and delete' }).click();
    await expect(page.getByText('The periods are saved.')).toBeVisible();
    const [chosen] = await audited(stack);
    expect(chosen).toBe('Mira Sommer: changeLocation keepVisitsMonths none → 24; keepAuditLogMonths none → 12');

    await page.getByRole('link', { name: 'Gym', exact: true }).click();
    await page.getByRole('switch', { name: 'Check in on scan' }).press('Space');
    await page.getByLabel('Undo time in seconds').fill('5');
    await save(page, 'Check-in');
    await expect(page.getByText('The settings are saved.')).toHaveCSS('font-family', /^"?Inter/);
    await expect
      .poll(async () => (await audited(stack))[0])
      .toBe('Mira Sommer: changeLocation checkInOnScan true → false; undoS 10 → 5');
    await page.getByRole('switch', { name: 'Same for all days' }).press('Space');
    await page.getByLabel('Friday').fill('00:30');
    await save(page, 'Closing time');
    await expect
      .poll(async () => (await audited(stack))[0])
      .toBe('Mira Sommer: changeLocation closing.friday none → 00:30');

    await page.reload();
    await expect(page.getByLabel('Friday')).toHaveValue('00:30');
    await expect(page.getByLabel('Undo time in seconds')).toHaveValue('5');
    await page.goto('/');
    // read by the page itself: the scan listener is active by then
    await expect(page.getByRole('list', { name: 'In the gym' }).getByRole('listitem').first()).toBeVisible();
    const card = desk.card('admitted');
    await desk.scan(page, card.value);
    await expect(verdict(page, 'admitted')).toContainText(card.name);
    await expect(page.getByRole('button', { name: /^Check in/ })).toBeVisible();
  });
});
