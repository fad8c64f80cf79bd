import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { failed, glanceAt, lena, openCounter, west } from '#lib/testing/test-counter.ts';
import { mayBeConfirmed, shownVerdict } from './verdict-history.ts';

beforeEach(() => vi.useFakeTimers({ now: Date.parse('2026-11-20T09:00:00Z') }));
afterEach(() => vi.useRealTimers());

const second = () => vi.setSystemTime(Date.now() + 1_000);
const noAnswer = () => Promise.reject(new TypeError('Failed to fetch'));

/** Lena was just admitted, and now the desk is unreachable. */
async function afterLena(overrides: Parameters<typeof openCounter>[0] = {}) {
  const counter = openCounter(overrides);
  counter.scan('0x04A2');
  await counter.answer(0, 'admitted');
  second();
  return {
    ...counter,
    shownWhole: () => shownVerdict(counter.state().history),
    earlier: () =>
      counter
        .state()
        .history.verdicts.map(
          ({ kind, tapId }) => `${kind} ${tapId === counter.sent[0]?.request.tapId ? 'lena' : 'other'}`,
        ),
  };
}

describe('a scan while the desk is unreachable', () => {
  test('replaces the previous verdict at once, with the scanned number and no name', async () => {
    const { scan, refuse, shownWhole, state, earlier, heard } = await afterLena({ glance: noAnswer });
    scan('0x04B7');
    await refuse(1);
    expect(shownWhole()).toMatchObject({
      kind: 'unconfirmed',
      member: null,
      visit: null,
      offers: [],
      scanned: { text: '0x04B7' },
      reasons: [{ code: 'deskUnreachable', kept: 'lookUp', nextActor: 'reception' }],
    });
    expect(state().lookingUp).toBeNull();
    expect(earlier()).toEqual(['unconfirmed other', 'admitted lena']);
    expect(heard).toEqual(['admitted', 'unconfirmed', 'silence']);
  });

  test('shows within a second that the desk hangs, and not before a slow desk may have answered', async () => {
    const { scan, shown, state } = await afterLena();
    scan('0x04B7');
    await vi.advanceTimersByTimeAsync(600);
    expect(state().lookingUp).toMatchObject({ value: '0x04B7' });
    await vi.advanceTimersByTimeAsync(200);
    expect(shown()).toBe('unconfirmed');
    expect(state().lookingUp).toBeNull();
    expect(state().taps.waiting).toHaveLength(1);
  });

  test.each([
    ['finds the member', glanceAt(lena)],
    ['finds no member', null],
  ])('control: a desk that %s counts as reachable, however long the platform takes', async (_, seen) => {
    const { scan, glance, answer, state, shown } = await afterLena();
    scan('0x04B7');
    await glance(1, seen);
    await vi.advanceTimersByTimeAsync(4_000);
    expect(state().lookingUp).toMatchObject({ value: '0x04B7', glance: seen });
    expect(state().taps.waiting).toEqual([]);
    await answer(1, 'unconfirmed');
    expect(shown()).toBe('unconfirmed');
  });

  test('replaces the previous waiting scan, and all of them stay listed as earlier ones', async () => {
    const { scan, refuse, shownWhole, earlier, state } = await afterLena({ glance: noAnswer });
    for (const [n, card] of [
      [1, '0x04B7'],
      [2, '0x04C9'],
    ] as const) {
      scan(card);
      await refuse(n);
      expect(shownWhole()?.scanned.text).toBe(card);
      second();
    }
    expect(earlier()).toEqual(['unconfirmed other', 'unconfirmed other', 'admitted lena']);
    expect(state().history.unseenTapIds).toEqual([]);
  });

  test('gets its verdict in its place once the desk is back, with a sound', async () => {
    const { scan, refuse, answer, shown, state, heard } = await afterLena({ glance: noAnswer });
    scan('0x04B7');
    await refuse(1);
    await vi.advanceTimersByTimeAsync(2_000);
    await answer(2, 'refused');
    expect(shown()).toBe('refused');
    expect(state().history.verdicts.map(({ kind }) => kind)).toEqual(['refused', 'admitted']);
    expect(heard).toEqual(['admitted', 'unconfirmed', 'silence', 'refused']);
  });

  test('that is decided after the next scan does not replace it; a refusal counts as unseen', async () => {
    const { scan, refuse, answer, shownWhole, state, sent, heard } = await afterLena({ glance: noAnswer });
    for (const n of [1, 2]) {
      scan(`0x04B${n}`);
      await refuse(n);
      second();
    }
    await vi.advanceTimersByTimeAsync(2_000);
    await answer(3, 'refused');
    expect(shownWhole()?.scanned.text).toBe('0x04B2');
    expect(state().history.unseenTapIds).toEqual([sent[1]?.request.tapId]);
    expect(heard.at(-1)).toBe('refused');
    await answer(4, 'admitted');
    expect(shownWhole()).toMatchObject({ kind: 'admitted', tapId: sent[2]?.request.tapId });
  });

  test('that turns out to be a badge leaves no verdict, and the one before is shown again, as without an outage', async () => {
    const { scan, refuse, sent, shownWhole, earlier } = await afterLena({ glance: noAnswer });
    scan('0x04B7');
    await refuse(1);
    await vi.advanceTimersByTimeAsync(2_000);
    sent[2]?.answer.resolve(failed('staffBadge'));
    await vi.advanceTimersByTimeAsync(0);
    expect(shownWhole()).toMatchObject({ kind: 'admitted', member: { displayName: 'Lena Vogt' } });
    expect(earlier()).toEqual(['admitted lena']);
  });

  test('is reported as a storage failure if the desk cannot write, and the desk counts as reachable', async () => {
    const { scan, sent, shownWhole, heard, state } = await afterLena();
    scan('0x04B7');
    const refusal = { code: 'storageFailed', message: '', requestId: 'r', retryable: true } as const;
    sent[1]?.answer.resolve({ ok: false, error: refusal });
    await vi.advanceTimersByTimeAsync(0);
    expect(shownWhole()?.reasons).toEqual([{ code: 'storageFailed', kept: 'lookUp', nextActor: 'reception' }]);
    expect(state().taps.waiting).toHaveLength(1);
    expect(heard).toEqual(['admitted', 'unconfirmed']);
  });

  test('marks the desk as unreachable once it stops responding after a storage failure', async () => {
    const { scan, sent, refuse, shownWhole, heard } = await afterLena({ glance: noAnswer });
    scan('0x04B7');
    const refusal = { code: 'storageFailed', message: '', requestId: 'r', retryable: true } as const;
    sent[1]?.answer.resolve({ ok: false, error: refusal });
    await vi.advanceTimersByTimeAsync(2_000);
    await refuse(2);
    expect(shownWhole()?.reasons).toMatchObject([{ code: 'deskUnreachable' }]);
    await vi.advanceTimersByTimeAsync(10_000);
    await refuse(3);
    expect(heard).toEqual(['admitted', 'unconfirmed', 'silence']);
  });

  test('updates its cause in place, without a second sound, if a storage failure follows a timeout', async () => {
    const { scan, sent, shownWhole, answer, heard, state } = await afterLena({ glance: () => new Promise(() => {}) });
    scan('0x04B7');
    await vi.advanceTimersByTimeAsync(800);
    expect(shownWhole()?.reasons).toMatchObject([{ code: 'deskUnreachable' }]);
    scan('0x04C9');
    await answer(2, 'admitted');
    sent[1]?.answer.resolve({
      ok: false,
      error: { code: 'storageFailed', message: '', requestId: 'r', retryable: true },
    });
    await vi.advanceTimersByTimeAsync(0);
    expect(state().history.verdicts.map(({ reasons }) => reasons[0]?.code)).toEqual([
      undefined,
      'storageFailed',
      undefined,
    ]);
    expect(shownWhole()).toMatchObject({ kind: 'admitted', tapId: sent[2]?.request.tapId });
    expect(heard).toEqual(['admitted', 'unconfirmed', 'silence', 'admitted']);
  });

  test('announces once, and marks the desk as unreachable once, while the cause of the outage changes', async () => {
    const { scan, refuse, sent, shownWhole, heard } = await afterLena({ glance: noAnswer });
    scan('0x04B7');
    await refuse(1);
    await vi.advanceTimersByTimeAsync(2_000);
    const refusal = { code: 'storageFailed', message: '', requestId: 'r', retryable: true } as const;
    sent[2]?.answer.resolve({ ok: false, error: refusal });
    await vi.advanceTimersByTimeAsync(0);
    expect(shownWhole()?.reasons).toMatchObject([{ code: 'storageFailed' }]);
    await vi.advanceTimersByTimeAsync(10_000);
    await refuse(3);
    expect(shownWhole()?.reasons).toMatchObject([{ code: 'deskUnreachable' }]);
    expect(heard).toEqual(['admitted', 'unconfirmed', 'silence']);
  });

  test('shows that no user is signed in, if that is the reason', async () => {
    const { scan, sent, shownWhole, heard } = await afterLena();
    scan('0x04B7');
    sent[1]?.answer.resolve(failed('signedOut'));
    await vi.advanceTimersByTimeAsync(0);
    expect(shownWhole()?.reasons).toMatchObject([{ code: 'signedOut' }]);
    expect(heard).toEqual(['admitted', 'unconfirmed', 'signedOut 0x04B7']);
  });
});

test('a failed tap hides the previous verdict, a badge does not', async () => {
  for (const [code, stays] of [
    ['invalidInput', false],
    ['staffBadge', true],
  ] as const) {
    const { scan, sent, shown, earlier } = await afterLena();
    scan('x');
    sent[1]?.answer.resolve(failed(code));
    await vi.advanceTimersByTimeAsync(0);
    expect(shown()).toBe(stays ? 'admitted' : null);
    expect(earlier()).toEqual(['admitted lena']);
  }
});

test('a button pressed while the desk is unreachable shows whose visit waits, and the answer replaces it', async () => {
  const { reception, refuse, answer, shownWhole, earlier } = await afterLena();
  reception.press(west, { kind: 'checkOut', accountId: lena.accountId });
  await refuse(1);
  expect(shownWhole()).toMatchObject({
    kind: 'unconfirmed',
    member: { displayName: 'Lena Vogt' },
    visit: null,
    reasons: [{ code: 'deskUnreachable', kept: 'checkOut', nextActor: null }],
  });
  expect(earlier()).toEqual(['unconfirmed other', 'admitted lena']);
  await vi.advanceTimersByTimeAsync(2_000);
  await answer(2, 'admitted');
  expect(earlier()).toEqual(['admitted other', 'admitted lena']);
});

test('a ping shows that the desk hangs after a press of a button too', async () => {
  const { reception, shown, state } = await afterLena({ ping: () => new Promise(() => {}) });
  reception.press(west, { kind: 'checkOut', accountId: lena.accountId });
  await vi.advanceTimersByTimeAsync(800);
  expect(shown()).toBe('unconfirmed');
  expect(state().taps.waiting).toHaveLength(1);
});

test('a member chosen while the desk is unreachable is shown by name, which the page already has', async () => {
  const { reception, refuse, shownWhole } = await afterLena({ ping: noAnswer });
  reception.lookUpMember(west, { ...lena, accountId: 'omar', displayName: 'Omar Haddad' });
  await refuse(1);
  expect(shownWhole()).toMatchObject({ kind: 'unconfirmed', member: { displayName: 'Omar Haddad' }, visit: null });
});

test('the desk is not polled for the decision on a tap that it does not have yet', async () => {
  const { scan, refuse, state } = await afterLena({ glance: noAnswer });
  scan('0x04B7');
  await refuse(1);
  expect(state().history.verdicts.filter(mayBeConfirmed)).toEqual([]);
});

describe('leaving the page', () => {
  const store = {
    keeps: () => false,
    save: async () => {},
    remove: async () => {},
    load: async () => ({ items: [], unreadable: [] }),
  };

  test('would lose a tap that the browser does not store, until the desk has it', async () => {
    const { reception, scan, answer } = openCounter({ store });
    expect(reception.wouldLose()).toBe(false);
    scan('0x04B7');
    expect(reception.wouldLose()).toBe(true);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(reception.wouldLose()).toBe(true);
    await answer(0, 'admitted');
    expect(reception.wouldLose()).toBe(false);
  });

  test('may lose a tap until the browser has stored it, which its verdict says', async () => {
    const saved = Promise.withResolvers<void>();
    let isKept = false;
    const { reception, scan, refuse, shownWhole, heard } = await afterLena({
      glance: noAnswer,
      store: { ...store, keeps: () => isKept, save: () => saved.promise },
    });
    heard.splice(0);
    scan('0x04B7');
    await refuse(1);
    // shown without waiting for the browser
    expect(shownWhole()?.reasons).toMatchObject([{ code: 'deskUnreachable', kept: 'notStored' }]);
    expect(reception.wouldLose()).toBe(true);
    isKept = true;
    saved.resolve();
    await vi.advanceTimersByTimeAsync(0);
    expect(shownWhole()?.reasons).toMatchObject([{ code: 'deskUnreachable', kept: 'lookUp' }]);
    expect(reception.wouldLose()).toBe(false);
    expect(heard).toEqual(['unconfirmed', 'silence']);
  });

  test('loses no tap that the browser stores', () => {
    const { reception, scan } = openCounter();
    scan('0x04B7');
    expect(reception.wouldLose()).toBe(false);
  });
});
