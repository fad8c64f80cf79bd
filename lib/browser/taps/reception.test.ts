import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { failed, glanceAt, lena, openCounter, verdictOf, west } from '#lib/testing/test-counter.ts';
import { presentTapId } from '#lib/wire/presence.ts';
import type { Verdict, VerdictKind } from '#lib/wire/verdict.ts';
import type { ReceptionOptions } from './reception.ts';
import { openTapIds, shownVerdict } from './verdict-history.ts';

beforeEach(() => vi.useFakeTimers({ now: Date.parse('2026-11-20T09:00:00Z') }));
afterEach(() => vi.useRealTimers());

describe('an early look-up', () => {
  test('shows the likely member of a card until the tap is decided, without a sound', async () => {
    const { scan, glance, answer, state, shown, heard, sent } = openCounter();
    scan('0x04A2');
    expect(state().lookingUp).toMatchObject({ value: '0x04A2', glance: null });
    await glance(0, glanceAt(lena));
    expect(state().lookingUp).toMatchObject({ tapId: sent[0]?.request.tapId, glance: { member: lena } });
    expect(heard).toEqual([]);
    await answer(0, 'refused');
    expect(state().lookingUp).toBeNull();
    expect(shown()).toBe('refused');
    expect(heard).toEqual(['refused']);
  });

  test('that arrives after the verdict is not shown', async () => {
    const { scan, glance, answer, state, shown } = openCounter();
    scan('0x04A2');
    await answer(0, 'refused');
    await glance(0, glanceAt(lena));
    expect(state().lookingUp).toBeNull();
    expect(shown()).toBe('refused');
  });

  test('control: the same late glance is shown where the tap is still undecided', async () => {
    const { scan, glance, state } = openCounter();
    scan('0x04A2');
    await vi.advanceTimersByTimeAsync(600);
    await glance(0, glanceAt(lena));
    expect(state().lookingUp?.glance).toEqual({ member: lena });
  });

  test('of one scan is never shown for the next one', async () => {
    const { scan, glance, answer, state, shown } = openCounter();
    scan('0x04A2');
    vi.setSystemTime(Date.now() + 500);
    scan('0x04B7');
    await glance(0, glanceAt(lena));
    expect(state().lookingUp).toMatchObject({ value: '0x04B7', glance: null });
    await glance(1, glanceAt({ ...lena, displayName: 'Omar Haddad' }));
    await answer(0, 'admitted');
    expect(state().lookingUp).toMatchObject({ glance: { member: { displayName: 'Omar Haddad' } } });
    await answer(1, 'attention');
    expect(shown()).toBe('attention');
  });

  test.each([
    ['knows nobody', async () => null],
    ['cannot be had', () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('that %s changes nothing', async (_, glance) => {
    const { scan, answer, state, shown } = openCounter({ glance });
    scan('0x04A2');
    await vi.advanceTimersByTimeAsync(10);
    expect(state().lookingUp).toMatchObject({ glance: null });
    await answer(0, 'unknown');
    expect(shown()).toBe('unknown');
  });

  test('disappears when the desk is unreachable and the tap has to wait', async () => {
    const { scan, glance, state } = openCounter();
    scan('0x04A2');
    await glance(0, glanceAt(lena));
    await vi.advanceTimersByTimeAsync(6_000);
    expect(state().lookingUp).toBeNull();
    expect(state().taps.waiting).toHaveLength(1);
  });

  test('of a chosen member needs no request', () => {
    const glance = vi.fn(async () => null);
    const { reception, state } = openCounter({ glance });
    reception.lookUpMember(west, lena);
    expect(state().lookingUp).toMatchObject({ value: 'Lena Vogt', glance: { member: lena } });
    expect(glance).not.toHaveBeenCalled();
  });
});

describe('later verdicts', () => {
  async function unconfirmed() {
    const counter = openCounter();
    counter.scan('0x04A2');
    await counter.answer(0, 'unconfirmed');
    const tapId = counter.sent[0]?.request.tapId ?? '';
    return {
      ...counter,
      tapId,
      confirm: (kind: VerdictKind) => counter.reception.confirm('west', [verdictOf(tapId, kind)]),
    };
  }

  test.each(['admitted', 'refused'] as const)('replaces "unconfirmed" once, with a sound: %s', async (kind) => {
    const { confirm, shown, state, heard } = await unconfirmed();
    confirm(kind);
    confirm(kind);
    expect(shown()).toBe(kind);
    expect(state().history.verdicts).toHaveLength(1);
    expect(heard).toEqual(['unconfirmed', kind]);
  });

  test('does not replace the next member’s verdict, but a refusal counts as unseen', async () => {
    const { confirm, scan, answer, shown, state, heard, tapId } = await unconfirmed();
    vi.setSystemTime(Date.now() + 5_000);
    scan('0x04B7');
    await answer(1, 'admitted');
    confirm('refused');
    expect(shown()).toBe('admitted');
    expect(state().history.unseenTapIds).toEqual([tapId]);
    expect(heard.at(-1)).toBe('refused');
  });

  test('counts as unseen where the next member is being looked up, and stays listed', async () => {
    const { confirm, scan, answer, state, tapId } = await unconfirmed();
    vi.setSystemTime(Date.now() + 5_000);
    scan('0x04B7');
    confirm('refused');
    await answer(1, 'admitted');
    expect(state().history.unseenTapIds).toEqual([tapId]);
  });

  test('makes no sound for a plain admission of an earlier member', async () => {
    const { confirm, scan, answer, state, heard } = await unconfirmed();
    vi.setSystemTime(Date.now() + 5_000);
    scan('0x04B7');
    await answer(1, 'attention');
    confirm('admitted');
    expect(state().history.verdicts.map(({ kind }) => kind)).toEqual(['attention', 'admitted']);
    expect(state().history.unseenTapIds).toEqual([]);
    expect(heard).toEqual(['unconfirmed', 'attention']);
  });

  test('changes no verdict that was decided before, or was never scanned here', async () => {
    const { reception, confirm, state } = await unconfirmed();
    confirm('admitted');
    const before = state().history;
    confirm('refused');
    reception.confirm('west', [verdictOf('another window’s', 'refused')]);
    expect(state().history).toBe(before);
  });
});

describe('a visit that ends at another window', () => {
  async function admitted() {
    const counter = openCounter();
    counter.scan('0x04A2');
    await counter.answer(0, 'admitted');
    const tapId = counter.sent[0]?.request.tapId ?? '';
    const told = (...codes: string[]) => {
      const verdict = { ...verdictOf(tapId), reasons: codes.map((code) => ({ code, nextActor: null })) } as Verdict; // safe because: reception reads no more of a reason
      counter.reception.confirm('west', [verdict]);
      return shownVerdict(counter.state().history)?.reasons.map(({ code }) => code);
    };
    return { ...counter, tapId, told };
  }

  test('ends on this screen too, without a sound', async () => {
    const { told, heard, state } = await admitted();
    expect(told('checkedOut')).toEqual(['checkedOut']);
    expect(told('undone')).toEqual(['undone']);
    expect(heard).toEqual(['admitted']);
    expect(state().history.unseenTapIds).toEqual([]);
  });

  test('continues if the check-out was undone, while an undone visit stays undone, whatever an older response says', async () => {
    const { told } = await admitted();
    told('checkedOut');
    expect(told()).toEqual([]);
    told('undone');
    expect(told()).toEqual(['undone']);
  });

  test('may also begin at another window, and a repeated response about it changes nothing', async () => {
    const { told, state, heard } = await admitted();
    told('checkedOut');
    expect(told('alreadyIn')).toEqual(['alreadyIn']);
    const before = state().history;
    expect(told('repeatIgnored')).toEqual(['alreadyIn']);
    expect(state().history).toBe(before);
    expect(heard).toEqual(['admitted']);
  });

  test('leaves the time of the tap as it was', async () => {
    const { reception, tapId, state } = await admitted();
    const tappedAt = shownVerdict(state().history)?.tappedAt;
    const reasons = [{ code: 'checkedOut', nextActor: null }];
    reception.confirm('west', [{ ...verdictOf(tapId), tappedAt: '2026-11-20T23:00:00.000Z', reasons } as Verdict]); // safe because: reception reads no more of a reason
    expect(shownVerdict(state().history)).toMatchObject({ tappedAt, reasons: [{ code: 'checkedOut' }] });
  });

  test('is polled while it is on the screen, unless it cannot end', async () => {
    const { tapId, told, scan, answer, sent, state, reception } = await admitted();
    expect(openTapIds(state().history)).toEqual([tapId]);
    vi.setSystemTime(Date.now() + 5_000);
    scan('0x04B7');
    await answer(1, 'admitted');
    expect(openTapIds(state().history)).toEqual([sent[1]?.request.tapId]);
    reception.lookAt('west', verdictOf(tapId));
    told('undone');
    expect(openTapIds(state().history)).toEqual([]);
    // from the turnstile, without a tap of this desk
    reception.lookAt('west', verdictOf(presentTapId('lena')));
    expect(openTapIds(state().history)).toEqual([presentTapId('lena')]);
  });
});

test('another location is not affected', async () => {
  const { reception, scan, answer } = openCounter();
  scan('0x04A2');
  expect(reception.stateAt('ost').lookingUp).toBeNull();
  await answer(0, 'admitted');
  expect(reception.stateAt('ost').history.verdicts).toEqual([]);
});

test('an error is reported with its tap', async () => {
  const { reception, heard } = openCounter({ send: async () => failed('staffBadge') });
  reception.lookUp(west, '0x04FF', 'scan');
  await vi.advanceTimersByTimeAsync(0);
  await reception.undo('west', 'tap');
  expect(heard).toEqual(['staffBadge 0x04FF', 'tooLate null']);
});

test('an undo in flight counts for its own visit alone, and each ends by itself', async () => {
  const answers = new Map<string, () => void>();
  const undo: ReceptionOptions['undo'] = ({ tapId }) =>
    new Promise((resolve) => answers.set(tapId, () => resolve(failed('tooLate'))));
  const { reception, state } = openCounter({ undo });
  const undone = ['lena', 'omar'].map((tapId) => reception.undo('west', tapId));
  expect(state().undoingTapIds).toEqual(['lena', 'omar']);
  expect(reception.stateAt('ost').undoingTapIds).toEqual([]);
  answers.get('lena')?.();
  await undone[0];
  expect(state().undoingTapIds).toEqual(['omar']);
  answers.get('omar')?.();
  await undone[1];
  expect(state().undoingTapIds).toEqual([]);
});

test('the state is the same object until something changes', async () => {
  const { scan, state } = openCounter();
  const before = state();
  expect(state()).toBe(before);
  scan('0x04A2');
  expect(state()).not.toBe(before);
});
