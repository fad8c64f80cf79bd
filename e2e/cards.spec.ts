import type { Page } from '@playwright/test';
import { expectAccessible } from './expect-accessible.ts';
import { expect, test, verdict } from './fixtures.ts';
import { openMember } from './open-member.ts';

const section = (page: Page) => page.getByRole('region', { name: 'Cards and passes' });
const dialog = (page: Page) => page.getByRole('dialog');
const card = (page: Page, number: string) =>
  section(page)
    .getByRole('list', { name: 'Cards' })
    .getByRole('listitem')
    .filter({ hasText: written(number) });

/** As the desk writes a card number: in groups of four digits. */
const written = (number: string) => `0x${(number.slice(2).match(/.{1,4}/g) ?? []).join(' ')}`;

/** A card that nobody has yet. */
let made = 0;
const newCard = () => {
  made += 1;
  return `0x04C0FFEE${process.pid.toString(16).toUpperCase().padStart(4, '0').slice(-4)}${String(made).padStart(2, '0')}`;
};

async function add(page: Page, number: string): Promise<void> {
  await section(page).getByRole('button', { name: 'Add card' }).click();
  await dialog(page).getByRole('textbox', { name: 'Or type the number on the card' }).fill(number);
  await dialog(page).getByRole('button', { name: 'Use this number' }).click();
}

test.beforeEach(async ({ page, desk }) => desk.signIn(page));

test('a card is given; it moves to somebody else only after reception was asked', async ({ page, desk }) => {
  const [one, other] = [desk.card('admitted').name, desk.card('contractEndsSoon').name];
  const number = newCard();
  await openMember(page, one);
  await section(page).getByRole('button', { name: 'Add card' }).click();
  await expectAccessible(page);
  await dialog(page).getByRole('radio', { name: 'MIFARE' }).check();
  await dialog(page).getByRole('textbox').fill(number);
  await page.keyboard.press('Enter');
  await expect(card(page, number)).toContainText('MIFARE');
  await add(page, number);
  await expect(page.getByText(`already belongs to ${one}`)).toBeVisible();

  await openMember(page, other);
  await add(page, number);
  const question = `This card belongs to ${one}. Move it to ${other}?`;
  await expect(dialog(page)).toContainText(question);
  await expect(dialog(page).getByRole('button', { name: `Leave it with ${one}` })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(dialog(page)).not.toContainText(question);
  await page.keyboard.press('Escape');
  await expect(card(page, number)).toHaveCount(0);

  await add(page, number);
  await dialog(page)
    .getByRole('button', { name: `Move to ${other}` })
    .click();
  await expect(card(page, number)).toBeVisible();
  await openMember(page, one);
  await expect(section(page).getByRole('list', { name: 'Cards' })).toBeVisible();
  await expect(card(page, number)).toHaveCount(0);
});

test('a card that changed hands since the question is asked about again', async ({ page, desk, context }) => {
  const [one, other, third] = ['admitted', 'contractEndsSoon', 'birthday'].map((shows) => desk.card(shows).name);
  if (!one || !other || !third) throw new Error('three members are needed');
  const number = newCard();
  await openMember(page, one);
  await add(page, number);
  await expect(card(page, number)).toBeVisible();
  await openMember(page, other);
  await add(page, number);
  await expect(dialog(page)).toContainText(`This card belongs to ${one}`);

  const colleague = await context.newPage();
  await openMember(colleague, third);
  await add(colleague, number);
  await dialog(colleague)
    .getByRole('button', { name: `Move to ${third}` })
    .click();
  await expect(card(colleague, number)).toBeVisible();

  await dialog(page)
    .getByRole('button', { name: `Move to ${other}` })
    .click();
  await expect(dialog(page)).toContainText(`This card now belongs to ${third}. Move it to ${other}?`);
  await expect(card(colleague, number)).toBeVisible();
});

test('what is no card is told in a sentence', async ({ page, desk }) => {
  await openMember(page, desk.card('admitted').name);
  await section(page).getByRole('button', { name: 'Add card' }).click();
  const box = dialog(page).getByRole('textbox');
  for (const [text, sentence] of [
    ['0x04A2Z1', /only the digits 0–9 and the letters A–F/],
    ['04A23BC21C268', /The card number arrived incomplete/],
    ['lena@example.com', /not the number of a card/],
  ] as const) {
    await box.fill(text);
    await page.keyboard.press('Enter');
    await expect(box).toHaveAccessibleDescription(sentence);
  }
  await expectAccessible(page);
});

test.describe('while the platform goes away', () => {
  test.use({ allowedConsoleError: /Failed to load resource/ });

  test('a lost card is replaced in one step, and opens nothing, also while the platform is away', async ({
    page,
    desk,
    stack,
  }) => {
    const { name } = desk.card('admitted');
    const [lost, replacement] = [newCard(), newCard()];
    await openMember(page, name);
    await add(page, lost);
    await section(page)
      .getByRole('button', { name: `Report lost: card ${written(lost)}` })
      .click();
    await expectAccessible(page);
    await expect(dialog(page)).toContainText('Hold the card or the phone to the reader');
    await desk.scan(page, lost);
    await expect(dialog(page)).toContainText('This is the lost card');
    await desk.scan(page, replacement);
    await expect(dialog(page)).toHaveCount(0);
    await expect(card(page, replacement)).toBeVisible();
    await expect(card(page, lost)).toHaveCount(0);

    await page.getByRole('link', { name: 'Check-in' }).click();
    await expect(page.getByRole('searchbox', { name: 'Scan or search' })).toBeVisible();
    await stack.killPlatform();
    try {
      await desk.scan(page, replacement);
      await expect(verdict(page, 'unconfirmed')).toContainText(name);
      await desk.scan(page, lost);
      await expect(verdict(page, 'unconfirmed')).toContainText(written(lost));
      await expect(verdict(page, 'unconfirmed')).not.toContainText(name);
    } finally {
      await stack.startPlatform();
    }
  });
});

test('a card is returned without a new one', async ({ page, desk }) => {
  const number = newCard();
  await openMember(page, desk.card('admitted').name);
  await add(page, number);
  await section(page)
    .getByRole('button', { name: `Report lost: card ${written(number)}` })
    .click();
  await dialog(page).getByRole('button', { name: 'Remove without a new card' }).click();
  await expect(card(page, number)).toHaveCount(0);
  await expect(section(page).getByRole('list', { name: 'Cards' }).getByRole('listitem').first()).toBeVisible();
});

test('a pass is given under an issuer, which is offered the next time, and removed', async ({ page, desk }) => {
  const [one, other] = [desk.card('admitted').name, desk.card('contractEndsSoon').name];
  const passes = section(page).getByRole('list', { name: 'Wallet passes' });
  const [token, second] = [newCard(), newCard()].map((number) => `pass${number.slice(2).toLowerCase()}beef`);
  if (!token || !second) throw new Error('two tokens are needed');
  await openMember(page, one);
  await add(page, token);
  await dialog(page).getByRole('radio', { name: 'Another Google issuer' }).check();
  await dialog(page).getByRole('textbox', { name: 'Collector id of the Google pass' }).fill('abc');
  await dialog(page).getByRole('button', { name: 'Assign pass' }).click();
  await expect(dialog(page).getByRole('textbox')).toHaveAccessibleDescription('The collector id is a number.');
  await expectAccessible(page);
  await dialog(page).getByRole('textbox').fill('77001');
  await dialog(page).getByRole('button', { name: 'Assign pass' }).click();
  await expect(passes).toContainText('Google pass, issuer 77001');
  await expect(passes).toContainText(`ends with ${token.slice(-6)}`);

  await openMember(page, other);
  await expect(section(page).getByRole('list', { name: 'Cards' })).toBeVisible();
  await add(page, token);
  await expect(dialog(page).getByRole('radio', { name: 'Google pass, issuer 77001' })).toBeChecked();
  await dialog(page).getByRole('button', { name: 'Assign pass' }).click();
  await expect(dialog(page)).toContainText(`This pass belongs to ${one}. Move it to ${other}?`);
  await dialog(page)
    .getByRole('button', { name: `Move to ${other}` })
    .click();
  await expect(passes).toContainText(`ends with ${token.slice(-6)}`);

  await passes.getByRole('button', { name: 'Remove the pass: Google pass, issuer 77001' }).click();
  await expectAccessible(page);
  await dialog(page).getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(passes.getByText('77001')).toHaveCount(0);
});

test('a card that nobody has is given to a member at the counter, who is then checked in by it', async ({
  page,
  desk,
}) => {
  const { name } = desk.card('admitted');
  const number = newCard();
  await desk.scan(page, number);
  await verdict(page, 'unknown').getByRole('button', { name: 'Assign to a member' }).click();
  const search = dialog(page).getByRole('searchbox', { name: 'Find the member' });
  await expect(search).toBeVisible();
  await expectAccessible(page);
  const match = dialog(page)
    .getByRole('listbox', { name: 'Members found' })
    .getByRole('option')
    .filter({ hasText: name });
  await expect(async () => {
    await search.fill('');
    await search.fill(name);
    await expect(match.first()).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 60_000 });
  await match.first().click();
  await expect(dialog(page)).toContainText(`Assign card ${written(number)} to ${name}?`);
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toContainText(`${written(number)} now belongs to ${name}`);
  await page.keyboard.press('Enter');
  await expect(verdict(page, 'admitted')).toContainText(name);
});

test('a card that was given away while the member was searched for is asked about', async ({ page, desk, context }) => {
  const [one, other] = [desk.card('admitted').name, desk.card('contractEndsSoon').name];
  const number = newCard();
  await desk.scan(page, number);
  await verdict(page, 'unknown').getByRole('button', { name: 'Assign to a member' }).click();
  const colleague = await context.newPage();
  await openMember(colleague, one);
  await add(colleague, number);
  await expect(card(colleague, number)).toBeVisible();
  await dialog(page).getByRole('searchbox').fill(other);
  await dialog(page)
    .getByRole('listbox', { name: 'Members found' })
    .getByRole('option')
    .filter({ hasText: other })
    .click();
  await dialog(page)
    .getByRole('button', { name: `Assign to ${other}` })
    .click();
  await expect(dialog(page)).toContainText(`This card belongs to ${one}. Move it to ${other}?`);
  await expect(dialog(page)).toContainText(new RegExp(`Has it now.*${one}.*Will have it.*${other}`));
  await page.keyboard.press('Enter');
  await expect(card(colleague, number)).toBeVisible();
});

test('a card that nobody has goes along to a new member', async ({ page, desk }) => {
  const number = newCard();
  await desk.scan(page, number);
  await verdict(page, 'unknown').getByRole('link', { name: 'New member with this card' }).click();
  await expect(page).toHaveURL(/\/members\/new$/);
  await expect(page.getByText('The card goes to this member')).toBeVisible();
  await expect(page.getByText(/ending in/)).toContainText(number.slice(-4));
});
