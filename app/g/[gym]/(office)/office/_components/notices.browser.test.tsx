import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { here } from '#app/_testing/at-counter.tsx';
import { sampleConnection } from '#app/_testing/sample-connection.ts';
import { decideAbsent } from '#app/g/[gym]/(office)/office/actions.ts';
import { LegacyScreen } from '#app/g/[gym]/(office)/office/connection/_components/legacy-screen.tsx';
import { PlatformBanner } from '#components/check-in/platform-banner.tsx';
import { expectAccessible } from '#components/testing/browser/expect-accessible.ts';
import { startFakeDesk } from '#components/testing/browser/fake-desk.ts';
import { openScreen } from '#components/testing/browser/open-screen.tsx';
import { statusOf } from '#lib/testing/platform-status.ts';
import type { LegacyView } from '#lib/wire/legacy-connectivity.ts';
import type { StaffRole } from '#lib/wire/staff.ts';
import { AbsentNotice } from './absent-notice.tsx';
import { LegacyNotice } from './legacy-notice.tsx';
import { OptOutNotice } from './opt-out-notice.tsx';

const since = '2026-11-25T08:12:00.000Z';
const absent = { count: 12, of: 340, since };

async function openAbsent() {
  const desk = startFakeDesk({ '/api/desk/status': statusOf({ absent }) });
  await openScreen(<AbsentNotice locationId={here} />);
  const notice = page.getByRole('status').filter({ hasText: '12 of 340 members are missing' });
  await expect.element(notice).toBeVisible();
  vi.mocked(decideAbsent).mockImplementation(async () => {
    desk.answer({ '/api/desk/status': statusOf() });
    return { ok: true, value: { kind: 'decided' } };
  });
  return notice;
}

test('a manager keeps all missing members in one step', async () => {
  const notice = await openAbsent();
  await expect.element(notice).toHaveTextContent('Nobody has been deleted.');
  await expect.element(notice).toHaveTextContent('Front Desk loads the list again within the hour');
  await expectAccessible();
  notice.getByRole('button', { name: 'Keep all' }).element().focus();
  await userEvent.keyboard('{Enter}');
  await expect
    .element(page.getByText('All are kept. If they are still missing tomorrow, Front Desk asks again.'))
    .toBeVisible();
  await expect.element(notice).not.toBeInTheDocument();
  expect(vi.mocked(decideAbsent).mock.calls).toEqual([[{ locationId: here, since, decision: 'keep' }]]);
});

test('asking for each missing member needs a confirmation', async () => {
  const notice = await openAbsent();
  notice.getByRole('button', { name: 'Check one by one' }).element().focus();
  await userEvent.keyboard('{Enter}');
  const dialog = page.getByRole('dialog', { name: 'Check 12 members one by one?' });
  await expect.element(dialog).toHaveTextContent('permanently deleted from Front Desk');
  await expectAccessible();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  expect(decideAbsent).not.toHaveBeenCalled();
  await expect.element(notice.getByRole('button', { name: 'Check one by one' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  dialog.getByRole('button', { name: 'Check one by one' }).element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Each of them is now being checked.')).toBeVisible();
  await expect.element(notice).not.toBeInTheDocument();
  expect(vi.mocked(decideAbsent).mock.calls).toEqual([[{ locationId: here, since, decision: 'ask' }]]);
});

test('at the counter the notice of missing members is shown to managers only, with a link', async () => {
  const told = { status: statusOf({ absent }), timeZone: 'Europe/Berlin' };
  const bannerFor = (role: StaffRole) => <PlatformBanner {...told} role={role} />;
  const { unmount } = await openScreen(bannerFor('manager'));
  await expect.element(page.getByText('12 of 340 members are missing').first()).toBeVisible();
  await expect.element(page.getByText('Nobody has been deleted')).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Decide' })).toHaveAttribute('href', '/g/munich-west/office/gym');
  await expectAccessible();
  await unmount();
  await openScreen(bannerFor('reception'));
  await expect.element(page.getByText('members are missing')).not.toBeInTheDocument();
  await expect.element(page.getByText('Nobody has been deleted')).not.toBeInTheDocument();
});

test('a failing legacy interface is reported on every page of the office except the one with its settings', async () => {
  const refused: LegacyView = {
    url: 'https://mms.example.com/v1',
    gymId: '234',
    needsAttention: true,
    state: 'refused',
    heardAt: since,
    failingSince: since,
  };
  const desk = startFakeDesk({ '/api/desk/legacy': { legacy: refused }, '/api/desk/connection': sampleConnection });
  const notice = page.getByRole('status').filter({ hasText: 'refuses the gym ID or the token' });
  const { unmount } = await openScreen(<LegacyNotice locationId={here} />, { path: '/office/staff' });
  await expect.element(notice).toBeVisible();
  await expectAccessible();
  const link = notice.getByRole('link', { name: 'To the legacy interface' });
  await expect.element(link).toHaveAttribute('href', '/g/munich-west/office/connection#legacy');
  desk.answer({ '/api/desk/legacy': { legacy: { ...refused, state: 'heard', needsAttention: false } } });
  desk.emit('status');
  await expect.element(notice).not.toBeInTheDocument();
  await unmount();

  desk.answer({ '/api/desk/legacy': { legacy: refused } });
  const staff = { id: 'mira', displayName: 'Mira Sommer' };
  await openScreen(
    <>
      <LegacyNotice locationId={here} />
      <LegacyScreen locationId={here} timeZone="Europe/Berlin" staff={staff} />
    </>,
    { path: '/office/connection' },
  );
  await expect.element(page.getByText(/wrong gym ID or token\. Enter the valid ones here\./)).toBeVisible();
  await expect.element(notice).not.toBeInTheDocument();
});

test('data of opted-out people that stays is reported on every page of the office except the one that says why', async () => {
  const failure = { kind: 'refused', since, cause: null };
  const desk = startFakeDesk({ '/api/desk/opt-outs/notice': { failure, asked: { count: 12, since } } });
  const shown = <OptOutNotice locationId={here} timeZone="Europe/Berlin" />;
  const { unmount } = await openScreen(shown, { path: '/office/staff' });
  await expect.element(page.getByText('12 members opted out at once').first()).toBeVisible();
  await expect.element(page.getByText(/have not been matched since/).first()).toBeVisible();
  await expect.element(page.getByText(/stays until they can be matched again/)).toBeVisible();
  const link = page.getByRole('link', { name: 'To Members’ data' });
  await expect.element(link).toHaveAttribute('href', '/g/munich-west/office/members-data');
  await expectAccessible();
  desk.answer({ '/api/desk/opt-outs/notice': { failure: null, asked: null } });
  desk.emit('status');
  await expect.element(link).not.toBeInTheDocument();
  await unmount();
  desk.answer({ '/api/desk/opt-outs/notice': { failure, asked: null } });
  await openScreen(shown, { path: '/office/members-data' });
  await expect.element(link).not.toBeInTheDocument();
});
