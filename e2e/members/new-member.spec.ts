import type { Page } from '@playwright/test';
import { queryDatabase } from '#e2e/base/databases.ts';
import { expect, test, verdict } from '#e2e/base/fixtures.ts';
import type { Stack } from '#tools/testing/stack.ts';

const main = (page: Page) => page.getByRole('main');
const button = (page: Page, name: string | RegExp) => main(page).getByRole('button', { name });
const field = (page: Page, name: string) => main(page).getByLabel(name, { exact: true });

/** A person's typing speed: faster keys would be a reader. */
const type = (page: Page, text: string) => page.keyboard.type(text, { delay: 140 });

let count = 0;
/** An unused address. */
const newEmail = () => `nora.${process.pid}.${Date.now()}.${++count}@example.com`;

async function askEmail(page: Page, email: string) {
  await field(page, 'E-mail').fill(email);
  await button(page, 'Continue').click();
}

async function begin(page: Page, email: string, [firstName, lastName]: [string, string]) {
  await askEmail(page, email);
  await field(page, 'First name').fill(firstName);
  await field(page, 'Last name').fill(lastName);
  await field(page, 'Gender').click();
  await page.getByRole('option', { name: 'Female' }).click();
}

const expectProfile = (page: Page, name: string) =>
  expect(page.getByRole('heading', { name, level: 1 })).toBeVisible({ timeout: 20_000 });

async function findOnPlatform(stack: Stack, email: string) {
  const text = `select p.first_name, m.membership_id, m.membership_type
                  from chain_profiles p join memberships m using (chain_id, account_id) where p.email_key = lower($1)`;
  type Row = { first_name: string; membership_id: string; membership_type: string };
  return queryDatabase<Row>(stack, 'platform', [{ text, values: [email] }]);
}

const emailOf = async (stack: Stack, name: string) => {
  const text = `select email from chain_profiles where first_name || ' ' || last_name = $1`;
  const [found] = await queryDatabase<{ email: string }>(stack, 'platform', [{ text, values: [name] }]);
  return found?.email ?? '';
};

test.describe('during an outage', () => {
  test.use({ allowedConsoleError: /Failed to load resource|ERR_/ });

  test('a retry creates a prospect once, from three fields by keyboard alone, and assigns the card', async ({
    page,
    desk,
    stack,
  }) => {
    const card = `0x04${Date.now().toString(16).slice(-10).padStart(12, '0')}`;
    const email = newEmail();
    await desk.signIn(page);
    await desk.scan(page, card);
    await verdict(page, 'unknown').getByRole('link', { name: 'New member with this card' }).click();
    await expect(page).toHaveURL(/\/members\/new$/);
    await expect(main(page)).toContainText('The card goes to this member');
    await expect(page.getByText(/ending in/)).toContainText(card.slice(-4).toUpperCase());
    await field(page, 'E-mail').fill(email);
    await page.keyboard.press('Enter');
    await expect(field(page, 'First name')).toBeFocused();
    await expect(main(page)).toContainText(/Membership id P-\d{6}-[2-9B-Z]{4} · from/);
    await type(page, 'Nora');
    await page.keyboard.press('Tab');
    await type(page, 'Kern');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('option', { name: 'Female', exact: true })).toBeVisible();
    await type(page, 'Female');
    await page.keyboard.press('Enter');
    await stack.killPlatform();
    await button(page, 'Create').focus();
    await page.keyboard.press('Enter');
    await expect(main(page).getByRole('alert')).toContainText('No answer from the member system yet');
    await stack.startPlatform();
    await button(page, 'Create').click();
    await expectProfile(page, 'Nora Kern');
    await expect(page.getByText('The card was assigned to Nora Kern.')).toBeVisible();
    expect(await findOnPlatform(stack, email)).toMatchObject([{ first_name: 'Nora', membership_type: 'PROSPECT' }]);

    await page.getByRole('banner').getByRole('link', { name: 'Check-in', exact: true }).click();
    await expect(page.getByRole('searchbox', { name: 'Scan or search' })).toBeFocused();
    await desk.scan(page, card);
    await expect(verdict(page, 'attention')).toContainText('Nora Kern');
  });
});

test('conflicts are resolved in the form, until the member is created; a former member gets the account back', async ({
  page,
  desk,
  stack,
}) => {
  const [blocked, email] = [newEmail(), newEmail()];
  const { name } = desk.card('admitted');
  const [holder] = await findOnPlatform(stack, await emailOf(stack, name));
  await stack.platformAdmin('blacklist-email', '--email', blocked);
  await desk.signIn(page);
  await page.getByRole('link', { name: 'Members' }).click();
  await page.getByRole('link', { name: 'New member' }).click();
  await begin(page, blocked, ['Nora', 'Kern']);
  await main(page).getByRole('radio', { name: 'Corporate fitness' }).check();
  await button(page, 'Create').click();
  await expect(field(page, 'Verification TAN')).toBeFocused();
  await field(page, 'Verification TAN').fill('999999999');
  await button(page, 'Create').click();
  await expect(main(page).getByRole('alert')).toContainText('The member system does not accept this e-mail address');
  await button(page, 'Use another e-mail').click();
  await askEmail(page, email);
  await expect(field(page, 'First name')).toHaveValue('Nora');
  await main(page).getByText('More fields').click();
  await field(page, 'Membership id').fill(holder?.membership_id ?? '');
  await button(page, 'Create').click();
  await expect(main(page).getByRole('alert')).toContainText(`${name} has the membership id ${holder?.membership_id}`);
  await button(page, /^Create with id M-/).click();
  await expect(field(page, 'Verification TAN')).toHaveAccessibleDescription(/does not know this TAN/);
  const { tan } = await stack.platformAdmin<{ tan: string }>('issue-tan', '--starts', '2026-01-01');
  await field(page, 'Verification TAN').fill(tan);
  await button(page, 'Create').click();
  await expectProfile(page, 'Nora Kern');
  expect(await findOnPlatform(stack, email)).toMatchObject([{ membership_type: 'CORPORATE_FITNESS' }]);

  const { pathname } = new URL(page.url());
  // the page of a member who disappears would report that on the console
  await page.goto('/members/new');
  const text = `delete from memberships m using chain_profiles p
                 where m.account_id = p.account_id and p.email_key = lower($1)`;
  await queryDatabase(stack, 'platform', [{ text, values: [email] }]);
  await begin(page, email, ['Norma', 'Kernig']);
  await expect(main(page)).toContainText('Somebody with this e-mail was a member before');
  await button(page, 'Create').click();
  await expect(main(page).getByRole('alert')).toContainText(
    'This e-mail belonged to a former member with a different name',
  );
  await field(page, 'First name').fill('Nora');
  await field(page, 'Last name').fill('Kern');
  await button(page, 'Create').click();
  await expectProfile(page, 'Nora Kern');
  await expect(page).toHaveURL(pathname);
});
