import { expect, test } from 'vitest';
import { render, textOf } from '#components/testing/render.tsx';
import type { Colleague, PasskeyRequirement } from '#lib/wire/staff.ts';
import { ColleagueRow } from './colleague-row.tsx';

const ana: Colleague = {
  id: '1',
  name: 'Ana Keller',
  initials: 'AK',
  role: 'reception',
  email: 'ana@example.com',
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
  lastActiveAt: '2026-11-20T08:41:07.123Z',
  lastDid: null,
  locationIds: ['here'],
};
const signOut = 'Sign out everywhere: Ana Keller';
const change = 'Change role and gyms: Ana Keller';
const correct = 'Change name and e-mail: Ana Keller';
const [link, disable] = ['New sign-in link: Ana Keller', 'Disable: Ana Keller'];
interface RowOptions {
  isOwn: boolean;
  gyms: string[];
  passkeysRequiredOf: PasskeyRequirement;
}
const row = (
  colleague: Partial<Colleague>,
  { isOwn = false, gyms = [], passkeysRequiredOf = 'nobody' }: Partial<RowOptions> = {},
) => {
  const markup = render(
    <ColleagueRow
      colleague={{ ...ana, ...colleague }}
      isOwn={isOwn}
      gyms={gyms}
      passkeysRequiredOf={passkeysRequiredOf}
      timeZone="Europe/Berlin"
      onAllowReports={async () => ({ ok: true, value: null })}
      onAllowed={async () => {}}
      onAsk={() => {}}
    />,
  );
  const buttons = [...markup.matchAll(/<button[^>]*aria-label="([^"]*)"/g)].map(([, label]) => label);
  return { text: textOf(markup), buttons };
};

test('a colleague without badge and account can get both, and each button names the colleague', () => {
  const { buttons } = row({});
  const both = ['Assign badge: Ana Keller', 'Link account: Ana Keller'];
  expect(buttons).toEqual([change, correct, link, signOut, disable, ...both]);
});

test('a colleague with both can have both removed', () => {
  const { text, buttons } = row({ hasBadge: true, account: { name: 'Ana K.' } });
  expect(buttons).toEqual([
    change,
    correct,
    link,
    signOut,
    disable,
    'Change PIN: Ana Keller',
    'Remove badge: Ana Keller',
    'Unlink account: Ana Keller',
  ]);
  expect(text).toContain('Has a badge');
  expect(text).toContain('Ana K.');
});

test('for a colleague who also works in another manager’s gym, nothing is offered that grants access, with the reason', () => {
  const { text, buttons } = row({ hasBadge: true, isFullyManaged: false });
  expect(buttons).toEqual([change, signOut, 'Remove badge: Ana Keller', 'Link account: Ana Keller']);
  expect(text).toContain('Also works in a gym that is not yours.');
});

test('of somebody who works only at a retired gym the row says so, and offers no account at the member system of this one', () => {
  const { text, buttons } = row({ worksHere: false });
  expect(buttons).toEqual([change, correct, link, signOut, disable, 'Assign badge: Ana Keller']);
  expect(text).toContain('Only at a retired gym');
  expect(row({}).text).not.toContain('Only at a retired gym');
});

test('a disabled colleague can only be enabled, or have name and address deleted', () => {
  const { text, buttons } = row({ isDisabled: true });
  expect(buttons).toEqual(['Enable: Ana Keller', 'Delete name and address: Ana Keller']);
  expect(row({ isDisabled: true, isFullyManaged: false }).buttons).toEqual([]);
  expect(text).toContain('Disabled');
});

test('an invited colleague has no session to end, and the invitation can be withdrawn', () => {
  const { text, buttons } = row({ isInvited: true, lastActiveAt: null });
  expect(buttons).toEqual([
    change,
    correct,
    link,
    'Withdraw invitation: Ana Keller',
    disable,
    'Assign badge: Ana Keller',
    'Link account: Ana Keller',
  ]);
  expect(text).toContain('Invited, no password yet');
});

test('an invited colleague who works by badge can be signed out', () => {
  expect(row({ isInvited: true, hasBadge: true }).buttons).toContain(signOut);
});

test('managers do not change their own access, but their name', () => {
  const own = ['Assign badge: Ana Keller', 'Link account: Ana Keller'];
  expect(row({}, { isOwn: true }).buttons).toEqual([correct, signOut, ...own]);
});

test('a colleague is shown with gyms and last activity', () => {
  const lastDid = { action: 'moveCard', at: '2026-11-21T08:40:07.123Z' } as const;
  const { text } = row(
    { lastActiveAt: '2026-11-21T08:41:07.123Z', lastDid },
    { gyms: ['München West', 'München Ost'] },
  );
  expect(text).toContain('München West, München Ost');
  expect(text).toMatch(/Last active .*09:41/);
  expect(text).toMatch(/In the log last: Took a card from a member for another one, .*09:40/);
  expect(row({ lastActiveAt: null }).text).toContain('Never signed in');
});

test('a locked badge says since when, and can be opened', () => {
  const { text, buttons } = row({ hasBadge: true, badgeLockedAt: '2026-11-21T08:41:07.123Z' });
  expect(text).toMatch(/Locked since .*09:41, after 30 wrong PINs/);
  expect(buttons).toContain('Unlock badge: Ana Keller');
});

test('a sign-in locked by too many failures shows when and from which address', () => {
  const passwordLock = { at: '2026-11-21T08:41:07.123Z', clientAddress: '198.51.100.7' };
  expect(row({ passwordLock }).text).toMatch(/refused at .*09:41.* 198\.51\.100\.7/);
  expect(row({}).text).not.toContain('refused');
});

test('the row of a colleague who lacks a required passkey says so, whichever gym requires it', () => {
  const isTold = (person: Partial<Colleague>) => row(person).text.includes('No passkey yet');
  expect(isTold({ lacksPasskey: true })).toBe(true);
  expect(isTold({})).toBe(false);
  expect(isTold({ lacksPasskey: true, isDisabled: true })).toBe(false);
});

test('the row of a colleague without a required passkey says until when it can be put off, and offers more time', () => {
  const lacking = (passkeyDueAt: string | null, options: Partial<RowOptions> = {}, person: Partial<Colleague> = {}) =>
    row({ passkeyDueAt, lacksPasskey: true, ...person }, options);
  const give = 'Allow 7 days without passkey: Ana Keller';
  const [past, future] = ['2026-11-20T08:41:00.000Z', '2126-11-27T08:41:00.000Z'];
  expect(lacking(null).text).toContain('asked for one at the next sign-in');
  expect(lacking(null).buttons).not.toContain(give);
  expect(lacking(future).text).toMatch(/Can put it off until 27 Nov 2126, 09:41/);
  expect(lacking(past).text).toMatch(/time to put it off has ended \(20 Nov.*, 09:41\)/);
  for (const at of [past, future]) expect(lacking(at).buttons).toContain(give);
  expect(lacking(past, { isOwn: true }).buttons).not.toContain(give);
  expect(row({ passkeyDueAt: past }).buttons).not.toContain(give);
  // of somebody who works in other managers' gyms too, a manager of the gym that requires it
  const offered = (passkeysRequiredOf: PasskeyRequirement) =>
    lacking(past, { passkeysRequiredOf }, { isFullyManaged: false }).buttons.includes(give);
  expect([offered('nobody'), offered('managers'), offered('everybody')]).toEqual([false, false, true]);
});

test('lost passkeys of a colleague can be removed', () => {
  const withOne = row({ hasPasskey: true });
  expect(withOne.text).toContain('Has a passkey');
  expect(withOne.buttons).toContain('Remove passkeys: Ana Keller');
  expect(row({ hasPasskey: true }, { isOwn: true }).buttons).not.toContain('Remove passkeys: Ana Keller');
});

const reports = 'May read reports';

test('a manager may allow the reports to others who work at this gym', () => {
  expect(row({}).text).toContain(reports);
  expect(row({ role: 'trainer', mayReadReports: true }).text).toContain(reports);
  for (const other of [{ role: 'manager' }, { worksHere: false }, { isDisabled: true }] as const) {
    expect(row(other).text).not.toContain(reports);
  }
  expect(row({}, { isOwn: true }).text).not.toContain(reports);
});
