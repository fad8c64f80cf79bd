import type { Page } from '@playwright/test';
import { expect, test, verdict } from '#e2e/base/fixtures.ts';
import { openMember } from '#e2e/base/open-member.ts';

const section = (page: Page) => page.getByRole('region', { name: 'Cards and passes' });
const dialog = (page: Page) => page.getByRole('dialog');
const card = (page: Page, number: string) =>
  section(page)
    .getByRole('list', { name: 'Cards' })
    .getByRole('listitem')
    .filter({ hasText: written(number) });

/** The desk's format of a card number: groups of four digits. */
const written = (number: string) => `0x${(number.slice(2).match(/.{1,4}/g) ?? []).join(' ')}`;

/** An unassigned card. */
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

test('a card and a pass are assigned, and move to another member only after a confirmation', async ({ page, desk }) => {
  const [one, other] = [desk.card('admitted').name, desk.card('contractEndsSoon').name];
  const number = newCard();
  const token = `pass${newCard().slice(2).toLowerCase()}beef`;
  const passes = section(page).getByRole('list', { name: 'Wallet passes' });
  const move = () =>
    dialog(page)
      .getByRole('button', { name: `Move to ${other}` })
      .click();
  await openMember(page, one);
  await section(page).getByRole('button', { name: 'Add card' }).click();
  await dialog(page).getByRole('radio', { name: 'MIFARE' }).check();
  await dialog(page).getByRole('textbox').fill(number);
  await page.keyboard.press('Enter');
  await expect(card(page, number)).toContainText('MIFARE');
  await add(page, token);
  await dialog(page).getByRole('radio', { name: 'Another Google issuer' }).check();
  await dialog(page).getByRole('textbox', { name: 'Collector id of the Google pass' }).fill('77001');
  await dialog(page).getByRole('button', { name: 'Assign pass' }).click();
  await expect(passes).toContainText('Google pass, issuer 77001');
  await expect(passes).toContainText(`ends with ${token.slice(-6)}`);

  await openMember(page, other);
  await add(page, number);
  await expect(dialog(page)).toContainText(`This card belongs to ${one}. Move it to ${other}?`);
  await move();
  await expect(card(page, number)).toBeVisible();
  await add(page, token);
  await expect(dialog(page).getByRole('radio', { name: 'Google pass, issuer 77001' })).toBeChecked();
  await dialog(page).getByRole('button', { name: 'Assign pass' }).click();
  await expect(dialog(page)).toContainText(`This pass belongs to ${one}. Move it to ${other}?`);
  await move();
  await expect(passes).toContainText(`ends with ${token.slice(-6)}`);
  await passes.getByRole('button', { name: 'Remove the pass: Google pass, issuer 77001' }).click();
  await dialog(page).getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(passes.getByText('77001')).toHaveCount(0);

  await openMember(page, one);
  await expect(section(page).getByRole('list', { name: 'Cards' })).toBeVisible();
  await expect(card(page, number)).toHaveCount(0);
  await expect(passes.getByText('77001')).toHaveCount(0);
});

test.describe('while the platform is unreachable', () => {
  test.use({ allowedConsoleError: /Failed to load resource/ });

  test('an unassigned card is assigned at the counter; a lost one is replaced in one step, and no longer opens anything', async ({
    page,
    desk,
    stack,
  }) => {
    const { name } = desk.card('admitted');
    const [lost, replacement] = [newCard(), newCard()];
    await desk.scan(page, lost);
    await verdict(page, 'unknown').getByRole('button', { name: 'Assign to a member' }).click();
    const search = dialog(page).getByRole('searchbox', { name: 'Find the member' });
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
    await expect(dialog(page)).toContainText(`Assign card ${written(lost)} to ${name}?`);
    await page.keyboard.press('Enter');
    await expect(dialog(page)).toContainText(`${written(lost)} now belongs to ${name}`);
    await page.keyboard.press('Enter');
    await expect(verdict(page, 'admitted')).toContainText(name);

    await openMember(page, name);
    await section(page)
      .getByRole('button', { name: `Report lost: card ${written(lost)}` })
      .click();
    await expect(dialog(page)).toContainText('Hold the card or the phone to the reader');
    await desk.scan(page, lost);
    await expect(dialog(page)).toContainText('This is the lost card');
    await desk.scan(page, replacement);
    await expect(dialog(page)).toHaveCount(0);
    await expect(card(page, replacement)).toBeVisible();
    await expect(card(page, lost)).toHaveCount(0);

    await page.getByRole('banner').getByRole('link', { name: 'Check-in', exact: true }).click();
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
