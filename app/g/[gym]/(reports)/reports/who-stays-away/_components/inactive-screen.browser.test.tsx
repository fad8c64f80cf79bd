import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ana, here } from '#app/_testing/at-counter.tsx';
import { InactiveHead } from '#components/reports/inactive-head.tsx';
import { Report } from '#components/reports/report.tsx';
import { ReportsLayout } from '#components/reports/reports-layout.tsx';
import { expectAccessible, expectFineAtEveryWidth } from '#components/testing/browser/expect-accessible.ts';
import { startFakeDesk } from '#components/testing/browser/fake-desk.ts';
import { openScreen } from '#components/testing/browser/open-screen.tsx';
import { watchSettling } from '#components/testing/browser/watch-settling.ts';
import { isPageHeld } from '#lib/browser/page/page-leaving.ts';
import { isInUse } from '#lib/browser/version/use-reload.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';
import type { Locale } from '#lib/wire/i18n/locale.ts';
import type { InactiveMember, InactiveMembers } from '#lib/wire/inactive-members.ts';
import type { MessagesInput, MessagesOutcome, MessagesUnderWay } from '#lib/wire/messages.ts';
import { pathAt } from '#lib/wire/path-at.ts';
import { InactiveScreen } from './inactive-screen.tsx';

const now = Date.parse('2026-11-25T11:00:00.000Z');
const memberOf = (displayName: string, given: Partial<InactiveMember> = {}): InactiveMember => ({
  accountId: `of ${displayName}`,
  displayName,
  initials: displayName.slice(0, 1),
  membershipType: 'PREMIUM',
  membershipId: `M-${displayName.length}`,
  memberSince: null,
  photoUrl: null,
  openTasks: 0,
  message: null,
  taskId: `7f2f4c1e-0000-8000-8000-${String(displayName.length).padStart(12, '0')}`,
  lastVisitAt: '2026-11-02T17:20:00.000Z',
  daysAway: 23,
  usualGapDays: 2,
  visitDays: 41,
  ...given,
});
const lena = memberOf('Lena Vogt');
const omar = memberOf('Omar Haddad', {
  daysAway: 40,
  lastVisitAt: '2026-10-16T16:00:00.000Z',
  usualGapDays: 7.5,
  openTasks: 1,
  message: { at: '2026-11-20T09:00:00.000Z', progress: 'sent', by: 'Ana Keller' },
});
const jan = memberOf('Jan Pohl', {
  usualGapDays: null,
  visitDays: 2,
  message: { at: '2026-11-10T09:00:00.000Z', progress: 'unsure', by: null },
});
const reportOf = (members: readonly InactiveMember[]): InactiveMembers => ({
  readAt: new Date(now).toISOString(),
  today: '2026-11-25',
  since: '2026-09-03',
  counts: { '14': members.length, '30': 1, '60': 0 },
  members,
});

interface Opened {
  locale?: Locale;
  members?: readonly InactiveMember[];
  total?: number;
  may?: Partial<Record<'open' | 'write' | 'createTasks', boolean>>;
  underWay?: Partial<MessagesUnderWay>;
  /** Answers the change of a task. */
  record?: () => object;
  /** What the undoes are answered, in order. */
  undoes?: object[];
}

/** Answers a sending. */
const sendMessages = vi.fn<(input: MessagesInput) => Promise<ActionResult<MessagesOutcome>>>();

const recorded = { ok: true, value: { kind: 'recorded' } };

const lost = { ok: false, error: { code: 'deskUnreachable', message: '', requestId: '', retryable: true } } as const;
const undid = (undone: number, late = 0) => ({ ok: true, value: { undone, late } });

async function open({
  locale = 'en',
  members = [lena, omar, jan],
  total = members.length,
  may = {},
  undoes = [],
  ...given
}: Opened = {}) {
  // the time to undo is counted by both clocks
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now });
  const desk = startFakeDesk({
    '/api/desk/tasks': given.record ?? recorded,
    '/api/desk/messages': (_, { body }) => sendMessages(body as MessagesInput), // safe because: the screen sends nothing else
    '/api/desk/messages/undo': () => undoes.shift() ?? lost,
  });
  const file = pathAt(here, '/api/desk/reports/who-stays-away/file', { days: '14' });
  let renew: (changed: Partial<InactiveMembers>) => void = () => {};
  function Renewed() {
    const [report, setReport] = useState(reportOf(members));
    renew = (changed) => setReport((before) => ({ ...before, ...changed }));
    return (
      <Report title={locale === 'de' ? 'Wer nicht mehr kommt' : 'Who stays away'} gym="Munich West">
        <InactiveHead report={report} days="14" timeZone="Europe/Berlin" fileHref={file} />
        <InactiveScreen
          report={report}
          total={total}
          underWay={{ held: [], waiting: 0, unsure: 0, ...given.underWay }}
          place={{ locationId: here, staffId: ana.id }}
          timeZone="Europe/Berlin"
          may={{ open: true, write: true, createTasks: true, ...may }}
          isLinked
        />
      </Report>
    );
  }
  const screen = await openScreen(
    <ReportsLayout hasSeveralGyms>
      <Renewed />
    </ReportsLayout>,
    { path: '/reports/who-stays-away', hasMain: true, locale },
  );
  const undone = () => desk.requests.filter(({ path }) => path === '/api/desk/messages/undo').map(({ body }) => body);
  return { desk, undone, renew: (changed: Partial<InactiveMembers>) => renew(changed), ...screen };
}

const rows = page.getByRole('table', { name: 'Members who stay away' }).getByRole('row');
const row = (text: string) => rows.filter({ hasText: text });
const choose = (name: string) => page.getByRole('checkbox', { name: `Choose ${name}` }).click();
const dialog = page.getByRole('dialog');
const sent = { ok: true, value: { held: 2, undoMs: 30_000, leftOut: 0 } } as const;

beforeEach(() => {
  sendMessages.mockReset().mockResolvedValue(sent);
});
afterEach(() => {
  vi.useRealTimers();
  delete document.documentElement.dataset.theme;
});

async function write(text: string) {
  await choose('Lena Vogt');
  await choose('Jan Pohl');
  await page.getByRole('button', { name: 'Message to 2 members' }).click();
  await userEvent.keyboard(text);
}

test('the page does not reload for an update while members are ticked', async () => {
  await open();
  expect(isInUse()).toBe(false);
  await choose('Lena Vogt');
  await expect.poll(isInUse).toBe(true);
  await choose('Lena Vogt');
  await expect.poll(isInUse).toBe(false);
});

test.each(['light', 'dark'])(
  'each row says since when, how often before, and who got a message when: %s',
  async (theme) => {
    document.documentElement.dataset.theme = theme;
    await open();
    await expect.element(row('Lena Vogt')).toHaveTextContent(/2 Nov 2026.*every 2 days.*23 days.*11.5 × usual/);
    await expect
      .element(row('Omar Haddad'))
      .toHaveTextContent(/every 7.5 days.*20 Nov, 10:00.*Ana Keller.*1 open task/);
    await expect.element(row('Jan Pohl')).toHaveTextContent(/came on 2 days.*May have arrived: no answer/);
    await expect.element(page.getByText('3 members have stayed away for 14 days or more')).toBeVisible();
    await expect.element(page.getByText('Since 3 Sept 2026: Front Desk knows no earlier visits.')).toBeVisible();
    await expectFineAtEveryWidth();
  },
);

test('members take no press for a moment after another one has left the list above them', async () => {
  const { renew } = await open();
  await expect.element(row('Lena Vogt')).toBeVisible();
  const settling = watchSettling();
  renew({ members: [omar, jan] });
  await expect
    .poll(settling)
    .toEqual(expect.arrayContaining([expect.stringContaining('Omar'), expect.stringContaining('Jan Pohl')]));
});

test('the page is in German, and nothing is cut off on a phone', async () => {
  await open({ locale: 'de' });
  await expect
    .element(page.getByRole('table', { name: 'Mitglieder, die nicht mehr kommen' }))
    .toHaveTextContent(/alle 2 Tage/);
  await expectFineAtEveryWidth();
});

test('a message to several is seen before it is sent, and is undone', async () => {
  const { router, undone } = await open({ undoes: [undid(1, 1)] });
  await write('We miss you');
  await expect
    .element(dialog.getByRole('region', { name: 'Preview' }))
    .toHaveTextContent(/We miss you.*To Lena Vogt, Jan Pohl/);
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Send to 2 members' }).click();
  await expect.element(page.getByText('2 messages are sent soon.')).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
  const [[input] = []] = sendMessages.mock.calls;
  expect(input).toMatchObject({
    locationId: here,
    accountIds: ['of Lena Vogt', 'of Jan Pohl'],
    text: 'We miss you',
    readAt: '2026-11-25T11:00:00.000Z',
  });
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.element(page.getByText('1 was undone: 1 was on the way already.')).toBeVisible();
  expect(undone()).toEqual([{ locationId: here, sendingId: input?.sendingId }]);
  await expect.element(page.getByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
  expect(router.refresh).toHaveBeenCalledTimes(3);
});

test('a repeated press after a failure is the same message, and an empty one is none', async () => {
  sendMessages.mockResolvedValueOnce({
    ok: false,
    error: { code: 'unexpected', message: '', requestId: 'r-1', retryable: true },
  });
  await open();
  await write('{Backspace}');
  const send = dialog.getByRole('button', { name: 'Send to 2 members' });
  await send.click();
  const text = dialog.getByRole('textbox', { name: 'Message' });
  await expect.element(text).toHaveAccessibleDescription(/Please enter a message/);
  expect(sendMessages).not.toHaveBeenCalled();
  await text.fill('We miss you');
  await send.click();
  await expect.element(dialog.getByRole('alert').filter({ hasText: /\S/ })).toBeVisible();
  await send.click();
  await expect.element(dialog).not.toBeInTheDocument();
  const ids = sendMessages.mock.calls.map(([{ sendingId }]) => sendingId);
  expect(ids).toEqual([ids[0], ids[0]]);
});

test('another text after a lost answer is sent only once the one before is undone', async () => {
  sendMessages.mockResolvedValueOnce(lost);
  const { undone } = await open({ undoes: [lost, undid(2)] });
  await write('We mis you');
  const send = dialog.getByRole('button', { name: 'Send to 2 members' });
  await send.click();
  await expect.element(dialog.getByRole('alert').filter({ hasText: /\S/ })).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Message' }).fill('We miss you');
  await send.click();
  await expect.poll(() => undone().length).toBe(1);
  expect(sendMessages).toHaveBeenCalledTimes(1);
  await send.click();
  await expect.element(dialog).not.toBeInTheDocument();
  const [[first] = [], [second] = []] = sendMessages.mock.calls;
  const ofFirst = { locationId: here, sendingId: first?.sendingId };
  expect(undone()).toEqual([ofFirst, ofFirst]);
  expect(second).toMatchObject({ text: 'We miss you' });
  expect(second?.sendingId).not.toBe(first?.sendingId);
});

test('a dialog closed after a lost answer leaves the messages to be undone, and the text to be sent again', async () => {
  sendMessages.mockResolvedValueOnce(lost);
  await open();
  await write('We miss you');
  await dialog.getByRole('button', { name: 'Send to 2 members' }).click();
  await expect.element(dialog.getByRole('alert').filter({ hasText: /\S/ })).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(page.getByText('2 messages are sent soon.')).toBeVisible();
  expect(isPageHeld(), 'the text is not saved anywhere').toBe(true);
  await page.getByRole('button', { name: 'Message to 2 members' }).click();
  await expect.element(dialog.getByRole('textbox', { name: 'Message' })).toHaveValue('We miss you');
  await dialog.getByRole('button', { name: 'Send to 2 members' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  const ids = sendMessages.mock.calls.map(([{ sendingId }]) => sendingId);
  expect(ids, 'the same key: it may have arrived').toEqual([ids[0], ids[0]]);
  expect(isPageHeld()).toBe(false);
});

test('a dialog closed before the answer leaves the undo, unless nothing was written', async () => {
  const answer = Promise.withResolvers<ActionResult<MessagesOutcome>>();
  sendMessages.mockReturnValueOnce(answer.promise);
  await open();
  await write('We miss you');
  await dialog.getByRole('button', { name: 'Send to 2 members' }).click();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(page.getByText('2 messages are sent soon.')).toBeVisible();
  answer.resolve({ ok: false, error: { code: 'notAllowed', message: '', requestId: 'r-1', retryable: false } });
  await expect.element(page.getByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
});

test('an undo waits for no answer to the sending, and is not promised again when that comes', async () => {
  const answer = Promise.withResolvers<ActionResult<MessagesOutcome>>();
  sendMessages.mockReturnValueOnce(answer.promise);
  const { undone } = await open({ undoes: [undid(2)] });
  await write('We miss you');
  await dialog.getByRole('button', { name: 'Send to 2 members' }).click();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.element(page.getByText('Undone: 2 messages are not sent.')).toBeVisible();
  const [[input] = []] = sendMessages.mock.calls;
  expect(undone()).toEqual([{ locationId: here, sendingId: input?.sendingId }]);
  answer.resolve(sent);
  await page.getByRole('button', { name: 'Message to 2 members' }).click();
  await expect
    .element(dialog.getByRole('button', { name: 'Send to 2 members' }))
    .not.toHaveAttribute('aria-disabled', 'true');
  await expect.element(dialog.getByRole('textbox', { name: 'Message' })).toHaveValue('We miss you');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect(page.getByRole('button', { name: 'Undo' }).elements()).toEqual([]);
});

test('after an undo while the sending hangs, another one can be written and sent at once', async () => {
  sendMessages.mockReturnValueOnce(new Promise(() => {}));
  await open({ undoes: [undid(2)] });
  await write('We miss you');
  await dialog.getByRole('button', { name: 'Send to 2 members' }).click();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.element(page.getByText('Undone: 2 messages are not sent.')).toBeVisible();
  await page.getByRole('button', { name: 'Message to 2 members' }).click();
  await expect.element(dialog.getByRole('textbox', { name: 'Message' })).toBeVisible();
  expect(dialog.getByRole('alert').filter({ hasText: /\S/ }).elements()).toEqual([]);
  await dialog.getByRole('button', { name: 'Send to 2 members' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(sendMessages).toHaveBeenCalledTimes(2);
});

test('what was sent before is not promised an undo when its press is repeated', async () => {
  sendMessages.mockResolvedValueOnce(lost);
  sendMessages.mockResolvedValueOnce({ ok: true, value: { held: 2, undoMs: -1, leftOut: 0 } });
  await open();
  await write('We miss you');
  await dialog.getByRole('button', { name: 'Send to 2 members' }).click();
  await expect.element(dialog.getByRole('alert').filter({ hasText: /\S/ })).toBeVisible();
  await dialog.getByRole('button', { name: 'Send to 2 members' }).click();
  await expect.element(page.getByText('This message was written already: it is not sent twice.')).toBeVisible();
  expect(page.getByRole('button', { name: 'Undo' }).elements()).toEqual([]);
});

test('after the undo of what may have arrived, the same text is another sending', async () => {
  sendMessages.mockResolvedValueOnce(lost);
  await open({ undoes: [undid(0)] });
  await write('We miss you');
  await dialog.getByRole('button', { name: 'Send to 2 members' }).click();
  await expect.element(dialog.getByRole('alert').filter({ hasText: /\S/ })).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.element(page.getByText('Undone: nothing is sent.')).toBeVisible();
  await page.getByRole('button', { name: 'Message to 2 members' }).click();
  await dialog.getByRole('button', { name: 'Send to 2 members' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  const [[first] = [], [second] = []] = sendMessages.mock.calls;
  expect(second?.sendingId).not.toBe(first?.sendingId);
});

test('what the desk holds of another page can be undone, and what met trouble is said, also where nobody stays away', async () => {
  const sendingId = '7f2f4c1e-0000-8000-8000-0000000000aa';
  const { undone } = await open({
    members: [],
    undoes: [undid(7)],
    underWay: { held: [{ sendingId, count: 7, undoMs: 20_000 }], waiting: 3, unsure: 2 },
  });
  await expect.element(page.getByText('3 messages wait to be sent')).toBeVisible();
  await expect.element(page.getByText('2 messages of the last 24 hours may not have arrived')).toBeVisible();
  await expect.element(page.getByText('7 messages are sent soon.')).toBeVisible();
  await expectFineAtEveryWidth();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.element(page.getByText('Undone: 7 messages are not sent.')).toBeVisible();
  expect(undone()).toEqual([{ locationId: here, sendingId }]);
  await expect.element(page.getByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
});

test('an undo that fails says so at its own sending', async () => {
  const sendings = ['a', 'b'].map((end) => `7f2f4c1e-0000-8000-8000-00000000000${end}`);
  await open({ underWay: { held: sendings.map((sendingId) => ({ sendingId, count: 2, undoMs: 20_000 })) } });
  await page.getByRole('button', { name: 'Undo' }).first().click();
  await expect.element(page.getByRole('alert').filter({ hasText: /\S/ })).toBeVisible();
  expect(page.getByRole('alert').filter({ hasText: /\S/ }).elements()).toHaveLength(1);
});

test.each([
  [1, '1 member gets none: since the list was loaded'],
  [0, 'These members get no message: since the list was loaded'],
])('of two members %i are written to, and it is said who is left out', async (held, said) => {
  sendMessages.mockResolvedValueOnce({
    ok: true,
    value: { held, undoMs: 30_000, leftOut: 2 - held },
  });
  await open();
  await write('We miss you');
  await dialog.getByRole('button', { name: 'Send to 2 members' }).click();
  await expect.element(page.getByText(said)).toBeVisible();
  expect(page.getByRole('button', { name: 'Undo' }).elements()).toHaveLength(held);
});

test('a refused repeat of what may have arrived leaves its undo', async () => {
  sendMessages.mockResolvedValueOnce(lost);
  sendMessages.mockResolvedValueOnce({
    ok: false,
    error: { code: 'notAllowed', message: '', requestId: 'r-1', retryable: false },
  });
  const { undone } = await open({ undoes: [undid(2)] });
  await write('We miss you');
  const send = dialog.getByRole('button', { name: 'Send to 2 members' });
  await send.click();
  await expect.element(dialog.getByRole('alert').filter({ hasText: /\S/ })).toBeVisible();
  await send.click();
  await expect.poll(() => sendMessages.mock.calls.length).toBe(2);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.element(page.getByText('Undone: 2 messages are not sent.')).toBeVisible();
  const [[first] = []] = sendMessages.mock.calls;
  expect(undone()).toMatchObject([{ sendingId: first?.sendingId }]);
});

test('a message says when the list was read from which its members were chosen, not when it was renewed', async () => {
  const { renew } = await open();
  await choose('Lena Vogt');
  renew({ readAt: '2026-11-25T11:02:00.000Z', since: '2026-09-04' });
  await expect.element(page.getByText('Since 4 Sept 2026: Front Desk')).toBeVisible();
  await choose('Jan Pohl');
  await page.getByRole('button', { name: 'Message to 2 members' }).click();
  await userEvent.keyboard('We miss you');
  await dialog.getByRole('button', { name: 'Send to 2 members' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await write('We still miss you');
  await dialog.getByRole('button', { name: 'Send to 2 members' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(sendMessages.mock.calls.map(([{ readAt }]) => readAt)).toEqual([
    '2026-11-25T11:00:00.000Z',
    '2026-11-25T11:02:00.000Z',
  ]);
});

test('two sendings can be undone, each by itself', async () => {
  await open();
  await write('First');
  await dialog.getByRole('button', { name: 'Send to 2 members' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await write('Second');
  await dialog.getByRole('button', { name: 'Send to 2 members' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(page.getByRole('button', { name: 'Undo' }).elements()).toHaveLength(2);
});

test('who got a message in the last days is counted before it is sent', async () => {
  await open();
  await page.getByRole('checkbox', { name: 'Choose all' }).click();
  await page.getByRole('button', { name: 'Message to 3 members' }).click();
  await expect.element(dialog).toHaveTextContent('1 of them was written to in the last 7 days.');
});

test('one press creates a task for today, once', async () => {
  const { desk } = await open();
  await row('Lena Vogt').getByRole('button', { name: 'Task' }).click();
  await expect.element(row('Lena Vogt')).toHaveTextContent('Task created');
  await expect.element(row('Jan Pohl').getByRole('button', { name: 'Task' })).toBeVisible();
  await expect
    .poll(() => desk.requests.filter(({ method }) => method === 'POST').map(({ body }) => body))
    .toMatchObject([
      {
        kind: 'create',
        changeId: lena.taskId,
        accountId: 'of Lena Vogt',
        dueDate: '2026-11-25',
        what: { name: 'Get in touch: away for 23 days', type: 'GENERAL' },
      },
    ]);
});

test('a task is created only once the desk has said so, and for the day on which it was asked for', async () => {
  const answer = Promise.withResolvers<void>();
  const { desk } = await open({
    record: async () => {
      await answer.promise;
      return recorded;
    },
  });
  vi.setSystemTime(Date.parse('2026-11-25T23:30:00.000Z'));
  await row('Lena Vogt').getByRole('button', { name: 'Task' }).click();
  await expect.element(row('Lena Vogt')).toHaveTextContent('Task is being created');
  answer.resolve();
  await expect.element(row('Lena Vogt')).toHaveTextContent('Task created');
  const [change] = desk.requests.filter(({ method }) => method === 'POST');
  expect(change?.body).toMatchObject({ dueDate: '2026-11-26' });
});

test('a task that the desk does not create can be asked for again', async () => {
  await open({ record: () => ({ ok: true, value: { kind: 'memberUnknown' } }) });
  await row('Lena Vogt').getByRole('button', { name: 'Task' }).click();
  await expect.element(page.getByRole('region', { name: /Notifications/ })).toHaveTextContent(/\S/);
  await expect.element(row('Lena Vogt').getByRole('button', { name: 'Task' })).toBeVisible();
  await expect.element(row('Lena Vogt')).not.toHaveTextContent('Task created');
});

test('where there are more than the page lists, it says so', async () => {
  await open({ total: 1_262 });
  await expect.element(page.getByText('The first 3 of 1,262. The file has all of them.')).toBeVisible();
});

test('a user without the permissions sees the list only', async () => {
  await open({ may: { open: false, write: false, createTasks: false } });
  await expect.element(row('Lena Vogt')).toBeVisible();
  expect(page.getByRole('checkbox').elements()).toEqual([]);
  expect(row('Lena Vogt').getByRole('button').elements()).toEqual([]);
  expect(row('Lena Vogt').getByRole('link').elements()).toEqual([]);
});
