import { expect, test } from 'vitest';
import { notWhole, type Verdict } from '#lib/wire/verdict.ts';
import { accountIdsOf, changeHistory, emptyHistory, shownVerdict, type VerdictHistory } from './verdict-history.ts';

const at = (second: number) => `2026-11-20T09:00:${String(second).padStart(2, '0')}.000Z`;
const verdict = (tapId: string, second: number, kind: Verdict['kind'] = 'admitted'): Verdict =>
  // safe because: the history reads only these fields
  ({
    kind,
    tapId,
    member: { accountId: 'm' },
    tappedAt: at(second),
    reasons: [],
  }) as never;

const answer = (history: VerdictHistory, ...verdicts: Verdict[]) =>
  verdicts.reduce(
    (before, next) => changeHistory(before, { type: 'answered', verdict: next, isPress: false }),
    history,
  );

test('the newest tap is shown, the others are listed as earlier ones', () => {
  const history = answer(emptyHistory, verdict('a', 1), verdict('b', 2));
  expect(history.shownTapId).toBe('b');
  expect(history.verdicts.map(({ tapId }) => tapId)).toEqual(['b', 'a']);
});

test('a tap that waited does not push the person at the counter off the screen, and its failure stays until seen', () => {
  const history = answer(emptyHistory, verdict('now', 5), verdict('waited', 2, 'refused'));
  expect(history.shownTapId).toBe('now');
  expect(history.unseenTapIds).toEqual(['waited']);
  const looked = changeHistory(history, { type: 'lookedAt', verdict: verdict('waited', 2, 'refused') });
  expect(shownVerdict(looked)?.tapId).toBe('waited');
  expect(looked.unseenTapIds).toEqual([]);
});

test('a press on the shown verdict replaces it and adds no earlier one', () => {
  const history = answer(emptyHistory, verdict('scan', 1));
  const checkedOut = changeHistory(history, {
    type: 'answered',
    verdict: verdict('press', 9),
    isPress: true,
  });
  expect(checkedOut.verdicts.map(({ tapId }) => tapId)).toEqual(['press']);
  expect(checkedOut.shownTapId).toBe('press');
});

test('a repeated answer is listed once', () => {
  expect(answer(emptyHistory, verdict('a', 1), verdict('a', 1)).verdicts).toHaveLength(1);
});

const waiting = (tapId: string, second: number) =>
  ({ ...verdict(tapId, second, 'unconfirmed'), reasons: [{ code: 'deskUnreachable', nextActor: null }] }) as never; // safe because: the history reads only these fields

const later = (history: VerdictHistory, now: string, isToday: (verdict: Verdict) => boolean = () => false) =>
  changeHistory(history, { type: 'dayBegan', isToday, now: Date.parse(now) });

test('a new day drops the verdicts of the previous one alone, except one whose member may still be at the counter', () => {
  const before = answer(emptyHistory, verdict('a', 1), verdict('b', 2, 'refused'), verdict('c', 30));
  expect(later(before, '2026-11-20T09:01:00Z')).toEqual({
    ...emptyHistory,
    verdicts: [verdict('c', 30)],
    shownTapId: 'c',
  });
  expect(later(before, '2026-11-20T09:03:00Z')).toEqual(emptyHistory);
  const ofB = later(before, '2026-11-20T09:03:00Z', ({ tapId }) => tapId === 'b');
  expect(ofB).toEqual({ ...emptyHistory, verdicts: [verdict('b', 2, 'refused')] });
  expect(later(before, '2026-11-20T09:03:00Z', () => true)).toEqual(before);
});

test('a new day keeps what waits, what nobody has seen, and for a day what the platform has not decided', () => {
  const answered = answer(emptyHistory, verdict('late', 20, 'unconfirmed'), verdict('shown', 30));
  const unseen = answer(answered, verdict('unseen', 4, 'refused'));
  const before = changeHistory(unseen, { type: 'waiting', verdict: waiting('waits', 40), isAgain: false });
  const shown = changeHistory(before, { type: 'lookedAt', verdict: verdict('shown', 30) });
  const next = later(shown, '2026-11-21T00:01:00Z');
  expect(next.verdicts.map(({ tapId }) => tapId)).toEqual(['waits', 'late', 'unseen']);
  expect(next).toMatchObject({ shownTapId: null, unseenTapIds: ['unseen'] });
  const refused = changeHistory(next, { type: 'confirmed', verdict: verdict('late', 20, 'refused'), isCovered: false });
  expect(refused.unseenTapIds).toEqual(['unseen', 'late']);
  expect(later(next, '2026-11-22T00:01:00Z').verdicts.map(({ tapId }) => tapId)).toEqual(['waits', 'unseen']);
});

test('what was scanned of a member before their data was deleted is removed, but no tap that waits, and nobody else', () => {
  const of = (accountId: string, tapId: string, second: number) => ({
    ...verdict(tapId, second),
    member: { accountId },
  });
  const scanned = answer(emptyHistory, of('other', 'a', 1) as never, verdict('b', 2, 'refused'), verdict('c', 9)); // safe because: as above
  const waits = changeHistory(scanned, { type: 'waiting', verdict: waiting('d', 3), isAgain: false });
  const shown = changeHistory(waits, { type: 'lookedAt', verdict: verdict('b', 2, 'refused') });
  expect(accountIdsOf(shown).toSorted()).toEqual(['m', 'other']);
  const left = changeHistory(shown, { type: 'forgotten', members: [{ accountId: 'm', at: at(5) }] });
  expect(left.verdicts.map(({ tapId }) => tapId)).toEqual(['c', 'd', 'a']);
  expect(left).toMatchObject({ shownTapId: null, unseenTapIds: [] });
  expect(changeHistory(shown, { type: 'forgotten', members: [{ accountId: 'nobody', at: at(50) }] })).toBe(shown);
});

const badge = '04B81D5A2F6C80';

test('a staff badge whose tap had to wait shows again what it covered', () => {
  const shown = answer(emptyHistory, verdict('member', 1));
  const once = changeHistory(shown, { type: 'waiting', verdict: waiting('badge', 5), isAgain: false });
  const twice = changeHistory(once, { type: 'waiting', verdict: waiting('badge again', 7), isAgain: false });
  expect(twice.shownTapId).toBe('badge again');
  const failed = changeHistory(twice, { type: 'failed', tapId: 'badge again', tappedAt: at(7), by: { badge } });
  expect(failed.shownTapId).toBe('member');
});

test('a visitor whose tap had to wait and failed does not bring back the person before', () => {
  const shown = answer(emptyHistory, verdict('member', 1));
  const waits = changeHistory(shown, { type: 'waiting', verdict: waiting('visitor', 5), isAgain: false });
  const failed = changeHistory(waits, { type: 'failed', tapId: 'visitor', tappedAt: at(5), by: 'visitor' });
  expect(failed.shownTapId).toBeNull();
});

const cut = (history: VerdictHistory, tapId: string, second: number, part = badge.slice(0, 4)) => {
  const shown = { ...verdict(tapId, second, 'unknown'), ...notWhole(part).decision } as never; // safe because: the history reads only these fields
  return changeHistory(history, { type: 'cut', verdict: shown, part, voids: [] });
};

test('a staff badge that was first read in part leaves nothing of it, and shows again what that covered', () => {
  const once = cut(answer(emptyHistory, verdict('member', 1)), 'part', 5);
  const twice = cut(once, 'second part', 9, badge.slice(4));
  const failed = changeHistory(twice, { type: 'failed', tapId: 'badge', tappedAt: at(12), by: { badge } });
  expect([failed.shownTapId, failed.verdicts.map(({ tapId }) => tapId)]).toEqual(['member', ['member']]);
  const waits = changeHistory(twice, { type: 'waiting', verdict: waiting('badge', 12), isAgain: false });
  expect(waits.shownTapId).toBe('badge');
  expect(changeHistory(waits, { type: 'failed', tapId: 'badge', tappedAt: at(12), by: { badge } })).toEqual(failed);
});

test('a staff badge leaves the partly read card of somebody else', () => {
  const shown = answer(emptyHistory, verdict('member', 1));
  const long = cut(shown, 'part', 5);
  const failed = { type: 'failed', tapId: 'badge', by: { badge } } as const;
  expect(changeHistory(long, { ...failed, tappedAt: at(25) })).toEqual(long);
  // of a person who came while the badge waited for the desk
  expect(changeHistory(long, { ...failed, tappedAt: at(3) })).toEqual(long);
  // of a person who still stands there, also where the badge had to wait, or was itself first read in part
  const others = cut(shown, 'part', 5, '04C1');
  const soon = { ...failed, tappedAt: at(12) };
  expect(changeHistory(others, soon)).toEqual(others);
  const waits = changeHistory(others, { type: 'waiting', verdict: waiting('badge', 12), isAgain: false });
  expect(shownVerdict(changeHistory(waits, soon))?.tapId).toBe('part');
  const both = cut(others, 'part of the badge', 9);
  expect(changeHistory(both, soon)).toEqual(both);
});

test('a press that had to wait and failed shows again that a card was not fully read', () => {
  const partly = cut(answer(emptyHistory, verdict('member', 1)), 'part', 5);
  const waits = changeHistory(partly, { type: 'waiting', verdict: waiting('press', 12), isAgain: false });
  expect(waits.shownTapId).toBe('press');
  const failed = changeHistory(waits, { type: 'failed', tapId: 'press', tappedAt: at(12), by: 'press' });
  expect(failed.shownTapId).toBe('part');
});
