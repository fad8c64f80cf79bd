import type { Page } from '@playwright/test';
import { queryDatabase } from '#e2e/base/databases.ts';
import { expectAccessible } from '#e2e/base/expect-accessible.ts';
import { expect, test, verdict } from '#e2e/base/fixtures.ts';
import { type PickedMember, pickMember } from '#e2e/base/pick-members.ts';

const region = (page: Page, name: string) => page.getByRole('region', { name });

async function openProfile(page: Page, { accountId, name }: PickedMember) {
  await page.goto(`/members/${accountId}`);
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
}

test('reception sees a member’s notes at the counter, can send a message, and has no further permissions', async ({
  page,
  desk,
  stack,
  cards,
}) => {
  await desk.signIn(page);
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

  await head.getByRole('button', { name: 'More' }).press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Products' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Roles' })).toHaveCount(0);
  await page.keyboard.press('Escape');

  const message = region(page, 'Message to the phone');
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
  await expectAccessible(page);
  const isIn = page.getByRole('list', { name: 'In the gym' }).getByText(member.name);
  await expect(isIn).toHaveCount(0);
  await stopped.getByRole('button', { name: 'Check in' }).click();
  await expect(verdict(page, 'attention')).toContainText('Note: Bring the contract');
  await expect(isIn).toBeVisible();

  await openProfile(page, member);
  await expect(head.getByRole('status')).toHaveText(/In since \d\d:\d\d/);
  await expect(page.getByRole('list', { name: 'Visits' }).getByRole('listitem').first()).toContainText('Check-in');
  await head.getByRole('button', { name: 'Check out' }).click();
  await expect(head.getByRole('status')).toHaveText('Not in the gym');
  await head.getByRole('button', { name: 'Check in' }).click();
  await expect(head.getByRole('status')).toHaveText(/In since \d\d:\d\d/);
  await expect(page.getByRole('region', { name: 'Verdict' })).toContainText(member.name);
  await expectAccessible(page);
});

test.describe('a removed member', () => {
  // an open page refetches once after the removal
  test.use({ allowedConsoleError: /404/ });

  test('is erased once the name is typed: no data is left, not even on an open page of a colleague', async ({
    page,
    context,
    desk,
    stack,
    cards,
  }) => {
    await desk.signIn(page, 'manager');
    const member = await pickMember(stack, cards, 41);
    const isGone = (of: Page) => of.getByRole('heading', { name: 'This member is no longer here' });
    const colleague = await context.newPage();
    await openProfile(colleague, member);
    await page.goto('/members');
    await openProfile(page, member);
    await expect(page.getByRole('switch', { name: 'Trainer' })).not.toBeChecked();
    await expect(page.getByRole('button', { name: 'End membership' })).toBeVisible();
    await page.getByRole('button', { name: 'Erase this person' }).press('Enter');
    await expect(page.getByRole('dialog').getByRole('textbox')).toBeFocused();
    await page.keyboard.type(member.name);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Members', level: 1 })).toBeVisible();
    await expect(isGone(colleague)).toBeVisible();
    await page.getByRole('searchbox', { name: 'Find a member' }).fill(member.membershipId);
    await expect(page.getByText(/Nobody was found/)).toBeVisible();
    await page.goBack();
    await expect(isGone(page)).toBeVisible();
    await expect(page.getByText(member.name)).toHaveCount(0);
    await expect(page).not.toHaveTitle(new RegExp(member.lastName));
    const values = [member.accountId];
    const profile = 'select 1 from chain_profiles where account_id = $1';
    const mirror = 'select 1 from members where account_id = $1';
    expect(await queryDatabase(stack, 'platform', [{ text: profile, values }])).toEqual([]);
    expect(await queryDatabase(stack, 'desk', [{ text: mirror, values }])).toEqual([]);
  });
});
