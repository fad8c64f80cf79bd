import type { Page } from '@playwright/test';
import type { Stack } from '#scripts/testing/stack.ts';
import { queryDatabase } from './databases.ts';
import { expectAccessible } from './expect-accessible.ts';
import { type Desk, expect, test, verdict } from './fixtures.ts';
import { giveBadge, takeAllBadges } from './staff-badges.ts';

const main = (page: Page) => page.getByRole('main');
const button = (page: Page, name: string | RegExp) => main(page).getByRole('button', { name });
const field = (page: Page, name: string) => main(page).getByLabel(name, { exact: true });

/** Somebody at the keyboard: faster than that, it would be a reader. */
const type = (page: Page, text: string) => page.keyboard.type(text, { delay: 140 });

let count = 0;
/** An address nobody has. */
const newEmail = () => `nora.${process.pid}.${Date.now()}.${++count}@example.com`;

async function askEmail(page: Page, email: string) {
  await field(page, 'E-mail').fill(email);
  await button(page, 'Continue').click();
}

async function beginProspect(page: Page, email = newEmail(), [firstName, lastName] = ['Nora', 'Kern']) {
  await askEmail(page, email);
  await field(page, 'First name').fill(firstName ?? '');
  await field(page, 'Last name').fill(lastName ?? '');
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

test.beforeEach(async ({ page, desk }) => {
  await desk.signIn(page);
  await page.getByRole('link', { name: 'Members' }).click();
  await page.getByRole('link', { name: 'New member' }).click();
});

test('a prospect is created in three fields with the keyboard alone, and can be checked in at once', async ({
  page,
  desk,
  stack,
}) => {
  const email = newEmail();
  await expect(field(page, 'E-mail')).toBeFocused();
  await type(page, email);
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
  await button(page, 'Create').focus();
  await page.keyboard.press('Enter');
  await expectProfile(page, 'Nora Kern');
  const [created] = await findOnPlatform(stack, email);
  expect(created).toMatchObject({ first_name: 'Nora', membership_type: 'PROSPECT' });

  await page.getByRole('link', { name: 'Check-in' }).click();
  await expect(page.getByRole('searchbox', { name: 'Scan or search' })).toBeFocused();
  await desk.scan(page, email);
  await expect(verdict(page, 'attention')).toContainText('Nora Kern');
});

test('whoever is a member already is found by the e-mail address', async ({ page, desk, stack }) => {
  const { name } = desk.card('admitted');
  await askEmail(page, await emailOf(stack, name));
  await expect(main(page)).toContainText('Somebody with this e-mail is already a member');
  await expect(main(page)).toContainText(name);
  await expect(button(page, 'Open profile')).toBeFocused();
  await expectAccessible(page);
  await button(page, 'Use another e-mail').click();
  await expect(field(page, 'E-mail')).toBeVisible();
  await askEmail(page, await emailOf(stack, name));
  await button(page, 'Open profile').click();
  await expectProfile(page, name);
});

test('what is missing is said at its field, also at one that was out of sight', async ({ page }) => {
  await askEmail(page, 'nora@example');
  await expect(main(page)).toContainText('This is not a complete e-mail address.');
  await field(page, 'E-mail').fill('nora@example.c');
  await expect(main(page)).not.toContainText('This is not a complete e-mail address.');
  await askEmail(page, newEmail());
  await button(page, 'Create').click();
  await expect(field(page, 'First name')).toBeFocused();
  await expect(field(page, 'First name')).toHaveAccessibleDescription('This has to be filled in.');
  await expect(field(page, 'Gender')).toHaveAttribute('aria-invalid', 'true');
  await field(page, 'First name').fill('Nora');
  await field(page, 'Last name').fill('Kern');
  const gender = field(page, 'Gender');
  await gender.press('ArrowDown');
  await expect(page.getByRole('option', { name: 'Choose' })).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.press('Escape');
  await expect(gender).toBeFocused();
  await expect(gender).toHaveText('Choose');
  await gender.press('Enter');
  for (const option of ['Choose', 'Male', 'Female']) {
    await expect(page.getByRole('option', { name: option, exact: true })).toBeFocused();
    await page.keyboard.press(option === 'Female' ? 'Enter' : 'ArrowDown');
  }
  await expect(gender).toHaveText('Female');
  await expect(gender).not.toHaveAttribute('aria-invalid', 'true');
  await main(page).getByText('More fields').click();
  await field(page, 'Membership id').fill('');
  await main(page).getByText('More fields').click();
  await expect(field(page, 'Membership id')).toBeHidden();
  await button(page, 'Create').click();
  await expect(field(page, 'Membership id')).toBeFocused();
  await expectAccessible(page);
});

test('a taken membership id shows whose it is, and another is one press away', async ({ page, desk, stack }) => {
  const email = newEmail();
  const { name } = desk.card('admitted');
  const [holder] = await findOnPlatform(stack, await emailOf(stack, name));
  await beginProspect(page, email);
  await main(page).getByText('More fields').click();
  await field(page, 'Membership id').fill(holder?.membership_id ?? '');
  await button(page, 'Create').click();
  await expect(main(page).getByRole('alert')).toContainText(`${name} has the membership id ${holder?.membership_id}`);
  await expect(main(page).getByRole('link', { name: `Open ${name}` })).toHaveAttribute('href', /^\/members\//);
  await expect(field(page, 'First name')).toHaveValue('Nora');
  await expectAccessible(page);
  await button(page, /^Create with id P-/).click();
  await expectProfile(page, 'Nora Kern');
});

test('an e-mail of a former member asks whether it is the same person, and gives the account back', async ({
  page,
  stack,
}) => {
  const email = newEmail();
  await beginProspect(page, email, ['Otto', 'Alt']);
  await button(page, 'Create').click();
  await expectProfile(page, 'Otto Alt');
  // the page of a member who vanishes beneath it would say so on the console
  await page.goto('/members/new');
  const text = `delete from memberships m using chain_profiles p
                 where m.account_id = p.account_id and p.email_key = lower($1)`;
  await queryDatabase(stack, 'platform', [{ text, values: [email] }]);

  await beginProspect(page, email, ['Ottilie', 'Neu']);
  await expect(main(page)).toContainText('Somebody with this e-mail was a member before');
  await button(page, 'Create').click();
  await expect(main(page).getByRole('alert')).toContainText(
    'This e-mail belonged to a former member with a different name',
  );
  await expectAccessible(page);
  await button(page, 'Compare the name').click();
  await expect(field(page, 'First name')).toBeFocused();
  await field(page, 'First name').fill('Otto');
  await field(page, 'Last name').fill('Alt');
  await button(page, 'Create').click();
  await expectProfile(page, 'Otto Alt');
});

test('a corporate member needs the TAN, and is told of one that nobody knows', async ({ page, stack }) => {
  const email = newEmail();
  await beginProspect(page, email);
  await main(page).getByRole('radio', { name: 'Corporate fitness' }).check();
  await expect(field(page, 'First name')).toHaveValue('Nora');
  await button(page, 'Create').click();
  await expect(field(page, 'Verification TAN')).toBeFocused();
  await field(page, 'Verification TAN').fill('999999999');
  await button(page, 'Create').click();
  await expect(field(page, 'Verification TAN')).toHaveAccessibleDescription(/does not know this TAN/);
  await expectAccessible(page);
  const { tan } = await stack.platformAdmin<{ tan: string }>('issue-tan', '--starts', '2026-01-01');
  await field(page, 'Verification TAN').fill(tan);
  await button(page, 'Create').click();
  await expectProfile(page, 'Nora Kern');
  expect(await findOnPlatform(stack, email)).toMatchObject([{ membership_type: 'CORPORATE_FITNESS' }]);
});

test('an e-mail address that the platform does not take is told as that, and another one creates the member', async ({
  page,
  stack,
}) => {
  const email = newEmail();
  await stack.platformAdmin('blacklist-email', '--email', email);
  await beginProspect(page, email);
  await button(page, 'Create').click();
  await expect(main(page).getByRole('alert')).toContainText('The member system does not accept this e-mail address');
  await button(page, 'Use another e-mail').click();
  await expect(field(page, 'E-mail')).toHaveValue(email);
  await askEmail(page, newEmail());
  await expect(field(page, 'First name')).toHaveValue('Nora');
  await button(page, 'Create').click();
  await expectProfile(page, 'Nora Kern');
});

test('what was entered is not left without a question, whatever it is and whatever is asked at the moment', async ({
  page,
  desk,
  stack,
}) => {
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  const toMembers = () => page.getByRole('banner').getByRole('link', { name: 'Members', exact: true }).click();
  const stay = () => question.getByRole('button', { name: 'Keep editing' }).click();
  await askEmail(page, newEmail());
  await main(page).getByText('More fields').click();
  await field(page, 'Phone').fill('089 123456');
  await toMembers();
  await stay();
  await button(page, 'Change').click();
  await toMembers();
  await stay();
  await askEmail(page, await emailOf(stack, desk.card('admitted').name));
  await button(page, 'Open profile').click();
  await stay();
  await button(page, 'Use another e-mail').click();
  await askEmail(page, newEmail());
  await main(page).getByText('More fields').click();
  await expect(field(page, 'Phone')).toHaveValue('089 123456');
  await toMembers();
  await question.getByRole('button', { name: 'Leave without saving' }).click();
  await expect(page.getByRole('heading', { name: 'Members', level: 1 })).toBeVisible();
});

test.describe('in an outage', () => {
  test.use({ allowedConsoleError: /Failed to load resource|ERR_/ });

  test('nothing that was typed is lost, and the same press creates the member once', async ({ page, stack }) => {
    const email = newEmail();
    await beginProspect(page, email);
    await stack.killPlatform();
    await button(page, 'Create').click();
    await expect(main(page).getByRole('alert')).toContainText('No answer from the member system yet', {
      timeout: 20_000,
    });
    await expectAccessible(page);
    await stack.startPlatform();
    await button(page, 'Create').click();
    await expectProfile(page, 'Nora Kern');
    expect(await findOnPlatform(stack, email)).toHaveLength(1);
  });
});

test.describe('for somebody else', () => {
  test.use({ allowedConsoleError: /status of 404/ });

  test('there is no such page: a trainer creates nobody', async ({ page, desk, context }) => {
    await context.clearCookies();
    await desk.signIn(page, 'trainer');
    await page.goto('/members/new');
    await expect(page.getByRole('heading', { name: 'This page does not exist' })).toBeVisible();
  });
});

test('a card that nobody has is given to the member that is created for it', async ({ page, desk }) => {
  const card = `0x04${Date.now().toString(16).slice(-10).padStart(12, '0')}`;
  await page.getByRole('link', { name: 'Check-in' }).click();
  await expect(page.getByRole('searchbox', { name: 'Scan or search' })).toBeFocused();
  await desk.scan(page, card);
  await verdict(page, 'unknown').getByRole('link', { name: 'New member with this card' }).click();
  await expect(main(page)).toContainText('The card goes to this member');
  await expectAccessible(page);
  await beginProspect(page);
  await button(page, 'Create').click();
  await expect(page.getByText('The card was assigned to Nora Kern.')).toBeVisible();
  await expectProfile(page, 'Nora Kern');
  await page.getByRole('link', { name: 'Check-in' }).click();
  await expect(page.getByRole('searchbox', { name: 'Scan or search' })).toBeFocused();
  await desk.scan(page, card);
  await expect(verdict(page, 'attention')).toContainText('Nora Kern');
});

test.describe('a card that was read for a new member', () => {
  const mira = { name: 'Mira Sommer', card: '04B0C0D1E2F3B8', pin: '270946' };
  const lapsed = 'The scanned card will not be assigned';
  const newCard = () => `0x04${Date.now().toString(16).slice(-10).padStart(12, '0')}`;
  test.afterEach(({ stack }) => takeAllBadges(stack));

  async function beginWith(page: Page, desk: Desk, card: string) {
    await expect(page.getByRole('searchbox', { name: 'Scan or search' })).toBeFocused();
    await desk.scan(page, card);
    await beginHere(page);
    await beginProspect(page);
  }
  const beginHere = (page: Page) =>
    verdict(page, 'unknown').getByRole('link', { name: 'New member with this card' }).click();

  test('is not left out without a word once a badge has made the form another person’s', async ({
    page,
    desk,
    stack,
  }) => {
    await takeAllBadges(stack);
    await giveBadge(page, desk, mira);
    await desk.signIn(page);
    const card = newCard();
    await beginWith(page, desk, card);
    await desk.scan(page, mira.card);
    await page.getByRole('dialog').getByLabel('PIN').fill(mira.pin);
    await page.keyboard.press('Enter');
    await expect(main(page)).toContainText(lapsed);
    await expect(button(page, 'Continue without the card')).toBeVisible();
    await expect(main(page)).not.toContainText('The card goes to this member');
    await expectAccessible(page);
    await button(page, 'Create').click();
    const note = page.getByText('The card was not assigned to Nora Kern. Assign it on this page.');
    await expect(note).toBeVisible();
    await expectProfile(page, 'Nora Kern');
    await expect(note).toBeVisible();
  });

  test('is assigned after a form that stood for long, once it is held to the reader again', async ({ page, desk }) => {
    await page.clock.install();
    await desk.signIn(page);
    const card = newCard();
    await beginWith(page, desk, card);
    await expect(main(page)).toContainText('The card goes to this member');
    await page.clock.fastForward('30:01');
    await expect(main(page)).toContainText(lapsed);
    await desk.scan(page, card);
    await beginHere(page);
    await expect(main(page)).toContainText('The card goes to this member');
    await expect(main(page)).not.toContainText(lapsed);
    await expect(field(page, 'Last name')).toHaveValue('Kern');
  });
});

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in ${colorScheme} colours`, () => {
    test.use({ colorScheme });

    test('axe finds nothing on the way to a member', async ({ page }) => {
      await expectAccessible(page);
      await askEmail(page, newEmail());
      await expect(field(page, 'First name')).toBeVisible();
      await main(page).getByText('More fields').click();
      await expectAccessible(page);
      await main(page).getByRole('radio', { name: 'Member', exact: true }).check();
      await expectAccessible(page);
    });
  });
}
