import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { here } from '#app/_testing/at-counter.tsx';
import { sampleConnection } from '#app/_testing/sample-connection.ts';
import * as actions from '#app/g/[gym]/(office)/office/connection/actions.ts';
import { OfficeLayout } from '#components/office/office-layout.tsx';
import { expectAccessible, expectFineAtEveryWidth } from '#components/testing/browser/expect-accessible.ts';
import { startFakeDesk } from '#components/testing/browser/fake-desk.ts';
import { openScreen } from '#components/testing/browser/open-screen.tsx';
import { isPageHeld } from '#lib/browser/page/page-leaving.ts';
import { useLiveUpdates } from '#lib/browser/queries/use-live-updates.ts';
import { statusOf } from '#lib/testing/platform-status.ts';
import type { AccessOutcome, ApiTest, ConnectionTest, KeyDoubt } from '#lib/wire/connection.ts';
import type { Locale } from '#lib/wire/i18n/locale.ts';
import type { PlatformStatus } from '#lib/wire/status.ts';
import { ConnectionScreen } from './connection-screen.tsx';
import { ExportScreen } from './export-screen.tsx';
import { LegacyScreen } from './legacy-screen.tsx';
import { WebhookScreen } from './webhook-screen.tsx';

const now = Date.parse('2026-11-25T11:00:00.000Z');
const staff = { id: 'mira', displayName: 'Mira Sommer' };
const place = { locationId: here, timeZone: 'Europe/Berlin' };
const region = (name: string) => page.getByRole('region', { name, exact: true });
const result = (name: string) => page.getByRole('article', { name });
const platform = region('Member system');
const access = region('Address and key');
const address = access.getByLabelText('Address of the member system');
const key = access.getByLabelText('New API key');

function Live() {
  useLiveUpdates(here);
  return null;
}

async function openConnection({
  locale = 'en',
  connection = sampleConnection,
  status = statusOf(),
}: {
  locale?: Locale;
  connection?: typeof sampleConnection;
  status?: PlatformStatus;
} = {}) {
  vi.useFakeTimers({ toFake: ['Date'], now });
  const desk = startFakeDesk({
    '/api/desk/status': status,
    '/api/desk/connection': connection,
    '/api/desk/legacy': { legacy: null },
  });
  await openScreen(
    <OfficeLayout>
      <Live />
      <ConnectionScreen {...place} staff={staff} />
      <WebhookScreen {...place} />
      <LegacyScreen {...place} staff={staff} />
      <ExportScreen locationId={here} staff={staff} />
    </OfficeLayout>,
    { path: '/office/connection', hasMain: true, locale },
  );
  await expect.element(page.getByText(connection.fingerprint).first()).toBeVisible();
  return desk;
}

afterEach(() => {
  vi.useRealTimers();
  delete document.documentElement.dataset.theme;
});

const answered: ApiTest = {
  kind: 'answered',
  tookMs: 84,
  rateLeft: 52,
  gym: { kind: 'sameMembers' },
  permissions: [
    { name: 'accounts', state: 'granted' },
    { name: 'visits', state: 'granted' },
    { name: 'tasks', state: 'missing' },
    { name: 'nfc', state: 'unclear' },
  ],
};
const tested = (test: Partial<ConnectionTest>) =>
  vi.mocked(actions.testConnection).mockResolvedValue({
    ok: true,
    value: { at: new Date(now).toISOString(), api: answered, legacy: null, dataExport: null, ...test },
  });
const press = () => page.getByRole('button', { name: 'Test connection' }).click();

test.each(['light', 'dark'])('state, test and webhook are shown without the key, at every width: %s', async (theme) => {
  document.documentElement.dataset.theme = theme;
  await openConnection();
  await expect.element(platform.getByRole('status').first()).toHaveTextContent('answers and accepts the key');
  await expect.element(platform).toHaveTextContent(/https:\/\/api\.example\.com.*20 Nov, 09:12.*57 requests, at 11:59/);
  await expect.element(region('Webhook')).toHaveTextContent(/Registered at the member system.*hooks\/5f3c2a10….*11:58/);
  await expect.element(region('Webhook')).toHaveTextContent(/a visit that Front Desk sent itself.*“Last heard”/);
  await expect
    .element(page.getByRole('table', { name: 'Last deliveries' }))
    .toHaveTextContent(/Check-in.*Is being processed.*Membership ended.*Processed/);
  tested({
    legacy: { kind: 'unreachable', cause: 'certificateExpired' },
    dataExport: { kind: 'answered', tookMs: 2_140, gym: 'München West' },
  });
  await press();
  const api = result('Member system (version 2)');
  await expect
    .element(api)
    .toHaveTextContent(/answered after 84 ms and accepts the key\..*It knows this gym’s members/);
  await expect
    .element(api)
    .toHaveTextContent(
      /May use: members, check-in and check-out.*May not use: tasks\. Ask the provider.*Not clear: wallet passes/,
    );
  await expect.element(api).toHaveTextContent('52 requests are left at this moment.');
  await expect
    .element(result('Legacy interface (version 1)'))
    .toHaveTextContent(/not reached.*certificate has expired/);
  await expect.element(result('Data export')).toHaveTextContent(/2\.1 seconds.*“München West”/);
  await expectFineAtEveryWidth();
});

const since = '2026-11-25T10:12:00.000Z';

test.each<[PlatformStatus['connection'], RegExp]>([
  [{ state: 'unreachable', since, cause: null }, /has not been reached since 11:12\./],
  [{ state: 'unreachable', since, cause: 'silent' }, /since 11:12\..*The server does not answer in time\./],
  [{ state: 'keyRejected', since }, /has not accepted the key in use since 11:12\. Enter a valid one here\./],
  [{ state: 'permissionMissing', since }, /has lacked a permission since 11:12\. Ask the provider to extend it\./],
])('the connection %j has a sentence with its time', async (connection, sentence) => {
  await openConnection({ status: statusOf({ connection }) });
  await expect.element(platform).toHaveTextContent(sentence);
});

test.each<[string, ApiTest, RegExp]>([
  ['rejects the key', { kind: 'rejected' }, /does not accept the key in use\. Ask the provider for a valid one/],
  ['lets it read no members', { kind: 'permissionMissing' }, /may not read members/],
  ['is silent', { kind: 'unreachable', cause: 'silent' }, /does not answer in time/],
  ['redirects', { kind: 'unreachable', cause: 'portal' }, /A web page answers instead of the server/],
  ['is none', { kind: 'unreachable', cause: 'foreign' }, /Something else answers at the address/],
  ['is busy', { kind: 'busy' }, /rate limit is used up/],
  [
    'is that of another gym',
    { ...answered, gym: { kind: 'otherGym', name: 'Ost' } },
    /key of the gym “Ost”: visits would count there/,
  ],
  ['is slow', { ...answered, tookMs: 3_240 }, /answered only after 3\.2 seconds/],
])('a member system that %s has a sentence that says what to do', async (_, api, sentence) => {
  await openConnection();
  tested({ api });
  await press();
  await expect.element(result('Member system (version 2)')).toHaveTextContent(sentence);
  expect(vi.mocked(actions.testConnection).mock.calls).toEqual([[{ locationId: here }]]);
});

test('mistakes are shown at their fields, a rejected key changes nothing, and an accepted one is in use', async () => {
  const desk = await openConnection();
  const enter = async (typed: string, value: AccessOutcome<KeyDoubt>) => {
    vi.mocked(actions.saveApiAccess).mockResolvedValue({ ok: true, value });
    await key.fill(typed);
    await userEvent.keyboard('{Enter}');
  };
  await address.fill('api.example.com');
  await userEvent.keyboard('{Enter}');
  await expect.element(address).toHaveAccessibleDescription(/begins with https:\/\/\./);
  await expect.element(key).toHaveAccessibleDescription(/Enter the key\./);
  await expect.element(address).toHaveFocus();
  await expectAccessible();
  expect(actions.saveApiAccess).not.toHaveBeenCalled();
  await address.fill('https://api.example.com');
  await enter('fd_unknown', { kind: 'rejected' });
  await expect.element(key).toHaveAccessibleDescription(/does not accept this key\. Nothing was changed\./);
  await expect.element(key).toHaveFocus();
  await enter('fd_other', { kind: 'inUseElsewhere', name: 'Ost' });
  await expect.element(key).toHaveAccessibleDescription(/key in use in the gym “Ost”/);
  await enter('fd_away', { kind: 'unreachable', cause: 'refused' });
  await expect.element(address).toHaveAccessibleDescription(/No member system answered.*refuses the connection/);
  await expect.element(key).toHaveAttribute('type', 'password');
  desk.answer({ '/api/desk/connection': { ...sampleConnection, version: 'version-2', fingerprint: '00c0ffee' } });
  await enter('fd_right', { kind: 'kept' });
  await expect.element(page.getByText('The member system accepted the key. It is in use from now on.')).toBeVisible();
  await expect.element(platform).toHaveTextContent('00c0ffee');
  await expect.element(key).toHaveValue('');
  const url = 'https://api.example.com';
  expect(vi.mocked(actions.saveApiAccess).mock.lastCall).toEqual([
    { locationId: here, version: 'version-1', url, key: 'fd_right', isConfirmed: false },
  ]);
});

test('a key that is typed and not saved yet holds the page', async () => {
  await openConnection();
  vi.mocked(actions.saveApiAccess).mockResolvedValue({ ok: true, value: { kind: 'kept' } });
  await key.fill('half-a-key');
  await expect.poll(isPageHeld).toBe(true);
  await userEvent.keyboard('{Enter}');
  await expect.element(key).toHaveValue('');
  await expect.poll(isPageHeld).toBe(false);
});

test('a key that seems to be another gym’s is only used once the manager has confirmed it', async () => {
  await openConnection();
  vi.mocked(actions.saveApiAccess).mockResolvedValueOnce({
    ok: true,
    value: { kind: 'doubtful', doubt: { kind: 'otherMembers' } },
  });
  await key.fill('fd_other');
  await userEvent.keyboard('{Enter}');
  const dialog = page.getByRole('dialog', { name: 'Use this key all the same?' });
  await expect.element(dialog).toHaveTextContent(/Nothing has been changed yet\. It knows none of this gym’s members/);
  await expect.element(dialog).toHaveTextContent('visits that wait are sent there at once');
  await expectAccessible();
  vi.mocked(actions.saveApiAccess).mockResolvedValue({ ok: true, value: { kind: 'kept' } });
  await dialog.getByRole('button', { name: 'Use it all the same' }).click();
  await expect.element(page.getByText('It is in use from now on.')).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(key).toHaveValue('');
  expect(vi.mocked(actions.saveApiAccess).mock.calls.map(([input]) => input.isConfirmed)).toEqual([false, true]);
});

const conflict = { code: 'conflict', message: '', requestId: 'r', retryable: false } as const;
/** The connection after another manager has changed it. */
const theirs = {
  ...sampleConnection,
  version: 'version-2',
  url: 'https://theirs.example.com',
  fingerprint: '00c0ffee',
};
const savedVersions = () => vi.mocked(actions.saveApiAccess).mock.calls.map(([{ version, key }]) => [version, key]);

test('of two managers the second is told, although the page shows the change of the first at once, and typed text stays', async () => {
  const desk = await openConnection();
  await key.fill('fd_mine');
  desk.answer({ '/api/desk/connection': theirs });
  desk.emit('status');
  await expect.element(platform).toHaveTextContent(/theirs\.example\.com.*00c0ffee/);
  await expect.element(key).toHaveValue('fd_mine');
  vi.mocked(actions.saveApiAccess).mockResolvedValue({ ok: false, error: conflict });
  await key.click();
  await userEvent.keyboard('{Enter}');
  await expect.element(access).toHaveTextContent('Somebody else has changed this in the meantime.');
  await expect.element(key).toHaveValue('fd_mine');
  // informed of it, the manager may save again
  vi.mocked(actions.saveApiAccess).mockResolvedValue({ ok: true, value: { kind: 'kept' } });
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('It is in use from now on.')).toBeVisible();
  expect(savedVersions()).toEqual([
    ['version-1', 'fd_mine'],
    ['version-2', 'fd_mine'],
  ]);
});

test('a confirmation is about the connection that the manager saw when they began to type', async () => {
  const desk = await openConnection();
  vi.mocked(actions.saveApiAccess).mockResolvedValueOnce({
    ok: true,
    value: { kind: 'doubtful', doubt: { kind: 'otherMembers' } },
  });
  await key.fill('fd_mine');
  await userEvent.keyboard('{Enter}');
  const dialog = page.getByRole('dialog');
  await expect.element(dialog).toBeVisible();
  desk.answer({ '/api/desk/connection': theirs });
  desk.emit('status');
  await expect.poll(() => document.body.textContent).toContain('00c0ffee');
  vi.mocked(actions.saveApiAccess).mockResolvedValue({ ok: false, error: conflict });
  await dialog.getByRole('button', { name: 'Use it all the same' }).click();
  await expect.element(dialog).toHaveTextContent('Somebody else has changed this in the meantime.');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(key).toHaveValue('fd_mine');
  await key.click();
  await userEvent.keyboard('{Enter}');
  await expect.poll(savedVersions).toEqual([
    ['version-1', 'fd_mine'],
    ['version-1', 'fd_mine'],
    ['version-2', 'fd_mine'],
  ]);
});

test('a form without input shows what another manager has stored', async () => {
  const desk = await openConnection();
  desk.answer({ '/api/desk/connection': theirs });
  desk.emit('status');
  await expect.element(address).toHaveValue('https://theirs.example.com');
  await key.fill('fd_mine');
  vi.mocked(actions.saveApiAccess).mockResolvedValue({ ok: true, value: { kind: 'rejected' } });
  await userEvent.keyboard('{Enter}');
  await expect.poll(savedVersions).toEqual([['version-2', 'fd_mine']]);
});

test('what a confirmed key was refused for is shown at its field, with cause and name', async () => {
  await openConnection();
  const dialog = page.getByRole('dialog');
  const confirm = async (value: AccessOutcome<KeyDoubt>) => {
    vi.mocked(actions.saveApiAccess)
      .mockResolvedValueOnce({ ok: true, value: { kind: 'doubtful', doubt: { kind: 'otherWebhooks' } } })
      .mockResolvedValueOnce({ ok: true, value });
    await key.fill(`fd_${value.kind}`);
    await userEvent.keyboard('{Enter}');
    await dialog.getByRole('button', { name: 'Use it all the same' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
  };
  await confirm({ kind: 'unreachable', cause: 'refused' });
  await expect.element(address).toHaveAccessibleDescription(/No member system answered.*refuses the connection/);
  await confirm({ kind: 'inUseElsewhere', name: 'Ost' });
  await expect.element(key).toHaveAccessibleDescription(/key in use in the gym “Ost”/);
  await confirm({ kind: 'tooManyAttempts' });
  await expect.element(address).toHaveAccessibleDescription(/too many addresses within an hour/);
});

test('the webhook is registered anew after a question, and the data export is set up and removed', async () => {
  const desk = await openConnection();
  await region('Webhook').getByRole('button', { name: 'Register anew' }).click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog).toHaveTextContent('with a new secret');
  await expectAccessible();
  vi.mocked(actions.registerWebhook).mockResolvedValue({ ok: true, value: { state: 'registered' } });
  await dialog.getByRole('button', { name: 'Register anew' }).click();
  await expect.element(page.getByText('The webhook is registered.')).toBeVisible();
  const url = 'https://export.example.com';
  const form = region('Data export');
  await form.getByLabelText('Address of the data export').fill(url);
  await form.getByLabelText('Key of the data export').fill('fd_export');
  vi.mocked(actions.saveExportAccess).mockResolvedValueOnce({
    ok: true,
    value: { kind: 'doubtful', doubt: { gym: 'München West' } },
  });
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog).toHaveTextContent(/belongs to the gym “München West”.*Nothing has been changed yet/);
  await expectAccessible();
  vi.mocked(actions.saveExportAccess).mockResolvedValue({ ok: true, value: { kind: 'kept' } });
  const dataExport = { url, fingerprint: 'abcdef01' };
  desk.answer({ '/api/desk/connection': { ...sampleConnection, version: 'version-2', dataExport } });
  await dialog.getByRole('button', { name: 'Use it for this gym' }).click();
  await expect.element(form).toHaveTextContent('Set up: https://export.example.com, fingerprint abcdef01.');
  expect(vi.mocked(actions.saveExportAccess).mock.calls).toEqual([
    [{ locationId: here, version: 'version-1', url, key: 'fd_export', confirmedGym: null }],
    [{ locationId: here, version: 'version-1', url, key: 'fd_export', confirmedGym: 'München West' }],
  ]);
  await form.getByRole('button', { name: 'Remove' }).click();
  vi.mocked(actions.removeExportAccess).mockResolvedValue({ ok: true, value: null });
  desk.answer({ '/api/desk/connection': sampleConnection });
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect.element(page.getByText('The data export is no longer set up.')).toBeVisible();
  expect(vi.mocked(actions.removeExportAccess).mock.calls).toEqual([[{ locationId: here, version: 'version-2' }]]);
});

test.each([
  ['rejected', /does not accept (the key|gym ID and token) in use\. Ask the provider for (a valid one|valid ones)/],
  ['busy', /rate limit is used up at the moment\. Test again in a minute/],
] as const)('all interfaces say in the same words that they are %s', async (kind, sentence) => {
  await openConnection();
  tested({ api: { kind }, legacy: { kind }, dataExport: { kind } });
  await press();
  for (const name of ['Member system (version 2)', 'Legacy interface (version 1)', 'Data export']) {
    await expect.element(result(name)).toHaveTextContent(sentence);
  }
});

test('the page is in German, and nothing is cut off on a phone', async () => {
  await openConnection({ locale: 'de' });
  tested({ legacy: { kind: 'answered', tookMs: 60 }, dataExport: { kind: 'rejected' } });
  await page.getByRole('button', { name: 'Verbindung testen' }).click();
  await expect.element(page.getByText(/Darf nicht nutzen: Aufgaben/)).toBeVisible();
  await expectFineAtEveryWidth();
});
