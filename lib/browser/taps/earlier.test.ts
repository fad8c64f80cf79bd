import { expect, test } from 'vitest';
import { presentTapId } from '#lib/wire/presence.ts';
import { notWhole, type Reason, type Verdict } from '#lib/wire/verdict.ts';
import { earlierOf } from './earlier.ts';

const verdict = (tapId: string, minute: number, reasons: Partial<Reason>[] = [], accountId = tapId): Verdict =>
  // safe because: nothing else of a verdict is read here
  ({
    kind: 'admitted',
    tapId,
    member: { accountId },
    reasons,
    tappedAt: `2026-11-20T09:${String(minute).padStart(2, '0')}:00.000Z`,
  }) as never;
const ids = (verdicts: readonly Verdict[]) => verdicts.map(({ tapId }) => tapId);
const always = () => true;

test('verdicts of other windows are merged with those of this one, newest first, without the one on show', () => {
  const own = { verdicts: [verdict('own-2', 9), verdict('own-1', 2)], shownTapId: 'own-2', unseenTapIds: [] };
  const told = [verdict('own-2', 9), verdict('other', 5), verdict('own-1', 2)];
  expect(ids(earlierOf(own, told, always))).toEqual(['other', 'own-1']);
  expect(ids(earlierOf({ verdicts: [], shownTapId: null, unseenTapIds: [] }, told, always))).toEqual([
    'own-2',
    'other',
    'own-1',
  ]);
});

test('the desk’s state wins: a tap undone at another window is undone', () => {
  const own = { verdicts: [verdict('a', 2)], shownTapId: null, unseenTapIds: [] };
  const [undone] = earlierOf(own, [verdict('a', 2, [{ code: 'undone' }])], always);
  expect(undone?.reasons).toEqual([{ code: 'undone' }]);
});

test('taps unknown to the desk stay: waiting, incomplete, or just answered', () => {
  const { reasons } = notWhole('04A2').decision;
  const own = {
    verdicts: [
      verdict('new', 9),
      verdict('cut', 8, reasons),
      verdict('waits', 7, [{ code: 'deskUnreachable' }], 'lena'),
    ],
    shownTapId: null,
    unseenTapIds: [],
  };
  expect(ids(earlierOf(own, undefined, always))).toEqual(['new', 'cut', 'waits']);
  expect(ids(earlierOf(own, [verdict('told', 8, [], 'lena')], always))).toEqual(['new', 'cut', 'told', 'waits']);
});

test('a scan whose member was checked out at another window is listed once', () => {
  const own = { verdicts: [verdict('scan', 2, [], 'lena')], shownTapId: null, unseenTapIds: [] };
  expect(ids(earlierOf(own, [verdict('press', 6, [], 'lena')], always))).toEqual(['press']);
});

test('a verdict opened from the presence list has no tap', () => {
  const own = { verdicts: [verdict(presentTapId('lena'), 2)], shownTapId: null, unseenTapIds: [] };
  expect(earlierOf(own, [], always)).toEqual([]);
});

test('taps of yesterday are not listed', () => {
  const own = { verdicts: [verdict('own', 9)], shownTapId: null, unseenTapIds: [] };
  const isToday = ({ tappedAt }: Verdict) => tappedAt > '2026-11-21';
  expect(earlierOf(own, [verdict('told', 5)], isToday)).toEqual([]);
});

test('a failure of yesterday that nobody has seen is listed until it is opened, also if the member came again', () => {
  const own = { verdicts: [verdict('late', 9, [], 'lena'), verdict('seen', 8)], shownTapId: null };
  const isToday = ({ tappedAt }: Verdict) => tappedAt > '2026-11-21';
  const told = [{ ...verdict('again', 1, [], 'lena'), tappedAt: '2026-11-21T08:00:00.000Z' }];
  expect(ids(earlierOf({ ...own, unseenTapIds: ['late'] }, told, isToday))).toEqual(['again', 'late']);
  expect(ids(earlierOf({ ...own, unseenTapIds: [] }, told, isToday))).toEqual(['again']);
});
