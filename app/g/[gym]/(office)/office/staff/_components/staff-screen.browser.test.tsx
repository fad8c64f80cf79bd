import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { here } from '#app/_testing/at-counter.tsx';
import * as actions from '#app/g/[gym]/(office)/office/staff/actions.ts';
import { OfficeLayout } from '#components/office/office-layout.tsx';
import { expectAccessible, expectFineAtEveryWidth } from '#components/testing/browser/expect-accessible.ts';
import { startFakeDesk } from '#components/testing/browser/fake-desk.ts';
import { openScreen } from '#components/testing/browser/open-screen.tsx';
import { scan } from '#components/testing/browser/scan.ts';
import { handOverScan } from '#lib/browser/scan/scan-targets.ts';
import type { Colleague, ColleagueList, PasskeyRequirement } from '#lib/wire/staff.ts';
import { StaffScreen } from './staff-screen.tsx';

const card = '04B0C0D1E2F3A6';
const account = '8d0ce0f6-62a1-4d4f-8a1f-0b8f2c9a7e55';
const done = { ok: true, value: null } as const;
const colleagueOf = (given: Pick<Colleague, 'id' | 'name' | 'role'> & Partial<Colleague>): Colleague => ({
  initials: given.name.replace(/[^A-Z]/g, ''),
  email: `${given.role}@demo.example`,
  isDisabled: false,
  passwordLock: null,
  hasBadge: false,
  hasPasskey: false,
  lacksPasskey: false,
  passkeyDueAt: null,
  badgeLockedAt: null,
  isFullyManaged: true,
  worksHere: true,
  account: null,
  isInvited: false,
  lastActiveAt: null,
  lastDid: null,
  locationIds: [here],
  ...given,
});
const ana = colleagueOf({ id: 'ana', name: 'Ana Keller', role: 'reception' });
const jonas = colleagueOf({ id: 'jonas', name: 'Jonas Brandt', role: 'trainer' });
const mira = colleagueOf({ id: 'mira', name: 'Mira Sommer', role: 'manager', account: { name: 'Mira Sommer' } });

const gyms = [
  { id: here, name: 'München West', isRetired: false },
  { id: 'east', name: 'München Ost', isRetired: false },
];

let passkeysRequiredOf: PasskeyRequirement;
beforeEach(() => {
  passkeysRequiredOf = 'nobody';
});

const dialog = page.getByRole('dialog');
const row = (name: string) => page.getByRole('list', { name: 'Staff' }).getByRole('listitem', { name });
const button = (name: string, action: string) => row(name).getByRole('button', { name: `${action}: ${name}` });
const pin = dialog.getByLabelText('PIN', { exact: true });
const again = dialog.getByLabelText('PIN again');

/** @returns sets the desk's staff for later responses */
async function openStaff(...colleagues: Colleague[]) {
  let staff = colleagues;
  startFakeDesk({
    '/api/desk/staff': (): ColleagueList => ({
      colleagues: staff,
      locations: gyms,
      passkeysRequiredOf,
    }),
  });
  const screen = <StaffScreen locationId={here} timeZone="Europe/Berlin" ownId="mira" />;
  await openScreen(<OfficeLayout>{screen}</OfficeLayout>, { path: '/office/staff', hasMain: true });
  await expect.element(row(colleagues[0]?.name ?? '')).toBeVisible();
  return (...now: Colleague[]) => {
    staff = now;
  };
}

test.each(['light', 'dark'])('all staff are listed on phone and tablet: %s', async (theme) => {
  document.documentElement.dataset.theme = theme;
  await openStaff(ana, { ...jonas, hasBadge: true }, mira);
  for (const name of ['Ana Keller', 'Jonas Brandt', 'Mira Sommer']) await expect.element(row(name)).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Staff' })).toHaveAttribute('aria-current', 'page');
  await expectFineAtEveryWidth();
  delete document.documentElement.dataset.theme;
});

test('a PIN is changed and a badge removed by keyboard', async () => {
  const become = await openStaff({ ...ana, hasBadge: true });
  button('Ana Keller', 'Change PIN').element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(pin).toHaveFocus();
  await userEvent.keyboard('4711{Tab}4712{Enter}');
  await expect.element(again).toHaveAccessibleDescription('The PINs do not match.');
  await expectAccessible();
  expect(actions.changePin).not.toHaveBeenCalled();
  await again.fill('4711');
  vi.mocked(actions.changePin).mockResolvedValue(done);
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Ana Keller has a new PIN.')).toBeVisible();
  expect(vi.mocked(actions.changePin).mock.calls).toEqual([[{ locationId: here, staffId: 'ana', pin: '4711' }]]);

  await expect.element(button('Ana Keller', 'Change PIN')).toHaveFocus();
  button('Ana Keller', 'Remove badge').element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog).toHaveTextContent('blocked from this moment on, in every gym');
  await expectAccessible();
  vi.mocked(actions.takeBadge).mockImplementation(async () => {
    become(ana);
    return done;
  });
  dialog.getByRole('button', { name: 'Remove badge' }).element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(row('Ana Keller')).toHaveTextContent('No badge');
  await expect.element(page.getByText('Ana Keller no longer has a badge.')).toBeVisible();
  expect(vi.mocked(actions.takeBadge).mock.calls).toEqual([[{ locationId: here, staffId: 'ana' }]]);
});

test('a card that cannot be a badge is reported at its field', async () => {
  await openStaff(ana);
  await button('Ana Keller', 'Assign badge').click();
  const number = dialog.getByLabelText('Card number');
  const give = dialog.getByRole('button', { name: 'Assign badge' });
  await expect.element(number).toHaveFocus();
  await give.click();
  await expect.element(number).toHaveAccessibleDescription(/Hold a card to the reader or type its number\./);
  await expect.element(pin).toHaveAccessibleDescription(/This PIN needs 4 to 8 digits\./);
  await expect.element(number).toHaveFocus();
  await expectAccessible();

  await pin.fill('1234');
  await again.fill('1234');
  await number.fill('M-10442');
  await give.click();
  await expect.element(pin).toHaveAccessibleDescription(/too easy to guess, or one of the most used/);
  expect(actions.giveBadge).not.toHaveBeenCalled();
  await pin.fill('9173');
  await again.fill('9173');
  vi.mocked(actions.giveBadge).mockResolvedValue({ ok: true, value: { kind: 'unreadable' } });
  await give.click();
  await expect.element(number).toHaveAccessibleDescription(/This is not a card number\./);
  await expect.element(number).toHaveFocus();

  // a scan while the focus is in a PIN field fills the card all the same
  await again.click();
  await scan(card);
  await expect.element(number).toHaveValue(card);
  await expect.element(again).toHaveValue('9173');
  await expect.element(number).not.toHaveAccessibleDescription(/not a card number/);
  const taken = { kind: 'takenByMember', name: 'Lena Vogt' } as const;
  vi.mocked(actions.giveBadge).mockResolvedValue({ ok: true, value: taken });
  await give.click();
  await expect.element(number).toHaveAccessibleDescription(/This is the card of the member Lena Vogt\./);
  const badge = { locationId: here, staffId: 'ana', pin: '9173' };
  expect(vi.mocked(actions.giveBadge).mock.calls).toEqual([
    [{ ...badge, card: 'M-10442', source: 'typed' }],
    [{ ...badge, card, source: 'scan' }],
  ]);
});

test('a badge is created from a scanned card and a PIN', async () => {
  const become = await openStaff(ana);
  await button('Ana Keller', 'Assign badge').click();
  await expect.element(dialog.getByLabelText('Card number')).toHaveFocus();
  expect(handOverScan(card)).toBe(true);
  await expect.element(dialog.getByLabelText('Card number')).toHaveValue(card);
  await expect.element(pin).toHaveFocus();
  vi.mocked(actions.giveBadge).mockImplementation(async () => {
    become({ ...ana, hasBadge: true });
    return { ok: true, value: { kind: 'given' } };
  });
  await userEvent.keyboard('9173{Tab}9173{Enter}');
  await expect.element(row('Ana Keller')).toHaveTextContent('Has a badge');
  await expect.element(dialog).not.toBeInTheDocument();
  expect(handOverScan(card)).toBe(false);
});

test('a locked badge is unlocked after a confirmation', async () => {
  const locked = { ...ana, hasBadge: true, badgeLockedAt: '2026-11-21T08:41:07.123Z' };
  const become = await openStaff(locked);
  await expect.element(row('Ana Keller')).toHaveTextContent(/Locked since .* after 30 wrong PINs/);
  await button('Ana Keller', 'Unlock badge').click();
  await expect.element(dialog).toHaveTextContent('Ask Ana Keller first');
  expect(actions.openBadge).not.toHaveBeenCalled();
  vi.mocked(actions.openBadge).mockImplementation(async () => {
    become({ ...locked, badgeLockedAt: null });
    return done;
  });
  await dialog.getByRole('button', { name: 'Unlock badge' }).click();
  await expect.element(row('Ana Keller')).not.toHaveTextContent('Locked');
  expect(vi.mocked(actions.openBadge).mock.calls).toEqual([[{ locationId: here, staffId: 'ana' }]]);
});

test('the account of a colleague is looked up and linked', async () => {
  const become = await openStaff(ana, jonas);
  await button('Jonas Brandt', 'Link account').click();
  const email = dialog.getByLabelText('E-mail');
  await expect.element(email).toHaveValue('trainer@demo.example');
  await email.fill('nobody');
  await userEvent.keyboard('{Enter}');
  await expect.element(email).toHaveAccessibleDescription(/Enter a complete e-mail address\./);
  await email.fill('nobody.at.all@demo.example');
  vi.mocked(actions.findStaffAccount).mockResolvedValue({ ok: true, value: { kind: 'unknown' } });
  await userEvent.keyboard('{Enter}');
  await expect.element(email).toHaveAccessibleDescription(/The member system knows nobody with this address\./);

  await email.fill('lena@demo.example');
  const found = { kind: 'found', accountId: account, name: 'Lena Vogt' } as const;
  vi.mocked(actions.findStaffAccount).mockResolvedValue({ ok: true, value: found });
  const lookUp = dialog.getByRole('button', { name: 'Look up' });
  await lookUp.click();
  await expect.element(dialog.getByRole('status')).toHaveTextContent('This is the account of Lena Vogt.');
  await expectAccessible();
  vi.mocked(actions.linkAccount).mockImplementation(async () => {
    become(ana, { ...jonas, account: { name: 'Lena Vogt' } });
    return { ok: true, value: { kind: 'linked' } };
  });
  const link = dialog.getByRole('button', { name: 'Link account' });
  await link.click();
  await expect.element(page.getByText('Jonas Brandt is linked.')).toBeVisible();
  const linked = { locationId: here, email: 'lena@demo.example', accountId: account };
  expect(vi.mocked(actions.linkAccount).mock.lastCall).toEqual([{ ...linked, staffId: 'jonas' }]);

  await expect.element(button('Jonas Brandt', 'Unlink account')).toBeVisible();

  await button('Ana Keller', 'Link account').click();
  await email.fill('lena@demo.example');
  await lookUp.click();
  const taken = { kind: 'takenByColleague', name: 'Jonas Brandt' } as const;
  vi.mocked(actions.linkAccount).mockResolvedValue({ ok: true, value: taken });
  await link.click();
  await expect.element(email).toHaveAccessibleDescription(/This account is linked to Jonas Brandt already\./);
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
});

test('the confirmation before unlinking names the colleague and what they can no longer do', async () => {
  const become = await openStaff({ ...jonas, account: { name: 'Lena Vogt' } });
  await button('Jonas Brandt', 'Unlink account').click();
  await expect.element(dialog).toHaveTextContent('Jonas Brandt then cannot set or complete tasks');
  await expectAccessible();
  vi.mocked(actions.unlinkAccount).mockImplementation(async () => {
    become(jonas);
    return { ok: true, value: null };
  });
  await dialog.getByRole('button', { name: 'Unlink account' }).click();
  await expect.element(button('Jonas Brandt', 'Link account')).toBeVisible();
});

test('a manager gives a colleague more time for the passkey that the gym requires', async () => {
  const late = { ...jonas, lacksPasskey: true, passkeyDueAt: '2026-11-20T08:41:00.000Z' };
  const become = await openStaff(late);
  await expect.element(row('Jonas Brandt')).toHaveTextContent('the password alone no longer lets them in');
  await button('Jonas Brandt', 'Allow 7 days without passkey').click();
  await expect.element(dialog).toHaveTextContent('For seven days from now');
  await expectFineAtEveryWidth();
  vi.mocked(actions.giveTimeForPasskey).mockImplementation(async () => {
    become({ ...late, passkeyDueAt: '2126-11-27T08:41:00.000Z' });
    return { ok: true, value: { kind: 'given' } };
  });
  await dialog.getByRole('button', { name: 'Allow 7 days without passkey' }).click();
  await expect.element(row('Jonas Brandt')).toHaveTextContent('Can put it off until');
  await expect.element(page.getByText('Jonas Brandt has seven more days to add a passkey.')).toBeVisible();

  await button('Jonas Brandt', 'Allow 7 days without passkey').click();
  vi.mocked(actions.giveTimeForPasskey).mockImplementation(async () => {
    become({ ...jonas, hasPasskey: true });
    return { ok: true, value: { kind: 'notNeeded' } };
  });
  await dialog.getByRole('button', { name: 'Allow 7 days without passkey' }).click();
  await expect.element(page.getByText('Jonas Brandt needs no more days')).toBeVisible();
});

test('whoever has no passkey is told to add one before they require it', async () => {
  await openStaff(mira);
  vi.mocked(actions.requirePasskeys).mockResolvedValueOnce({ ok: true, value: { kind: 'ownPasskeyFirst' } });
  const need = page.getByRole('combobox', { name: 'Who needs a passkey' });
  await need.click();
  await page.getByRole('option', { name: 'Managers' }).click();
  await expect.element(page.getByText('first add a passkey for yourself')).toBeVisible();
  await expect.element(need).toHaveTextContent('Nobody');

  vi.mocked(actions.requirePasskeys).mockResolvedValueOnce({ ok: true, value: { kind: 'notHere' } });
  await need.click();
  await page.getByRole('option', { name: 'Managers' }).click();
  await expect.element(page.getByText('no address at which passkeys work')).toBeVisible();
});

test('whoever chooses in an old list is told that another manager had changed it, and sees the choice of now', async () => {
  await openStaff(mira);
  const need = page.getByRole('combobox', { name: 'Who needs a passkey' });
  await expect.element(need).toHaveTextContent('Nobody');
  passkeysRequiredOf = 'everybody';
  vi.mocked(actions.requirePasskeys).mockResolvedValueOnce({ ok: true, value: { kind: 'changedMeanwhile' } });
  await need.click();
  await page.getByRole('option', { name: 'Managers' }).click();
  await expect.element(page.getByText('somebody else had changed the same thing first')).toBeVisible();
  await expect.element(need).toHaveTextContent('Everybody');
  const sent = { locationId: here, shown: 'nobody', requiredOf: 'managers' };
  expect(vi.mocked(actions.requirePasskeys).mock.lastCall).toEqual([sent]);
});

test('an answer of an earlier version, which does not say who lacks a passkey, is listed without that', async () => {
  await openStaff({ ...ana, lacksPasskey: undefined, passkeyDueAt: undefined });
  await expect.element(row('Ana Keller')).not.toHaveTextContent('No passkey yet');
});

test('while a choice is being saved, no other one can be made', async () => {
  await openStaff(ana);
  const saved = Promise.withResolvers<void>();
  vi.mocked(actions.requirePasskeys).mockImplementationOnce(async ({ requiredOf }) => {
    await saved.promise;
    passkeysRequiredOf = requiredOf;
    return { ok: true, value: { kind: 'set' } };
  });
  const need = page.getByRole('combobox', { name: 'Who needs a passkey' });
  await need.click();
  await page.getByRole('option', { name: 'Managers' }).click();
  await expect.element(need).toHaveAttribute('aria-disabled', 'true');
  need.element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(need).toHaveAttribute('aria-expanded', 'false');
  saved.resolve();
  await expect.element(need).toHaveAttribute('aria-disabled', 'false');
  await expect.element(need).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('option', { name: 'Everybody' })).toBeVisible();
});

test('a manager chooses who needs a passkey, and the list then says who has none', async () => {
  const become = await openStaff(ana, { ...jonas, hasPasskey: true }, mira);
  const need = page.getByRole('combobox', { name: 'Who needs a passkey' });
  await expect.element(need).toHaveTextContent('Nobody');
  await expect.element(need).toHaveAccessibleDescription(/a password alone no longer signs anybody in/);
  await expect.element(need).toHaveAccessibleDescription(/not on a computer that others unlock/);
  vi.mocked(actions.requirePasskeys).mockImplementation(async ({ requiredOf }) => {
    passkeysRequiredOf = requiredOf;
    become(
      { ...ana, lacksPasskey: requiredOf === 'everybody' },
      { ...jonas, hasPasskey: true },
      { ...mira, lacksPasskey: true },
    );
    return { ok: true, value: { kind: 'set' } };
  });
  await need.click();
  const options = page
    .getByRole('option')
    .elements()
    .map((option) => option.textContent);
  expect(options).toEqual(['Nobody', 'Managers', 'Everybody']);
  await page.getByRole('option', { name: 'Managers' }).click();
  await expect.element(row('Mira Sommer')).toHaveTextContent('No passkey yet');
  await expect.element(row('Ana Keller')).not.toHaveTextContent('No passkey yet');

  need.element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('option', { name: 'Managers' })).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(page.getByRole('option', { name: 'Everybody' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(row('Ana Keller')).toHaveTextContent('No passkey yet');
  await expect.element(row('Jonas Brandt')).toHaveTextContent('Has a passkey');
  await expect.element(need).toHaveTextContent('Everybody');
  const asked = vi.mocked(actions.requirePasskeys).mock.calls.map(([{ requiredOf }]) => requiredOf);
  expect(asked).toEqual(['managers', 'everybody']);
  await expectFineAtEveryWidth();
});
