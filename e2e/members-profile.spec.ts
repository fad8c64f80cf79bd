import type { Page } from '@playwright/test';
import { queryDatabase } from './databases.ts';
import { expectAccessible } from './expect-accessible.ts';
import { expect, test, verdict } from './fixtures.ts';
import { type PickedMember, pickMember } from './pick-members.ts';

const region = (page: Page, name: string) => page.getByRole('region', { name });

async function openProfile(page: Page, { accountId, name }: PickedMember) {
  await page.goto(`/members/${accountId}`);
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
}

const notesOf = (page: Page) => region(page, 'Notes for reception');
const noteText = (page: Page) => page.getByRole('textbox', { name: 'Note', exact: true });

test('notes are told at the counter: one is shown, the other stops the scan until it is read', async ({
  page,
  desk,
  stack,
  cards,
}) => {
  await desk.signIn(page);
  const member = await pickMember(stack, cards, 30);
  await openProfile(page, member);
  const notes = notesOf(page);
  await notes.getByRole('button', { name: 'Write a note' }).click();
  await expect(noteText(page)).toBeFocused();
  await notes.getByRole('button', { name: 'Save note' }).click();
  await expect(noteText(page)).toHaveAccessibleDescription(/Write something first/);
  await noteText(page).fill('Owes for a towel');
  await expect(noteText(page)).not.toHaveAccessibleDescription(/Write something first/);
  await expect(notes.getByText('16 of 280 characters')).toBeVisible();
  const until = notes.getByRole('textbox', { name: 'Until (optional)' });
  await until.fill('1.1.2020');
  await notes.getByRole('button', { name: 'Save note' }).click();
  await expect(until).toHaveAccessibleDescription(/Choose today or later/);
  await expectAccessible(page);
  await until.fill('31.12.2099');
  await notes.getByRole('button', { name: 'Save note' }).click();
  await expect(notes.getByRole('listitem')).toContainText(/Owes for a towel.*until 31 Dec 2099/);
  await expect(notes.getByRole('button', { name: 'Write a note' })).toBeFocused();

  await page.keyboard.press('Enter');
  await page.keyboard.type('Bring the contract');
  await notes.getByRole('radio', { name: 'Stop until it is read' }).check();
  await notes.getByRole('button', { name: 'Save note' }).click();
  // what stops stands first
  await expect(notes.getByRole('listitem').first()).toContainText(/Stop at the counter.*Bring the contract/);
  await expectAccessible(page);

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
  await notes.getByRole('button', { name: 'Remove: Bring the contract' }).click();
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Remove note' }).click();
  await expect(notes.getByRole('listitem')).toHaveCount(1);
  // it has run out: it is told no more, and is not lost
  await queryDatabase(stack, 'desk', [{ text: "update member_notes set expires_on = '2020-01-01'" }]);
  await page.reload();
  await expect(notes.getByText('No note.')).toBeVisible();
  await notes.getByRole('button', { name: 'Show 1 expired note' }).click();
  await expect(notes.getByRole('listitem')).toContainText(/Owes for a towel.*shown until 1 Jan 2020/);
});

test('a note that a colleague changed meanwhile is not overwritten unseen', async ({
  page,
  context,
  desk,
  stack,
  cards,
}) => {
  await desk.signIn(page);
  const member = await pickMember(stack, cards, 31);
  await openProfile(page, member);
  await notesOf(page).getByRole('button', { name: 'Write a note' }).click();
  await noteText(page).fill('First');
  await page.getByRole('button', { name: 'Save note' }).click();
  const colleague = await context.newPage();
  await openProfile(colleague, member);
  for (const [one, text] of [
    [page, 'Mine'],
    [colleague, 'Theirs'],
  ] as const) {
    await notesOf(one).getByRole('button', { name: 'Change: First' }).click();
    await noteText(one).fill(text);
  }
  await colleague.getByRole('button', { name: 'Save note' }).click();
  await expect(notesOf(colleague).getByText('Theirs')).toBeVisible();
  await page.getByRole('button', { name: 'Save note' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Theirs' })).toBeVisible();
  await expect(noteText(page)).toHaveValue('Mine');
  await page.getByRole('button', { name: 'Save note' }).click();
  await expect(notesOf(page).getByText('Mine')).toBeVisible();
});

test('roles are the manager’s, and each change is asked about', async ({ page, desk, stack, cards }) => {
  await desk.signIn(page);
  const member = await pickMember(stack, cards, 32);
  await openProfile(page, member);
  await expect(region(page, 'Message to the phone')).toBeVisible();
  await expect(region(page, 'Roles in this gym')).toHaveCount(0);
  await desk.signIn(page, 'manager');
  await openProfile(page, member);
  const trainer = page.getByRole('switch', { name: 'Trainer' });
  await expect(trainer).not.toBeChecked();
  await trainer.focus();
  await page.keyboard.press('Space');
  const question = page.getByRole('dialog', { name: `Give ${member.name} the role Trainer?` });
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(trainer).not.toBeChecked();
  await page.keyboard.press('Space');
  await question.getByRole('button', { name: 'Give role' }).click();
  await expect(trainer).toBeChecked();
  await page.reload();
  await expect(trainer).toBeChecked();
  await expect(page.getByRole('switch', { name: 'Gym owner' })).not.toBeChecked();
});

test('the head says whether the member is in, checks in and out, and leads to the parts of the page', async ({
  page,
  desk,
  stack,
  cards,
}) => {
  await desk.signIn(page);
  const member = await pickMember(stack, cards, 35);
  await openProfile(page, member);
  const head = page.locator('main header');
  await expect(head.getByRole('status')).toHaveText('Not in the gym');
  await head.getByRole('button', { name: 'Check in' }).click();
  await expect(head.getByRole('status')).toHaveText(/In since \d\d:\d\d/);
  await expect(page.getByRole('region', { name: 'Verdict' })).toContainText(member.name);
  await expectAccessible(page);
  await head.getByRole('button', { name: 'Check out' }).click();
  await expect(head.getByRole('status')).toHaveText('Not in the gym');
  await head.getByRole('button', { name: 'Message' }).click();
  await expect(region(page, 'Message to the phone').getByLabel('Message')).toBeFocused();
  await head.getByRole('button', { name: 'More' }).press('Enter');
  await expectAccessible(page);
  await expect(page.getByRole('menuitem', { name: 'Roles' })).toHaveCount(0);
  await page.getByRole('menuitem', { name: 'Products' }).click();
  await expect(page.getByRole('heading', { name: 'Products' })).toBeFocused();
  await expect(page.getByRole('heading', { name: 'Products' })).toBeInViewport();
});

test('a message is sent once, and nothing more is promised', async ({ page, desk, stack, cards }) => {
  await desk.signIn(page);
  const member = await pickMember(stack, cards, 33);
  await openProfile(page, member);
  const message = region(page, 'Message to the phone');
  await message.getByRole('button', { name: 'Send message' }).click();
  await expect(message.getByLabel('Message')).toHaveAccessibleDescription(/Write something first/);
  await message.getByLabel('Message').fill('Your towel is at the counter');
  await expect(message.getByText('28 of 500 characters')).toBeVisible();
  await message.getByLabel(/Opens in the app/).fill('workouts');
  await message.getByRole('button', { name: 'Send message' }).dblclick();
  await expect(message.getByRole('status')).toContainText('does not report whether the message was read');
  await expect(message.getByLabel('Message')).toHaveValue('');
  await expectAccessible(page);
  const text = 'select text, deeplink from push_notifications where account_id = $1';
  const sent = await queryDatabase(stack, 'platform', [{ text, values: [member.accountId] }]);
  expect(sent).toEqual([{ text: 'Your towel is at the counter', deeplink: 'workouts' }]);
});

test('a visit is listed with what became of it', async ({ page, desk, stack, cards }) => {
  test.slow();
  await desk.signIn(page);
  const member = await pickMember(stack, cards, 34);
  await page.getByRole('searchbox', { name: 'Scan or search' }).fill(member.membershipId);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Verdict' })).toContainText(member.name);
  await openProfile(page, member);
  const visits = page.getByRole('list', { name: 'Visits' });
  await expect(visits.getByRole('listitem').first()).toContainText(/Check-in.*will be sent in a moment/);
  // sent when the time to undo it is over
  await expect(async () => {
    await page.reload();
    await expect(visits.getByRole('listitem').first()).toContainText('sent to the member system', { timeout: 2_000 });
  }).toPass({ timeout: 40_000 });
});

test.describe('a member who goes', () => {
  // a page that is open asks once more for what is gone
  test.use({ allowedConsoleError: /404/ });
  test.beforeEach(async ({ page, desk }) => desk.signIn(page, 'manager'));

  test('leaves by the end of the membership, and Back says so', async ({ page, stack, cards }) => {
    const member = await pickMember(stack, cards, 40);
    await page.goto('/members');
    await openProfile(page, member);
    await page.getByRole('button', { name: 'End membership' }).click();
    const dialog = page.getByRole('dialog', { name: `End the membership of ${member.name}?` });
    await expect(dialog).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'End membership' }).click();
    await expect(page.getByRole('heading', { name: 'Members', level: 1 })).toBeVisible();
    await page.getByRole('searchbox', { name: 'Find a member' }).fill(member.membershipId);
    await expect(page.getByText(/Nobody was found/)).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('heading', { name: 'This member is no longer here' })).toBeVisible();
    await expect(page.getByText(member.name)).toHaveCount(0);
    const text = 'select 1 from chain_profiles where account_id = $1';
    expect(await queryDatabase(stack, 'platform', [{ text, values: [member.accountId] }])).toHaveLength(1);
  });

  test('is erased once the name is typed, and nothing is left', async ({ page, stack, cards }) => {
    const member = await pickMember(stack, cards, 41);
    await openProfile(page, member);
    await page.getByRole('button', { name: 'Erase this person' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: `Erase ${member.name}?` });
    await expect(dialog.getByRole('textbox')).toBeFocused();
    await page.keyboard.type('Somebody Else');
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('textbox')).toHaveAccessibleDescription(/not the name/);
    await expectAccessible(page);
    await dialog.getByRole('textbox').fill(member.name);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Members', level: 1 })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('heading', { name: 'This member is no longer here' })).toBeVisible();
    await expect(page).not.toHaveTitle(new RegExp(member.lastName));
    const values = [member.accountId];
    const profile = 'select 1 from chain_profiles where account_id = $1';
    const mirror = 'select 1 from members where account_id = $1';
    expect(await queryDatabase(stack, 'platform', [{ text: profile, values }])).toEqual([]);
    expect(await queryDatabase(stack, 'desk', [{ text: mirror, values }])).toEqual([]);
  });

  test('is gone from a page that a colleague has open', async ({ page, context, stack, cards }) => {
    const member = await pickMember(stack, cards, 42);
    await openProfile(page, member);
    const colleague = await context.newPage();
    await openProfile(colleague, member);
    await colleague.getByRole('button', { name: 'End membership' }).click();
    await colleague.getByRole('dialog').getByRole('button', { name: 'End membership' }).click();
    await expect(page.getByRole('heading', { name: 'This member is no longer here' })).toBeVisible();
  });
});

test('reception cannot end memberships', async ({ page, desk, stack, cards }) => {
  await desk.signIn(page);
  await openProfile(page, await pickMember(stack, cards, 30));
  await expect(page.getByRole('button', { name: 'End membership' })).toHaveCount(0);
});
