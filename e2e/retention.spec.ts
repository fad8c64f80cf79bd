import { queryDatabase } from './databases.ts';
import { expectAccessible } from './expect-accessible.ts';
import { expect, test } from './fixtures.ts';

type Stack = Parameters<typeof queryDatabase>[0];
const chosen = (stack: Stack) =>
  queryDatabase(stack, 'desk', [
    {
      text: `select keep_visits_months as visits, keep_audit_log_months as audit, keep_webhooks_months as webhooks
               from locations where keep_visits_months is not null or keep_audit_log_months is not null`,
    },
  ]);

test.afterEach(async ({ stack }) => {
  const text = `update locations set keep_visits_months = null, keep_audit_log_months = null, keep_webhooks_months = null`;
  await queryDatabase(stack, 'desk', [{ text }]);
});

test('periods are chosen by keyboard alone, asked about before anything is deleted, and audited', async ({
  page,
  desk,
  stack,
}) => {
  await desk.signIn(page, 'manager');
  await page.goto('/office/location');
  const visits = page.getByLabel('Visits (months)');
  await expect(visits).toHaveValue('');
  await visits.focus();
  await page.keyboard.type('24');
  await page.keyboard.press('Tab');
  await page.keyboard.type('12');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Delete older records?' });
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  expect(await chosen(stack)).toEqual([]);

  await page.keyboard.press('Enter');
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Save and delete' }).press('Enter');
  await expect(page.getByText('The periods are saved.')).toBeVisible();
  expect(await chosen(stack)).toEqual([{ visits: 24, audit: 12, webhooks: null }]);
  const text = `select reason from audit_log where reason like 'keep%' order by at desc limit 1`;
  expect(await queryDatabase(stack, 'desk', [{ text }])).toEqual([
    { reason: 'keepVisitsMonths none → 24; keepAuditLogMonths none → 12' },
  ]);

  // longer than before deletes nothing more
  await visits.fill('36');
  await page.keyboard.press('Enter');
  await expect.poll(() => chosen(stack)).toEqual([{ visits: 36, audit: 12, webhooks: null }]);
  await page.reload();
  await expect(visits).toHaveValue('36');
});

test('a period that makes no sense is refused at its field', async ({ page, desk, stack }) => {
  await desk.signIn(page, 'manager');
  await page.goto('/office/location');
  const visits = page.getByLabel('Visits (months)');
  await visits.fill('3');
  await visits.press('Enter');
  await expect(visits).toBeFocused();
  await expect(visits).toHaveAccessibleDescription(/Enter a whole number from 4 to 120\./);
  await expectAccessible(page);
  expect(await chosen(stack)).toEqual([]);
});

test.describe('in German', () => {
  test.use({ locale: 'de-DE' });

  test('the periods and the question are in German', async ({ page, stack }) => {
    await page.goto('/sign-in');
    await page.getByLabel('E-Mail').fill('manager@demo.example');
    await page.getByLabel('Passwort').fill(stack.password);
    await page.getByRole('button', { name: 'Anmelden' }).click();
    await expect(page).not.toHaveURL(/sign-in/);
    await page.goto('/office/location');
    await expect(page.getByRole('heading', { name: 'Aufbewahrung' })).toBeVisible();
    await page.getByLabel('Besuche (Monate)').fill('24');
    await page.getByRole('button', { name: 'Fristen speichern' }).click();
    await expect(page.getByRole('dialog', { name: 'Ältere Einträge löschen?' })).toBeVisible();
    await expectAccessible(page);
  });
});
