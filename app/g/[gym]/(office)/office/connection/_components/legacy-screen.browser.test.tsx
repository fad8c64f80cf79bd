import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { here } from '#app/_testing/at-counter.tsx';
import { sampleConnection } from '#app/_testing/sample-connection.ts';
import { removeLegacyInterface, saveLegacyInterface } from '#app/g/[gym]/(office)/office/connection/actions.ts';
import { expectAccessible } from '#components/testing/browser/expect-accessible.ts';
import { startFakeDesk } from '#components/testing/browser/fake-desk.ts';
import { openScreen } from '#components/testing/browser/open-screen.tsx';
import { isPageHeld } from '#lib/browser/page/page-leaving.ts';
import { useLiveUpdates } from '#lib/browser/queries/use-live-updates.ts';
import type { LegacyOutcome, LegacyView } from '#lib/wire/legacy-connectivity.ts';
import { LegacyScreen } from './legacy-screen.tsx';

const typed = 'https://mms.example.com';
const entries = { locationId: here, version: sampleConnection.version, url: `${typed}/v1`, gymId: '234' };
const heard: LegacyView = {
  url: `${typed}/v1`,
  gymId: '234',
  needsAttention: false,
  state: 'heard',
  heardAt: '2026-11-25T08:12:00.000Z',
  failingSince: null,
};
const section = page.getByRole('region', { name: 'Legacy interface (version 1)' });
const state = section.getByRole('status');
const address = section.getByLabelText('Address');
const gymId = section.getByLabelText('Gym ID');
const token = section.getByLabelText('Access token');
const answer = (value: LegacyOutcome) => vi.mocked(saveLegacyInterface).mockResolvedValue({ ok: true, value });

function Live() {
  useLiveUpdates(here);
  return null;
}

async function openLegacy() {
  const desk = startFakeDesk({ '/api/desk/legacy': { legacy: null }, '/api/desk/connection': sampleConnection });
  const staff = { id: 'mira', displayName: 'Mira Sommer' };
  await openScreen(
    <>
      <Live />
      <LegacyScreen locationId={here} timeZone="Europe/Berlin" staff={staff} />
    </>,
  );
  await expect.element(state).toHaveTextContent('Not set up.');
  return (legacy: LegacyView | null, version = sampleConnection.version) => {
    desk.answer({ '/api/desk/legacy': { legacy }, '/api/desk/connection': { ...sampleConnection, version } });
    if (version !== sampleConnection.version) desk.emit('status');
  };
}

test('the legacy interface is set up and removed by keyboard, with mistakes shown at their fields', async () => {
  const become = await openLegacy();
  await expectAccessible();

  // without input: every field shows its error, the first has the focus
  address.element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(address).toHaveAccessibleDescription(/Enter an address that begins with https:\/\/\./);
  await expect.element(gymId).toHaveAccessibleDescription(/Enter the gym ID\./);
  await expect.element(address).toHaveFocus();
  await expectAccessible();

  expect(saveLegacyInterface).not.toHaveBeenCalled();

  // errors disappear when corrected, the others stay
  await address.fill(typed);
  await expect.element(address).not.toHaveAccessibleDescription(/Enter an address/);
  await expect.element(gymId).toHaveAccessibleDescription(/Enter the gym ID\./);
  await userEvent.keyboard('{Tab}');
  await expect.element(gymId).toHaveFocus();
  await address.fill('http://mms.example.com');
  vi.mocked(saveLegacyInterface).mockResolvedValueOnce({
    ok: false,
    error: {
      code: 'invalidInput',
      message: '',
      requestId: 'r',
      retryable: false,
      fieldErrors: { url: 'Must begin with https://.' },
    },
  });
  await gymId.fill('234');
  await userEvent.keyboard('{Enter}');
  await expect.element(address).toHaveAccessibleDescription(/Enter an address that begins with https:\/\/\./);
  await address.fill(typed);
  answer({ kind: 'tokenMissing' });
  await userEvent.keyboard('{Enter}');
  await expect.element(token).toHaveAccessibleDescription(/Enter the token that belongs to this address\./);
  await expect.element(token).toHaveFocus();
  answer({ kind: 'refused' });
  await userEvent.keyboard('yesterday{Enter}');
  await expect
    .element(token)
    .toHaveAccessibleDescription(/The member system refused this gym ID with this token\. Nothing was changed\./);
  await expect.element(state).toHaveTextContent('Not set up.');
  await token.fill('today');
  answer({ kind: 'kept' });
  become(heard);
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('The member system answered. The legacy interface is saved.')).toBeVisible();
  await expect.element(state).toHaveTextContent('Last heard by the member system');
  await expect.element(address).toHaveValue(heard.url);
  await expect.element(token).toHaveValue('');
  await expect.element(token).toHaveAccessibleDescription('One is stored. Leave this empty to keep it.');
  expect(vi.mocked(saveLegacyInterface).mock.calls.slice(1)).toEqual([
    [entries],
    [{ ...entries, token: 'yesterday' }],
    [{ ...entries, token: 'today' }],
  ]);

  section.getByRole('button', { name: 'Remove' }).element().focus();
  await userEvent.keyboard('{Enter}');
  const dialog = page.getByRole('dialog');
  await expect.element(dialog).toHaveTextContent('Front Desk reports nothing more there.');
  await expectAccessible();
  vi.mocked(removeLegacyInterface).mockResolvedValue({ ok: true, value: null });
  become(null);
  dialog.getByRole('button', { name: 'Remove' }).element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(state).toHaveTextContent('Not set up.');
  await expect.element(address).toHaveValue('');
  expect(vi.mocked(removeLegacyInterface).mock.calls).toEqual([
    [{ locationId: here, version: sampleConnection.version }],
  ]);
});

test('of two managers the second is told, although the page shows the change of the first at once, and typed text stays', async () => {
  const become = await openLegacy();
  await token.fill('mine');
  become(heard, 'version-2');
  await expect.element(state).toHaveTextContent('Last heard by the member system');
  await expect.element(token).toHaveValue('mine');
  const error = { code: 'conflict', message: '', requestId: 'r', retryable: false } as const;
  vi.mocked(saveLegacyInterface).mockResolvedValue({ ok: false, error });
  await address.fill(typed);
  await gymId.fill('234');
  await userEvent.keyboard('{Enter}');
  await expect.element(section).toHaveTextContent('Somebody else has changed this in the meantime.');
  await userEvent.keyboard('{Enter}');
  await expect
    .poll(() => vi.mocked(saveLegacyInterface).mock.calls.map(([{ version }]) => version))
    .toEqual([sampleConnection.version, 'version-2']);
  await expect.element(token).toHaveValue('mine');
});

test('a URL that is normalised on saving does not count as unsaved', async () => {
  const become = await openLegacy();
  answer({ kind: 'kept' });
  become(heard);
  for (let time = 1; time <= 2; time += 1) {
    await address.fill(typed);
    await gymId.fill('234');
    await token.fill('today');
    expect(isPageHeld()).toBe(true);
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => vi.mocked(saveLegacyInterface).mock.calls.length).toBe(time);
    await expect.element(token).toHaveValue('');
    await expect.poll(isPageHeld).toBe(false);
    if (time === 1) await expect.element(address).toHaveValue(heard.url);
  }
});
