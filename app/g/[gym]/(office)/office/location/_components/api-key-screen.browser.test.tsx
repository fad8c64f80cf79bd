import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { here } from '#app/_testing/at-counter.tsx';
import { statusOf } from '#app/_testing/platform-status.ts';
import { saveApiKey } from '#app/g/[gym]/(office)/office/location/actions.ts';
import { expectAccessible } from '#components/testing/browser/expect-accessible.ts';
import { startFakeDesk } from '#components/testing/browser/fake-desk.ts';
import { openScreen } from '#components/testing/browser/open-screen.tsx';
import type { ApiKeyOutcome } from '#lib/wire/locations.ts';
import { ApiKeyScreen } from './api-key-screen.tsx';

const key = page.getByRole('region', { name: 'Member system key' });
const field = key.getByLabelText('New API key');

test('a rejected key is reported at its field, and an accepted one is used from then on', async () => {
  const since = '2026-11-25T08:12:00.000Z';
  const desk = startFakeDesk({ '/api/desk/status': statusOf({ connection: { state: 'keyRejected', since } }) });
  const staff = { id: 'mira', displayName: 'Mira Sommer' };
  await openScreen(<ApiKeyScreen locationId={here} timeZone="Europe/Berlin" staff={staff} />);
  const enter = async (apiKey: string, value: ApiKeyOutcome) => {
    vi.mocked(saveApiKey).mockResolvedValue({ ok: true, value });
    await field.fill(apiKey);
    await userEvent.keyboard('{Enter}');
  };
  await expect.element(key.getByRole('status')).toHaveTextContent('has not accepted the key in use since');
  field.element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(field).toHaveAccessibleDescription(/Enter the key\./);
  expect(saveApiKey).not.toHaveBeenCalled();
  await enter('fd_unknown', { kind: 'rejected' });
  await expect
    .element(field)
    .toHaveAccessibleDescription(/The member system does not accept this key\. Nothing was changed\./);
  await expect.element(field).toHaveFocus();
  await expectAccessible();
  await enter('fd_narrow', { kind: 'permissionMissing' });
  await expect.element(field).toHaveAccessibleDescription(/it may not read members/);
  await expect.element(field).toHaveAttribute('type', 'password');

  desk.answer({ '/api/desk/status': statusOf() });
  await enter('fd_right', { kind: 'kept' });
  await expect.element(page.getByText('The member system accepted the key. It is in use from now on.')).toBeVisible();
  await expect.element(key.getByRole('status')).toHaveTextContent('The member system accepts the key in use.');
  await expect.element(field).toHaveValue('');
  expect(vi.mocked(saveApiKey).mock.lastCall).toEqual([{ locationId: here, apiKey: 'fd_right' }]);
});
