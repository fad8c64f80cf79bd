import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { here } from '#app/_testing/at-counter.tsx';
import { orderExport } from '#app/g/[gym]/(office)/office/connection/actions.ts';
import { OfficeLayout } from '#components/office/office-layout.tsx';
import { expectAccessible, expectFineAtEveryWidth } from '#components/testing/browser/expect-accessible.ts';
import { startFakeDesk } from '#components/testing/browser/fake-desk.ts';
import { openScreen } from '#components/testing/browser/open-screen.tsx';
import {
  type ExportOrder,
  type ExportOrderOutcome,
  type ExportOrders,
  exportProblems,
  shownExportOrderStates,
} from '#lib/wire/export-orders.ts';
import type { Locale } from '#lib/wire/i18n/locale.ts';
import { ExportFilesScreen } from './export-files-screen.tsx';

const now = Date.parse('2026-11-25T11:00:00.000Z');
const order: ExportOrder = {
  id: '7e1c9f40-2b6d-4a85-9c3e-5f0a1b2c3d4e',
  dataSet: 'workouts',
  from: '2026-10-28',
  until: '2026-11-24',
  fileType: 'CSV',
  orderedAt: '2026-11-25T08:12:00.000Z',
  orderedBy: 'Mira Sommer',
  state: 'inProgress',
  problem: null,
  isReady: false,
  keptUntil: null,
};
const ready: ExportOrder = { ...order, state: 'done', isReady: true, keptUntil: '2026-11-26T08:13:00.000Z' };

const section = page.getByRole('region', { name: 'Files from the data export' });
const first = section.getByLabelText('First day (UTC)', { exact: true });
const last = section.getByLabelText('Last day (UTC)', { exact: true });
const rows = page.getByRole('list', { name: 'Ordered files' }).getByRole('listitem');
const press = () => section.getByRole('button', { name: 'Order file' }).click();
const answer = (value: ExportOrderOutcome) => vi.mocked(orderExport).mockResolvedValueOnce({ ok: true, value });
const sent = () => vi.mocked(orderExport).mock.calls.map(([input]) => input);

afterEach(() => {
  vi.useRealTimers();
  delete document.documentElement.dataset.theme;
});

async function openFiles({
  orders = [],
  isConnected = true,
  locale = 'en',
}: Partial<ExportOrders> & { locale?: Locale } = {}) {
  vi.useFakeTimers({ toFake: ['Date'], now });
  const answerOf = (shown: ExportOrder[]): ExportOrders => ({ isConnected, today: '2026-11-25', orders: shown });
  const desk = startFakeDesk({ '/api/desk/export-orders': answerOf(orders) });
  await openScreen(
    <OfficeLayout>
      <ExportFilesScreen locationId={here} timeZone="Europe/Berlin" />
    </OfficeLayout>,
    { path: '/office/connection', hasMain: true, locale },
  );
  await expect.poll(() => desk.requests.length).toBeGreaterThan(0);
  return { desk, become: (...shown: ExportOrder[]) => desk.answer({ '/api/desk/export-orders': answerOf(shown) }) };
}

test('a file is ordered by keyboard, and its row shows what, which days and who as soon as the desk has answered', async () => {
  const { become } = await openFiles();
  await expect.element(section).toHaveTextContent('No file has been ordered yet.');
  await expect.element(first).toHaveValue('28 Oct 2026');
  await expect.element(last).toHaveValue('24 Nov 2026');
  const choose = async (field: string, { chosen, keys, wanted }: Record<'chosen' | 'keys' | 'wanted', string>) => {
    section.getByRole('combobox', { name: field }).element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('option', { name: chosen, exact: true })).toHaveFocus();
    await userEvent.keyboard(keys);
    await expect.element(page.getByRole('option', { name: wanted, exact: true })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(section.getByRole('combobox', { name: field })).toHaveTextContent(wanted);
  };
  await choose('Data', { chosen: 'Workouts', keys: '{ArrowDown}', wanted: 'Assessments' });
  await choose('Format', { chosen: 'CSV (spreadsheet)', keys: '{End}', wanted: 'JSON Lines' });
  await first.fill('1/11/2026');
  answer({ kind: 'ordered' });
  become({ ...order, dataSet: 'assessments', from: '2026-11-01', fileType: 'JSONL' });
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('The file is ordered. The list shows when it is ready.')).toBeVisible();
  await expect
    .element(rows)
    .toHaveTextContent(/Assessments.*1 Nov 2026 to 24 Nov 2026 \(UTC\), JSON Lines.*Being written.*09:12, Mira Sommer/);
  expect(sent()).toEqual([
    {
      locationId: here,
      orderId: expect.stringMatching(/^[\da-f-]{36}$/),
      dataSet: 'assessments',
      from: '2026-11-01',
      until: '2026-11-24',
      fileType: 'JSONL',
    },
  ]);
});

test('days of which no file is written are shown at their fields, and nothing is ordered', async () => {
  await openFiles();
  await first.fill('24/11/2025');
  await last.fill('');
  await userEvent.keyboard('{Enter}');
  await expect.element(first).toHaveAccessibleDescription(/a year at most\. Choose 25 Nov 2025 or later\./);
  await expect.element(last).toHaveAccessibleDescription(/Enter a day, such as 25\/11\/2026\./);
  await expect.element(first).toHaveFocus();
  await expectAccessible();
  await first.fill('25/11/2025');
  await last.fill('26/11/2026');
  await userEvent.keyboard('{Enter}');
  await expect.element(first).not.toHaveAccessibleDescription(/Choose/);
  await expect.element(last).toHaveAccessibleDescription(/must not be after today/);
  await first.fill('20/11/2026');
  await last.fill('19/11/2026');
  await userEvent.keyboard('{Enter}');
  await expect.element(last).toHaveAccessibleDescription(/before the first one\. Choose a later one\./);
  expect(orderExport).not.toHaveBeenCalled();
});

test('a day that was possible until midnight is shown at its field', async () => {
  await openFiles();
  await first.fill('25/11/2025');
  const error = { code: 'invalidInput', message: '', requestId: 'r', retryable: false } as const;
  vi.mocked(orderExport).mockResolvedValueOnce({ ok: false, error: { ...error, fieldErrors: { from: 'Too old.' } } });
  await press();
  await expect.element(first).toHaveAccessibleDescription(/no longer possible\. Choose a later one\./);
});

test('an order that the desk did not answer is repeated as the same one; another file, and the next one, are others', async () => {
  await openFiles();
  vi.mocked(orderExport).mockRejectedValueOnce(new TypeError('Failed to fetch'));
  await press();
  await expect.element(section.getByRole('alert')).not.toBeEmptyDOMElement();
  vi.mocked(orderExport).mockRejectedValueOnce(new TypeError('Failed to fetch'));
  await press();
  await expect.poll(() => sent().length).toBe(2);
  answer({ kind: 'ordered' });
  await first.fill('1/11/2026');
  await press();
  await expect.poll(() => sent().length).toBe(3);
  await expect.element(page.getByText('The file is ordered.', { exact: false })).toBeVisible();
  answer({ kind: 'alreadyOrdered' });
  await press();
  await expect.element(page.getByText('This file is being written already.', { exact: false })).toBeVisible();
  const [one, again, another, next] = sent().map(({ orderId }) => orderId);
  expect(again).toBe(one);
  expect(new Set([one, another, next]).size).toBe(3);
});

test.each<[ExportOrderOutcome, RegExp]>([
  [{ kind: 'tooMany' }, /10 files are being written already\. Nothing was ordered/],
  [{ kind: 'unconfirmed', problem: { kind: 'unreachable', cause: 'silent' } }, /ordered\. The list says why\.$/],
  [{ kind: 'unconfirmed', problem: null }, /not certain whether the file was ordered\.$/],
  [{ kind: 'notOrdered', problem: { kind: 'invalid', cause: null } }, /was not ordered\. The list says why/],
])('what came of a press is said beside the button, until something else is chosen: %o', async (outcome, sentence) => {
  const { become } = await openFiles();
  answer(outcome);
  if (outcome.kind === 'unconfirmed' || outcome.kind === 'notOrdered')
    become({ ...order, state: outcome.kind, problem: outcome.problem });
  await press();
  await expect.element(section.getByRole('alert')).toHaveTextContent(sentence);
  await first.fill('1/11/2026');
  await expect.element(section.getByText(sentence)).not.toBeInTheDocument();
});

test('a file that becomes ready can be downloaded, and only then', async () => {
  const { desk, become } = await openFiles({ orders: [order] });
  await expect.element(rows).toHaveTextContent('Being written. This page shows when it is ready.');
  await expect.element(rows.getByRole('link')).not.toBeInTheDocument();
  become(ready);
  desk.emit('status');
  await expect.element(rows).toHaveTextContent('Ready, until 26 Nov, 09:13 at least.');
  const link = rows.getByRole('link', {
    name: 'Download: Workouts, 28 Oct 2026 to 24 Nov 2026 (UTC), CSV (spreadsheet)',
  });
  await expect
    .element(link)
    .toHaveAttribute('href', `/api/desk/export-orders/file?locationId=${here}&orderId=${order.id}`);
  await expect.element(link).toHaveAttribute('download');
});

const shown: ExportOrder[] = [
  ...shownExportOrderStates.map((state) => ({ ...order, state })),
  ...exportProblems.map((kind) => ({ ...order, state: 'notOrdered' as const, problem: { kind, cause: null } })),
  { ...order, state: 'unconfirmed', problem: { kind: 'unreachable', cause: 'silent' } },
  { ...ready, problem: { kind: 'busy', cause: null } },
  { ...ready, keptUntil: null },
];
const all = shown.map((one, index) => ({ ...one, id: `order-${index}` }));

test.each<[Locale, 'light' | 'dark']>([
  ['en', 'light'],
  ['de', 'dark'],
])('every state has a sentence of its own, at every width: %s, %s', async (locale, theme) => {
  document.documentElement.dataset.theme = theme;
  await openFiles({ orders: all, locale });
  const list = page.getByRole('list', { name: /Ordered files|Angeforderte Dateien/ });
  await expect.element(list).toBeVisible();
  const sentences = Array.from(list.element().children, (row) => row.textContent);
  expect(new Set(sentences).size).toBe(all.length);
  await expectFineAtEveryWidth();
});

test('a lost answer is never repeated by itself, and an expired file says that somebody may have opted out', async () => {
  await openFiles({
    orders: [
      { ...order, state: 'unconfirmed', problem: { kind: 'unreachable', cause: 'silent' } },
      { ...order, id: 'expired', state: 'expired' },
    ],
  });
  await expect
    .element(rows.first())
    .toHaveTextContent(
      /May have been ordered.*does not order it a second time by itself.*could not be reached.*in time/,
    );
  await expect.element(rows.last()).toHaveTextContent(/its time is over, or somebody .* opted out or was erased/);
  await expect.element(section).toHaveTextContent(/health data.*no members in Front Desk.*responsibility of your gym/);
});

test('a gym without the data export shows nothing of it', async () => {
  const { desk } = await openFiles({ isConnected: false });
  await expect.element(section).not.toBeInTheDocument();
  expect(desk.requests[0]).toMatchObject({ path: '/api/desk/export-orders' });
});
