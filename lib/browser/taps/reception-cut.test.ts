import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { failed, openCounter, verdictOf, west } from '#lib/testing/test-counter.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';
import type { Verdict } from '#lib/wire/verdict.ts';
import type { VoidedScan } from './send-tap.ts';
import { shownVerdict } from './verdict-history.ts';

beforeEach(() => vi.useFakeTimers({ now: Date.parse('2026-11-20T09:00:00Z') }));
afterEach(() => vi.useRealTimers());

const second = () => vi.setSystemTime(Date.now() + 1_000);
const heardIt = async ({ tapId }: VoidedScan): Promise<ActionResult<Verdict>> => ({
  ok: true,
  value: verdictOf(tapId, 'unknown'),
});

function open(overrides: Parameters<typeof openCounter>[0] = {}) {
  const voided: VoidedScan[] = [];
  const counter = openCounter({
    void: (scan) => {
      voided.push(scan);
      return heardIt(scan);
    },
    ...overrides,
  });
  const history = () => counter.state().history;
  return { ...counter, voided, history, shownWhole: () => shownVerdict(history()) };
}

test('an incomplete scan replaces the previous verdict with a sound, and no look-up is sent', async () => {
  const { reception, scan, answer, shownWhole, heard, sent, history } = open();
  scan('0x04A2');
  await answer(0, 'admitted');
  second();
  reception.cut(west, '04B81D5A', []);
  expect(shownWhole()).toMatchObject({
    kind: 'unknown',
    scanned: { kind: 'unreadable', text: '04B81D5A…' },
    reasons: [{ code: 'unreadable', problem: 'notWhole', nextActor: 'reception' }],
  });
  expect(heard).toEqual(['admitted', 'unknown']);
  expect(history().verdicts.map(({ kind }) => kind)).toEqual(['unknown', 'admitted']);
  expect(sent).toHaveLength(1);
});

test('the parts of one card are reported once, and the next card replaces them', async () => {
  const { reception, scan, answer, shown, history } = open();
  reception.cut(west, '04B81D', []);
  second();
  reception.cut(west, '5A2F6C80', []);
  expect(history().verdicts).toHaveLength(1);
  second();
  scan('0x04A2');
  await answer(0, 'admitted');
  expect(shown()).toBe('admitted');
  vi.setSystemTime(Date.now() + 60_000);
  reception.cut(west, '04B81D', []);
  expect(history().verdicts.map(({ kind }) => kind)).toEqual(['unknown', 'admitted', 'unknown']);
});

test('the verdict of a first part is removed from the screen and voided at the desk', async () => {
  const { reception, answer, voided, history } = open();
  const tapId = reception.lookUp(west, '04B81D5A', 'scan');
  await answer(0, 'admitted');
  second();
  reception.cut(west, '2F6C80', [tapId]);
  await vi.advanceTimersByTimeAsync(0);
  expect(voided).toEqual([{ locationId: 'west', tapId, value: '2F6C80' }]);
  expect(history().verdicts.map(({ kind }) => kind)).toEqual(['unknown']);
});

test('the verdict of a first part that arrives later is never shown', async () => {
  const { reception, glance, answer, state, history, voided } = open();
  const tapId = reception.lookUp(west, '04B81D5A', 'scan');
  reception.cut(west, '2F6C80', [tapId]);
  await glance(0, { member: { displayName: 'Lena Vogt' } as never }); // safe because: nothing reads it
  expect(state()).toMatchObject({ lookingUp: null, taps: { sending: [], waiting: [] } });
  await answer(0, 'admitted');
  expect(history().verdicts.map(({ kind }) => kind)).toEqual(['unknown']);
  expect(voided).toHaveLength(1);
});

test('a first part that waits in the browser is no longer sent, and its void is retried until it is answered', async () => {
  const unheard = {
    ...failed('unexpected'),
    error: { code: 'unexpected', message: '', requestId: '', retryable: true },
  };
  const answers: ActionResult<Verdict>[] = [unheard as ActionResult<Verdict>, unheard as ActionResult<Verdict>];
  const voided: string[] = [];
  const removed: string[] = [];
  const { reception, refuse, state, sent, heard } = open({
    void: async (scan) => {
      voided.push(scan.tapId);
      return answers.shift() ?? heardIt(scan);
    },
    store: {
      keeps: () => true,
      save: async () => {},
      load: async () => ({ items: [], unreadable: [] }),
      remove: async (tapId) => void removed.push(tapId),
    },
  });
  const tapId = reception.lookUp(west, '04B81D5A', 'scan');
  await refuse(0);
  reception.cut(west, '2F6C80', [tapId]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(state().taps.waiting).toEqual([]);
  expect(removed).toEqual([tapId]);
  expect(sent).toHaveLength(1);
  expect(voided).toEqual([tapId, tapId, tapId]);
  expect(heard.filter((what) => what.startsWith('unexpected'))).toEqual([]);
});

test('a visit that was already sent is reported', async () => {
  const { reception, answer, heard } = open({ void: async () => failed('tooLate') });
  const tapId = reception.lookUp(west, '04B81D5A', 'scan');
  await answer(0, 'admitted');
  reception.cut(west, '2F6C80', [tapId]);
  await vi.advanceTimersByTimeAsync(0);
  expect(heard.at(-1)).toBe('tooLate null');
});

test('a badge takes back what was read of itself, and not the partly read card of a visitor', async () => {
  for (const [part, isLeft] of [
    ['04B81D', false],
    ['04C1', true],
  ] as const) {
    const { reception, scan, answer, sent, shown, shownWhole } = open();
    scan('0x04A2');
    await answer(0, 'admitted');
    reception.cut(west, part, []);
    second();
    scan('04B81D5A2F6C80');
    sent[1]?.answer.resolve(failed('staffBadge'));
    await vi.advanceTimersByTimeAsync(0);
    expect(shown()).toBe(isLeft ? 'unknown' : 'admitted');
    expect(shownWhole()?.scanned?.text).toBe(isLeft ? '04C1…' : undefined);
  }
});
