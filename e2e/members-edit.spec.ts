import type { Page } from '@playwright/test';
import { expectAccessible } from './expect-accessible.ts';
import { expect, test } from './fixtures.ts';
import { type PickedMember, pickMember, pickMembers } from './pick-members.ts';

const section = (page: Page) => page.getByRole('region', { name: 'Person and membership' });
const form = (page: Page) => section(page).getByRole('form', { name: 'Edit' });
const fact = (page: Page, name: string) =>
  section(page).getByRole('term').filter({ hasText: name }).locator('xpath=following-sibling::dd');

async function openProfile(page: Page, { accountId, name }: PickedMember) {
  await page.goto(`/members/${accountId}`);
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
}

async function openForm(page: Page, member: PickedMember) {
  await openProfile(page, member);
  await section(page).getByRole('button', { name: 'Edit' }).click();
}

test.describe('a member’s data', () => {
  test.beforeEach(async ({ page, desk }) => desk.signIn(page));

  test('that was entered and not saved is not given up by a link without a question', async ({
    page,
    stack,
    cards,
  }) => {
    const member = await pickMember(stack, cards, 0);
    await openForm(page, member);
    const toMembers = page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Members' });
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await form(page).getByLabel('First name').fill('Wilhelmine');
    await toMembers.click();
    await expect(question.getByRole('button', { name: 'Keep editing' })).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await expect(question).toHaveCount(0);
    await expect(form(page).getByLabel('First name')).toHaveValue('Wilhelmine');

    // what is as it was before is nothing to be asked about
    await form(page).getByLabel('First name').fill(member.firstName);
    await toMembers.click();
    await expect(page.getByRole('heading', { name: 'Members', level: 1 })).toBeVisible();

    await openForm(page, member);
    await form(page).getByLabel('First name').fill('Wilhelmine');
    await toMembers.focus();
    await page.keyboard.press('Enter');
    await question.getByRole('button', { name: 'Leave without saving' }).click();
    await expect(page.getByRole('heading', { name: 'Members', level: 1 })).toBeVisible();
    await openProfile(page, member);
  });

  test('is changed and cleared with the keyboard alone', async ({ page, stack, cards }) => {
    const member = await pickMember(stack, cards, 0);
    await openProfile(page, member);
    await expectAccessible(page);
    await section(page).getByRole('button', { name: 'Edit' }).focus();
    await page.keyboard.press('Enter');
    await expect(form(page).getByLabel('First name')).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('Kern-Vogt');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(form(page).getByLabel('Phone', { exact: true })).toBeFocused();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.press('Delete');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: `${member.firstName} Kern-Vogt`, level: 1 })).toBeVisible();
    await expect(section(page).getByRole('button', { name: 'Edit' })).toBeFocused();
    await page.reload();
    await expect(fact(page, 'Last name')).toHaveText('Kern-Vogt');
    await expect(fact(page, 'E-mail')).toHaveText(member.email);
    await expect(fact(page, 'Phone')).toHaveCount(0);
  });

  test('keeps what was typed when a field is wrong, and says so at the field', async ({ page, stack, cards }) => {
    await openForm(page, await pickMember(stack, cards, 1));
    await form(page).getByLabel('Town').fill('Erding');
    await form(page).getByLabel('E-mail').fill('lena@');
    const end = form(page).getByRole('textbox', { name: 'End of contract' });
    await end.fill('1.1.2001');
    await form(page).getByRole('textbox', { name: 'Date of birth' }).fill('31.2.1990');
    await form(page).getByRole('button', { name: 'Save' }).click();
    // all at once, each gone when it is mended
    await expect(form(page).getByLabel('E-mail')).toBeFocused();
    await expect(form(page).getByLabel('E-mail')).toHaveAccessibleDescription(/not a complete e-mail address/);
    await expect(end).toHaveAccessibleDescription(/would end before it starts/);
    await expect(end).toHaveValue('1 Jan 2001');
    await expect(form(page).getByRole('textbox', { name: 'Date of birth' })).toHaveAccessibleDescription(
      /complete date/,
    );
    await end.focus();
    await page.keyboard.press('Delete');
    await expect(end).toBeFocused();
    await expect(end).toHaveValue('');
    await expect(end).not.toHaveAccessibleDescription(/would end/);
    await expect(form(page).getByLabel('E-mail')).toHaveAccessibleDescription(/not a complete e-mail address/);
    await expect(form(page).getByLabel('Town')).toHaveValue('Erding');
    await expectAccessible(page);
  });

  test('cannot take what somebody else has, and shows who that is', async ({ page, stack, cards }) => {
    const [member, other] = await pickMembers(stack, cards, 2, 2);
    if (!member || !other) throw new Error('Two members are needed.');
    await openForm(page, member);
    await form(page).getByLabel('Town').fill('Erding');
    await form(page).getByLabel('E-mail').fill(other.email);
    await form(page).getByRole('button', { name: 'Save' }).click();
    await expect(form(page).getByLabel('E-mail')).toBeFocused();
    await expect(form(page).getByLabel('E-mail')).toHaveAccessibleDescription(
      new RegExp(`Somebody else.*${other.name}`),
    );
    await form(page).getByLabel('E-mail').fill(member.email);
    await form(page).getByLabel('Membership id', { exact: true }).fill(other.membershipId);
    await form(page).getByRole('button', { name: 'Save' }).click();
    const link = section(page).getByRole('link', { name: other.name });
    await expect(link).toHaveAttribute('href', `/members/${other.accountId}`);
    await expect(form(page).getByLabel('Town')).toHaveValue('Erding');
  });

  test('becomes corporate with a TAN, which is asked for', async ({ page, stack, cards }) => {
    const { tan } = await stack.platformAdmin<{ tan: string }>(
      ...['issue-tan', '--starts', '2020-01-01', '--ends', '2099-12-31'],
    );
    await openForm(page, await pickMember(stack, cards, 4));
    await form(page).getByLabel('Membership type').press('Enter');
    await page.getByRole('option', { name: 'Corporate' }).click();
    await form(page).getByRole('button', { name: 'Save' }).click();
    await expect(form(page).getByLabel('Verification TAN')).toBeFocused();
    await form(page).getByLabel('Verification TAN').fill('000000000');
    await form(page).getByRole('button', { name: 'Save' }).click();
    await expect(form(page).getByLabel('Verification TAN')).toHaveAccessibleDescription(/does not know this TAN/);
    await form(page).getByLabel('Verification TAN').fill(tan);
    await form(page).getByRole('button', { name: 'Save' }).click();
    await expect(fact(page, 'Membership type')).toHaveText('Corporate');
  });

  test.describe('and the platform is away', () => {
    // what only the platform knows cannot be read meanwhile
    test.use({ allowedConsoleError: /503/ });

    test('is not lost', async ({ page, stack, cards }) => {
      test.setTimeout(120_000);
      const member = await pickMember(stack, cards, 5);
      await openForm(page, member);
      await form(page).getByLabel('Town').fill('Erding');
      await stack.killPlatform();
      await form(page).getByRole('button', { name: 'Save' }).click();
      await expect(page.getByRole('alert').filter({ hasText: 'member system cannot be reached' })).toBeVisible();
      await expect(form(page).getByLabel('Town')).toHaveValue('Erding');
      await stack.startPlatform();
      await expect(async () => {
        await form(page).getByRole('button', { name: 'Save' }).click({ timeout: 1_000 });
        await expect(fact(page, 'Town')).toHaveText('Erding', { timeout: 3_000 });
      }).toPass({ timeout: 60_000 });
    });

    test('is shown as the desk remembers it while the platform is away', async ({ page, stack, cards }) => {
      test.setTimeout(120_000);
      const member = await pickMember(stack, cards, 6);
      await openProfile(page, member);
      await stack.killPlatform();
      await page.reload();
      await expect(page.getByRole('heading', { name: member.name, level: 1 })).toBeVisible();
      await expect(page.getByRole('status').filter({ hasText: 'what Front Desk knew' })).toBeVisible();
      await expect(section(page).getByRole('button', { name: 'Edit' })).toHaveCount(0);
      await expectAccessible(page);
      await stack.startPlatform();
    });
  });

  test('that two people change is asked about where they disagree, and kept where they do not', async ({
    page,
    context,
    stack,
    cards,
  }) => {
    const member = await pickMember(stack, cards, 7);
    await openForm(page, member);
    const colleague = await context.newPage();
    await openForm(colleague, member);
    await form(colleague).getByLabel('Town').fill('Erding');
    await form(colleague).getByLabel('Phone', { exact: true }).fill('+49 89 1');
    await form(colleague).getByRole('button', { name: 'Save' }).click();
    await expect(fact(colleague, 'Town')).toHaveText('Erding');

    await form(page).getByLabel('Town').fill('Dachau');
    await form(page).getByLabel('Street', { exact: true }).fill('Hauptstraße');
    await form(page).getByRole('button', { name: 'Save' }).click();
    const choice = page.getByRole('group', { name: 'Town' });
    await expect(choice.getByRole('radio', { name: 'Yours: Dachau' })).toBeFocused();
    await expectAccessible(page);
    await form(page).getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'Choose one of the two' })).toBeVisible();
    await choice.getByRole('radio', { name: 'Now: Erding' }).check();
    await form(page).getByRole('button', { name: 'Save' }).click();
    await expect(fact(page, 'Town')).toHaveText('Erding');
    await expect(fact(page, 'Street')).toHaveText('Hauptstraße');
    await expect(fact(page, 'Phone')).toHaveText('+49 89 1');
  });
});

test.describe('in German', () => {
  test.use({ locale: 'de-DE' });

  test('a member’s data is changed', async ({ page, stack, cards }) => {
    const member = await pickMember(stack, cards, 8);
    await page.goto('/sign-in');
    await page.getByLabel('E-Mail').fill('reception@demo.example');
    await page.getByLabel('Passwort').fill(stack.password);
    await page.getByRole('button', { name: 'Anmelden' }).click();
    await expect(page.getByRole('list', { name: 'Im Studio' })).toBeVisible();
    await page.goto(`/members/${member.accountId}`);
    const person = page.getByRole('region', { name: 'Person und Mitgliedschaft' });
    await person.getByRole('button', { name: 'Bearbeiten' }).click();
    await person.getByLabel('Ort').fill('');
    await person.getByLabel('Vorname').fill('');
    await person.getByRole('button', { name: 'Speichern' }).click();
    await expect(person.getByLabel('Vorname')).toHaveAccessibleDescription('Bitte ausfüllen.');
    await person.getByLabel('Vorname').fill('Änne');
    await person.getByRole('button', { name: 'Speichern' }).click();
    await expect(page.getByRole('heading', { name: `Änne ${member.lastName}`, level: 1 })).toBeVisible();
  });
});
