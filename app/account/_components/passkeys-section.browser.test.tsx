import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import * as actions from '#app/account/actions.ts';
import { expectAccessible, expectFineAtEveryWidth } from '#components/testing/browser/expect-accessible.ts';
import { openScreen } from '#components/testing/browser/open-screen.tsx';
import { locales } from '#lib/wire/i18n/locale.ts';
import { PasskeysSection } from './passkeys-section.tsx';

const phone = {
  id: 'phone',
  name: 'Safari, iOS',
  formerHost: null as string | null,
  createdAt: '2026-11-21T08:41:00.000Z',
  lastUsedAt: null,
};
const key = { ...phone, id: 'key', name: 'Key in the drawer', lastUsedAt: '2026-11-24T09:12:00.000Z' };
const creation = {
  rp: { id: 'localhost', name: 'Front Desk' },
  challenge: 'AAAA',
  pubKeyCredParams: [],
  user: { id: 'AAAA', name: 'ana@example.com', displayName: 'Ana Keller' },
};
const rows = page.getByRole('list', { name: 'Passkeys' }).getByRole('listitem');
const dialog = page.getByRole('dialog');
const add = page.getByRole('button', { name: 'Add a passkey' });

const open = (passkeys = [phone, key], isRequired = false) =>
  openScreen(<PasskeysSection passkeys={passkeys} isRequired={isRequired} timeZone="Europe/Berlin" />, {
    path: '/account',
  });

beforeEach(() => {
  // times of the same year are shown without it
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-25T11:00:00.000Z') });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('passkeys are listed with when they were added and used, renamed and removed', async () => {
  const { router } = await open();
  await expect.element(rows.nth(0)).toHaveTextContent(/Safari, iOS.*Added 21 Nov, 09:41.*Never used yet/);
  await expect.element(rows.nth(1)).toHaveTextContent(/Key in the drawer.*Last used 24 Nov, 10:12/);
  await expectAccessible();
  await rows.nth(0).getByRole('button', { name: 'Rename' }).click();
  await expect.element(dialog.getByLabelText('Name')).toHaveValue('Safari, iOS');
  await dialog.getByLabelText('Name').fill(' ');
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog.getByLabelText('Name')).toHaveAccessibleDescription('Enter a name.');
  vi.mocked(actions.renamePasskey).mockResolvedValueOnce({ ok: true, value: null });
  await dialog.getByLabelText('Name').fill('My phone');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('The passkey is renamed.')).toBeVisible();
  expect(vi.mocked(actions.renamePasskey).mock.calls).toEqual([[{ id: 'phone', name: 'My phone' }]]);

  vi.mocked(actions.removePasskey).mockResolvedValueOnce({ ok: true, value: { kind: 'removed' } });
  await rows.nth(1).getByRole('button', { name: 'Remove' }).click();
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect.element(page.getByText('The passkey is removed.')).toBeVisible();
  expect(vi.mocked(actions.removePasskey).mock.calls).toEqual([[{ id: 'key' }]]);
  expect(router.refresh).toHaveBeenCalledTimes(2);
});

test('one of a former address of the desk says so, and does not count as the last one', async () => {
  await open([{ ...phone, formerHost: 'desk.example.com' }, key], true);
  await expect.element(rows.nth(0)).toHaveTextContent(/former address desk\.example\.com/);
  await rows.nth(0).getByRole('button', { name: 'Remove' }).click();
  await expect.element(dialog).not.toHaveTextContent(/only passkey|Your gym requires/);
  await userEvent.keyboard('{Escape}');
  await rows.nth(1).getByRole('button', { name: 'Remove' }).click();
  await expect.element(dialog).toHaveTextContent(/only passkey.*Your gym requires/);
});

test('one that is not confirmed on the device adds nothing, and says so', async () => {
  await open([]);
  vi.mocked(actions.beginPasskey).mockResolvedValue({ ok: true, value: creation });
  vi.spyOn(navigator.credentials, 'create').mockRejectedValue(new DOMException('', 'NotAllowedError'));
  await add.click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('No passkey was created.');
  expect(actions.addPasskey).not.toHaveBeenCalled();
  const error = { code: 'conflict', message: '', requestId: '1', retryable: false } as const;
  vi.mocked(actions.beginPasskey).mockResolvedValueOnce({ ok: false, error });
  await add.click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('Open it at its usual address.');
});

test('the last one stays where a gym requires one, with the reason', async () => {
  await open([phone], true);
  vi.mocked(actions.removePasskey).mockResolvedValueOnce({ ok: true, value: { kind: 'lastOne' } });
  await rows.getByRole('button', { name: 'Remove' }).click();
  await expect.element(dialog).toHaveTextContent('Add another one first.');
});

test.each(locales.flatMap((locale) => [[locale, 'light'] as const, [locale, 'dark'] as const]))(
  'the section fits every width: %s, %s',
  async (locale, theme) => {
    document.documentElement.dataset.theme = theme;
    await openScreen(<PasskeysSection passkeys={[phone, key]} isRequired timeZone="Europe/Berlin" />, { locale });
    await expectFineAtEveryWidth();
    delete document.documentElement.dataset.theme;
  },
);
