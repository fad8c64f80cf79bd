import type { Page } from '@playwright/test';
import { Temporal } from 'temporal-polyfill';
import { queryDatabase } from '#e2e/base/databases.ts';
import { expectAccessible } from '#e2e/base/expect-accessible.ts';
import { expect, test, verdict } from '#e2e/base/fixtures.ts';
import { type PickedMember, pickMember } from '#e2e/base/pick-members.ts';
import { signInAs } from '#e2e/base/sign-in-request.ts';

const region = (page: Page, name: string) => page.getByRole('region', { name });

async function openProfile(page: Page, { accountId, name }: PickedMember) {
  await page.goto(`/members/${accountId}`);
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
}

test('reception books a product, sees a member’s notes at the counter, can send a message, and has no further permissions', async ({
  page,
  stack,
  cards,
}) => {
  await signInAs(page.request, stack, 'reception');
  const member = await pickMember(stack, cards, 30);
  await openProfile(page, member);
  const head = page.locator('main header');
  await expect(head.getByRole('status')).toHaveText('Not in the gym');
  await expect(region(page, 'Roles in this gym')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'End membership' })).toHaveCount(0);

  const notes = region(page, 'Notes for reception');
  for (const [text, level] of [
    ['Owes for a towel', 'Show it'],
    ['Bring the contract', 'Stop until it is read'],
  ] as const) {
    await notes.getByRole('button', { name: 'Write a note' }).click();
    await page.getByRole('textbox', { name: 'Note', exact: true }).fill(text);
    await notes.getByRole('radio', { name: level }).check();
    await notes.getByRole('button', { name: 'Save note' }).click();
    await expect(notes.getByRole('listitem').filter({ hasText: text })).toBeVisible();
  }
  // blocking notes come first
  await expect(notes.getByRole('listitem').first()).toContainText(/Stop at the counter.*Bring the contract/);

  const products = region(page, 'Products');
  const dialog = page.getByRole('dialog');
  await products.getByRole('button', { name: 'Book product' }).click();
  await expect(dialog.getByRole('radio').first()).toBeChecked();
  const product = await dialog.locator('label:has(input:checked)').innerText();
  const last = Temporal.Now.plainDateISO('Europe/Berlin').add({ days: 40 });
  await dialog.getByRole('textbox', { name: 'Last day' }).fill(last.toString());
  await dialog.getByRole('button', { name: 'Book', exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await expect(products.getByRole('listitem').filter({ hasText: product })).toContainText('Active');

  await head.getByRole('button', { name: 'More' }).press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Products' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Roles' })).toHaveCount(0);
  await page.keyboard.press('Escape');

  const message = region(page, 'Message to the phone');
  await message.getByRole('button', { name: 'Message to the phone' }).click();
  await message.getByLabel('Message').fill('Your towel is at the counter');
  await message.getByLabel(/Opens in the app/).fill('workouts');
  await message.getByRole('button', { name: 'Send message' }).dblclick();
  await expect(message.getByRole('status')).toContainText('does not report whether the message was read');
  const text = 'select text, deeplink from push_notifications where account_id = $1';
  const sent = await queryDatabase(stack, 'platform', [{ text, values: [member.accountId] }]);
  expect(sent).toEqual([{ text: 'Your towel is at the counter', deeplink: 'workouts' }]);

  await page.getByRole('link', { name: 'Check-in', exact: true }).click();
  await page.getByRole('searchbox', { name: 'Scan or search' }).fill(member.membershipId);
  await page.keyboard.press('Enter');
  const stopped = verdict(page, 'attention');
  await expect(stopped).toContainText('Stop: Bring the contract');
  await expect(stopped).toContainText('Note: Owes for a towel');
  const isIn = page.getByRole('list', { name: 'In the gym' }).getByText(member.name);
  await expect(isIn).toHaveCount(0);
  await stopped.getByRole('button', { name: 'Check in' }).click();
  await expect(verdict(page, 'attention')).toContainText('Note: Bring the contract');
  await expect(isIn).toBeVisible();

  await openProfile(page, member);
  await expect(head.getByRole('status')).toHaveText(/In since \d\d:\d\d/);
  await expect(page.getByRole('list', { name: 'Visits' }).getByRole('listitem').first()).toContainText('still in');
  await head.getByRole('button', { name: 'Check out' }).click();
  await expect(head.getByRole('status')).toHaveText('Not in the gym');
  await expect(page.getByRole('region', { name: 'Verdict' })).toContainText(member.name);
  await expectAccessible(page);
});
