import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { here } from '#app/_testing/at-counter.tsx';
import * as actions from '#app/g/[gym]/(office)/office/staff/actions.ts';
import { OfficeLayout } from '#components/office/office-layout.tsx';
import { expectAccessible, expectFineAtEveryWidth } from '#components/testing/browser/expect-accessible.ts';
import { startFakeDesk } from '#components/testing/browser/fake-desk.ts';
import { openScreen } from '#components/testing/browser/open-screen.tsx';
import type { Colleague, ColleagueList } from '#lib/wire/staff.ts';
import { StaffScreen } from './staff-screen.tsx';

const done = { ok: true, value: null } as const;
const west = { id: here, name: 'München West', isRetired: false };
const east = { id: '6f9d1c1e-1d0a-4f62-9b0e-5f3a3f1f9c11', name: 'München Ost', isRetired: false };
const link = { url: '/sign-in/link?token=abc', expiresAt: '2126-11-21T08:41:00.000Z', email: null };
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
  lastActiveAt: '2026-11-21T08:41:00.000Z',
  lastDid: null,
  locationIds: [here],
  ...given,
});
const ana = colleagueOf({ id: '6d1d8d6e-5f3a-4f55-9f6d-0d9a1b7c2e01', name: 'Ana Keller', role: 'reception' });
const mira = colleagueOf({ id: 'mira', name: 'Mira Sommer', role: 'manager', locationIds: [here, east.id] });

const dialog = page.getByRole('dialog');
const row = (name: string) => page.getByRole('list', { name: 'Staff' }).getByRole('listitem', { name });
const button = (name: string, action: string) => row(name).getByRole('button', { name: `${action}: ${name}` });
const inviteButton = page.getByRole('button', { name: 'Invite', exact: true });

async function openStaff(gyms: ColleagueList['locations'], ...colleagues: Colleague[]) {
  let staff = colleagues;
  startFakeDesk({
    '/api/desk/staff': (): ColleagueList => ({
      colleagues: staff,
      locations: gyms,
      passkeysRequiredOf: 'nobody',
    }),
  });
  const screen = <StaffScreen locationId={here} timeZone="Europe/Berlin" ownId="mira" />;
  await openScreen(<OfficeLayout>{screen}</OfficeLayout>, { path: '/office/staff', hasMain: true });
  await expect.element(row(colleagues[0]?.name ?? '')).toBeVisible();
  return (...now: Colleague[]) => {
    staff = now;
  };
}

afterEach(() => vi.restoreAllMocks());

test('a colleague is invited: mistakes are shown at their fields, and the link is shown, copied and scanned', async () => {
  const become = await openStaff([west, east], mira);
  await inviteButton.click();
  const [name, email] = [dialog.getByLabelText('Name'), dialog.getByLabelText('E-mail')];
  await expect.element(name).toHaveFocus();
  const submit = dialog.getByRole('button', { name: 'Invite' });
  await dialog.getByLabelText('München West').click();
  await submit.click();
  await expect.element(name).toHaveAccessibleDescription('Enter a name.');
  await expect.element(email).toHaveAccessibleDescription('Enter a complete e-mail address.');
  await expect.element(dialog).toHaveTextContent('Choose at least one gym.');
  await expectAccessible();
  expect(actions.inviteColleague).not.toHaveBeenCalled();

  await name.fill('Ben Okoro');
  await email.fill('mira@example.com');
  await dialog.getByText('Trainer').click();
  await dialog.getByLabelText('München Ost').click();
  vi.mocked(actions.inviteColleague).mockResolvedValueOnce({
    ok: true,
    value: { kind: 'emailTaken', name: 'Mira Sommer' },
  });
  await submit.click();
  await expect.element(email).toHaveAccessibleDescription(/Mira Sommer has this address already\./);
  await email.fill('ben@example.com');
  const ben = colleagueOf({ id: 'ben', name: 'Ben Okoro', role: 'trainer', isInvited: true, lastActiveAt: null });
  vi.mocked(actions.inviteColleague).mockImplementationOnce(async () => {
    become(mira, ben);
    return { ok: true, value: { kind: 'invited', link } };
  });
  await submit.click();
  const invited = { locationId: here, name: 'Ben Okoro', email: 'ben@example.com', role: 'trainer' };
  expect(vi.mocked(actions.inviteColleague).mock.lastCall).toEqual([{ ...invited, locationIds: [east.id] }]);

  const address = dialog.getByRole('textbox', { name: 'Link' });
  await expect.element(address).toHaveValue(`${window.location.origin}/sign-in/link?token=abc`);
  await expect.element(dialog.getByRole('img', { name: 'QR code of the link' })).toBeVisible();
  await expect.element(dialog).toHaveTextContent('This link opens only on the computer on which Front Desk runs');
  await expectAccessible();
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await dialog.getByRole('button', { name: 'Copy link' }).click();
  await expect.element(dialog.getByRole('status')).toHaveTextContent('The link is copied.');
  expect(write).toHaveBeenCalledWith(`${window.location.origin}/sign-in/link?token=abc`);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(row('Ben Okoro')).toHaveTextContent('Invited, no password yet');
});

test('where copying is not possible, the link is selected', async () => {
  await openStaff([west], ana);
  await button('Ana Keller', 'New sign-in link').click();
  const reachable = { ...link, url: 'https://desk.example.com/sign-in/link?token=abc' };
  vi.mocked(actions.createLink).mockResolvedValue({ ok: true, value: reachable });
  await dialog.getByRole('button', { name: 'New sign-in link' }).click();
  await expect.element(dialog.getByRole('textbox', { name: 'Link' })).toHaveValue(reachable.url);
  await expect.element(dialog).not.toHaveTextContent('opens only on');
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('not allowed'));
  vi.spyOn(document, 'execCommand').mockReturnValue(false);
  await dialog.getByRole('button', { name: 'Copy link' }).click();
  await expect.element(dialog.getByRole('status')).toHaveTextContent('copy it with the keyboard');
  const field = dialog.getByRole('textbox', { name: 'Link' }).element() as HTMLInputElement; // safe because: TextField renders an input
  expect([field.selectionStart, field.selectionEnd]).toEqual([0, field.value.length]);
  expect(vi.mocked(actions.createLink).mock.calls).toEqual([[{ locationId: here, staffId: ana.id }]]);
});

test('a link is sent by e-mail where the desk has a mail server, and what became of the e-mail is said', async () => {
  await openStaff([west], ana);
  await button('Ana Keller', 'New sign-in link').click();
  const mailed = { ...link, email: ana.email };
  vi.mocked(actions.createLink).mockResolvedValue({ ok: true, value: mailed });
  await dialog.getByRole('button', { name: 'New sign-in link' }).click();
  const send = dialog.getByRole('button', { name: 'Send to reception@demo.example' });
  for (const [kind, said] of [
    ['failed', 'could not be sent. Try again, or give Ana Keller the link in person.'],
    ['refused', 'does not deliver to reception@demo.example'],
    ['tooMany', 'many e-mails within an hour'],
  ] as const) {
    vi.mocked(actions.mailLink).mockResolvedValueOnce({ ok: true, value: { kind } });
    await send.click();
    await expect.element(dialog).toHaveTextContent(said);
  }
  await expectAccessible();
  vi.mocked(actions.mailLink).mockResolvedValueOnce({ ok: true, value: { kind: 'sent' } });
  await send.click();
  await expect.element(dialog).toHaveTextContent('Sent to reception@demo.example.');
  await expect.element(dialog).not.toHaveTextContent('in person');
  await expect.element(send).not.toBeInTheDocument();
  expect(vi.mocked(actions.mailLink).mock.lastCall).toEqual([{ locationId: here, token: 'abc' }]);
});

test('role and gyms are changed by keyboard, and only the changes are sent', async () => {
  const become = await openStaff([west, east], ana, mira);
  button('Ana Keller', 'Change role and gyms').element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog.getByLabelText('Reception')).toBeChecked();
  await expect.element(dialog.getByLabelText('München West')).toBeChecked();
  await expectAccessible();
  dialog.getByLabelText('München Ost').element().focus();
  await userEvent.keyboard(' ');
  vi.mocked(actions.placeColleague).mockImplementation(async () => {
    become({ ...ana, locationIds: [here, east.id] }, mira);
    return done;
  });
  await userEvent.keyboard('{Enter}');
  await expect.element(row('Ana Keller')).toHaveTextContent('München West, München Ost');
  const change = { locationId: here, staffId: ana.id, role: undefined, add: [east.id], remove: [] };
  expect(vi.mocked(actions.placeColleague).mock.calls).toEqual([[change]]);
});

test('a colleague who also works in another manager’s gym keeps the role, and can leave this gym', async () => {
  await openStaff([west, east], { ...ana, isFullyManaged: false }, mira);
  await button('Ana Keller', 'Change role and gyms').click();
  await expect.element(dialog).toHaveTextContent('only somebody who manages all of these gyms can change the role');
  await dialog.getByLabelText('München West').click();
  vi.mocked(actions.placeColleague).mockResolvedValue(done);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(vi.mocked(actions.placeColleague).mock.lastCall?.[0]).toMatchObject({ remove: [here] });
});

test('a retired gym can be taken from a colleague, is offered to nobody, and is not the one where somebody works', async () => {
  const retired = { ...east, isRetired: true };
  const ben = colleagueOf({ id: 'ben', name: 'Ben Okoro', role: 'trainer' });
  await openStaff([west, retired], { ...ana, locationIds: [here, east.id] }, ben);
  await expect.element(row('Ana Keller')).toHaveTextContent('München West, München Ost (retired)');
  await button('Ana Keller', 'Change role and gyms').click();
  const [open, closed] = [dialog.getByLabelText('München West'), dialog.getByLabelText('München Ost (retired)')];
  await expect.element(closed).toBeChecked();
  await open.click();
  const save = dialog.getByRole('button', { name: 'Save' });
  await save.click();
  await expect.element(dialog).toHaveTextContent('Choose at least one gym.');
  expect(actions.placeColleague).not.toHaveBeenCalled();
  await open.click();
  await closed.click();
  vi.mocked(actions.placeColleague).mockResolvedValue(done);
  await save.click();
  await expect.element(dialog).not.toBeInTheDocument();
  const change = { locationId: here, staffId: ana.id, role: undefined, add: [], remove: [east.id] };
  expect(vi.mocked(actions.placeColleague).mock.calls).toEqual([[change]]);

  await button('Ben Okoro', 'Change role and gyms').click();
  await expect.element(dialog).toHaveTextContent('Reception');
  await expect.element(dialog).not.toHaveTextContent('München Ost');
  await userEvent.keyboard('{Escape}');
  await inviteButton.click();
  await expect.element(dialog).toHaveTextContent('Reception');
  await expect.element(dialog).not.toHaveTextContent('München Ost');
});

test('who works only at a retired gym gets another role and keeps it, and is not taken from it without another', async () => {
  const carla = colleagueOf({ id: 'carla', name: 'Carla Diaz', role: 'trainer', locationIds: [east.id] });
  await openStaff([west, { ...east, isRetired: true }], carla);
  await button('Carla Diaz', 'Change role and gyms').click();
  await dialog.getByText('Reception').click();
  const closed = dialog.getByLabelText('München Ost (retired)');
  await closed.click();
  const save = dialog.getByRole('button', { name: 'Save' });
  await save.click();
  await expect.element(dialog).toHaveTextContent('Choose at least one gym.');
  expect(actions.placeColleague).not.toHaveBeenCalled();
  await closed.click();
  vi.mocked(actions.placeColleague).mockResolvedValue(done);
  await save.click();
  await expect.element(dialog).not.toBeInTheDocument();
  const change = { locationId: here, staffId: 'carla', role: 'reception', add: [], remove: [] };
  expect(vi.mocked(actions.placeColleague).mock.lastCall).toEqual([change]);
});

test('a colleague is disabled after a question that says what happens, and enabled again', async () => {
  const become = await openStaff([west], ana, mira);
  await button('Ana Keller', 'Disable').click();
  await expect.element(dialog).toHaveTextContent('signed out everywhere at once and cannot sign in any more');
  await expectAccessible();
  vi.mocked(actions.disableColleague).mockImplementation(async () => {
    become({ ...ana, isDisabled: true }, mira);
    return done;
  });
  await dialog.getByRole('button', { name: 'Disable' }).click();
  await button('Ana Keller', 'Enable').click();
  vi.mocked(actions.enableColleague).mockImplementation(async () => {
    become(ana, mira);
    return done;
  });
  await dialog.getByRole('button', { name: 'Enable' }).click();
  await expect.element(button('Ana Keller', 'Disable')).toBeVisible();
  for (const action of [actions.disableColleague, actions.enableColleague]) {
    expect(vi.mocked(action).mock.calls).toEqual([[{ locationId: here, staffId: ana.id }]]);
  }
});

test('name and e-mail are changed by keyboard: only what changes is sent, and an address of somebody else is refused at its field', async () => {
  const become = await openStaff([west, east], ana, mira);
  button('Ana Keller', 'Change name and e-mail').element().focus();
  await userEvent.keyboard('{Enter}');
  const [name, email] = [dialog.getByLabelText('Name'), dialog.getByLabelText('E-mail')];
  await expect.element(name).toHaveFocus();
  await expect.element(dialog).toHaveTextContent('Ana Keller stays signed in');
  await name.fill('');
  await email.fill('mira');
  const save = dialog.getByRole('button', { name: 'Save' });
  await save.click();
  await expect.element(name).toHaveAccessibleDescription('Enter a name.');
  await expect.element(email).toHaveAccessibleDescription('Enter a complete e-mail address.');
  await expectAccessible();
  expect(actions.correctColleague).not.toHaveBeenCalled();

  await name.fill('Ana Vogt');
  await email.fill('mira@example.com');
  vi.mocked(actions.correctColleague).mockResolvedValueOnce({
    ok: true,
    value: { kind: 'emailTaken', name: 'Mira Sommer' },
  });
  await save.click();
  await expect.element(email).toHaveAccessibleDescription('Mira Sommer has this address already.');
  await email.fill(ana.email);
  vi.mocked(actions.correctColleague).mockImplementation(async () => {
    become({ ...ana, name: 'Ana Vogt' }, mira);
    return { ok: true, value: { kind: 'corrected' } };
  });
  await save.click();
  await expect.element(row('Ana Vogt')).toBeVisible();
  const who = { locationId: here, staffId: ana.id };
  expect(vi.mocked(actions.correctColleague).mock.calls).toEqual([
    [{ ...who, name: 'Ana Vogt', email: 'mira@example.com' }],
    [{ ...who, name: 'Ana Vogt', email: undefined }],
  ]);
});

test('the name of a disabled colleague is deleted after a question that says what stays, and the row is gone', async () => {
  const become = await openStaff([west], { ...ana, isDisabled: true }, mira);
  await button('Ana Keller', 'Delete name and address').click();
  await expect.element(dialog).toHaveTextContent('cannot be undone');
  await expect.element(dialog).toHaveTextContent('stays in visits, notes and the log, under “Former colleague”');
  await expectAccessible();
  vi.mocked(actions.forgetColleague).mockImplementation(async () => {
    become(mira);
    return { ok: true, value: { kind: 'forgotten' } };
  });
  await dialog.getByRole('button', { name: 'Delete name and address' }).click();
  await expect.element(row('Ana Keller')).not.toBeInTheDocument();
  expect(vi.mocked(actions.forgetColleague).mock.calls).toEqual([[{ locationId: here, staffId: ana.id }]]);
});

test('of a manager who was disabled a moment ago, the name stays, and the page says from when on it can be deleted', async () => {
  await openStaff([west], { ...ana, role: 'manager', isDisabled: true }, mira);
  await button('Ana Keller', 'Delete name and address').click();
  await expect.element(dialog).toHaveTextContent('Tasks of Ana Keller show the name that the member system has');
  const from = '2031-11-20T20:41:00Z';
  vi.mocked(actions.forgetColleague).mockResolvedValue({ ok: true, value: { kind: 'tooEarly', from } });
  await dialog.getByRole('button', { name: 'Delete name and address' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(page.getByText(/possible from 20 Nov 2031, 21:41 on/)).toBeVisible();
  await expect.element(row('Ana Keller')).toBeVisible();
});

test.each(['light', 'dark'])('the list and the link fit every width: %s', async (theme) => {
  document.documentElement.dataset.theme = theme;
  await openStaff([west, east], ana, { ...mira, hasBadge: true });
  await expectFineAtEveryWidth();
  await button('Ana Keller', 'New sign-in link').click();
  vi.mocked(actions.createLink).mockResolvedValue({ ok: true, value: link });
  await dialog.getByRole('button', { name: 'New sign-in link' }).click();
  await expect.element(dialog.getByRole('textbox', { name: 'Link' })).toBeVisible();
  const code = dialog.getByRole('img', { name: 'QR code of the link' }).element();
  const colours = [...code.children].map((part) => getComputedStyle(part).fill);
  expect(colours).toEqual(['rgb(255, 255, 255)', 'rgb(0, 0, 0)']);
  await expectFineAtEveryWidth();
  delete document.documentElement.dataset.theme;
});
