import { expect, test } from 'vitest';
import { compare, countWidened, type HeldVisit, type MadeTap } from './compare.ts';

const noon = Date.parse('2026-11-20T12:00:00Z');

function madeTap(changes: Partial<MadeTap> = {}): MadeTap {
  return {
    tapId: 'tap',
    accountId: 'lena',
    kind: 'checkIn',
    happenedAt: noon,
    fault: 'deskKilled',
    answer: { kind: 'acknowledged' },
    ...changes,
  };
}
const heldVisit = (at: number, changes: Partial<HeldVisit> = {}): HeldVisit => ({
  accountId: 'lena',
  kind: 'checkIn',
  at,
  ...changes,
});
const kindsOf = (taps: MadeTap[], held: HeldVisit[]) => compare(taps, held).findings.map(({ kind }) => kind);

const between = {
  tap: madeTap({ tapId: 'between', kind: 'checkOut', happenedAt: noon + 300_000 }),
  held: heldVisit(noon + 300_000, { kind: 'checkOut' }),
};

test('a visit that arrived once with the right time is no finding', () => {
  const taps = [madeTap(), madeTap({ tapId: 'out', kind: 'checkOut', happenedAt: noon + 20_000 })];
  const held = [heldVisit(noon - 250), heldVisit(noon + 20_003, { kind: 'checkOut' })];
  expect(compare(taps, held)).toEqual({ findings: [], furthestOffMs: 250 });
});

test('a visit missing at the platform is lost, whether or not the desk acknowledged it', () => {
  const taps = [madeTap(), madeTap({ tapId: 'second', accountId: 'omar', answer: { kind: 'waiting' } })];
  expect(kindsOf(taps, [])).toEqual(['lost', 'lost']);
});

test.each([
  ['another member', heldVisit(noon, { accountId: 'omar' })],
  ['the other kind', heldVisit(noon, { kind: 'checkOut' })],
])('a visit of %s does not count for the tap', (_, visit) => {
  expect(kindsOf([madeTap()], [visit])).toEqual(['lost']);
});

test('a duplicate visit is reported for the nearest tap', () => {
  const taps = [madeTap(), between.tap, madeTap({ tapId: 'later', happenedAt: noon + 600_000, fault: 'deskSilent' })];
  const held = [heldVisit(noon), heldVisit(noon + 600_000), heldVisit(noon + 601_000), between.held];
  expect(compare(taps, held).findings).toMatchObject([{ kind: 'twice', tap: { tapId: 'later', fault: 'deskSilent' } }]);
});

test.each([251, -251, 3 * 3_600_000])('a visit held %i ms off its time is reported', (offMs) => {
  expect(compare([madeTap()], [heldVisit(noon + offMs)])).toMatchObject({
    findings: [{ kind: 'wrongTime', offMs }],
    furthestOffMs: Math.abs(offMs),
  });
});

test.each([
  [400, 400, []],
  [400, 401, ['wrongTime']],
  [400, -401, ['wrongTime']],
  [20, 251, ['wrongTime']],
  [5_000, 751, ['wrongTime']],
  [5_000, 1_000, ['wrongTime']],
])('of a tap whose page knew the desk’s clock to %i ms, a time that is %i ms off is %j', (errorMs, offMs, kinds) => {
  expect(kindsOf([madeTap({ errorMs })], [heldVisit(noon + offMs)])).toEqual(kinds);
});

test('a wider tolerance is counted, and whether the round gives a reason for it', () => {
  const taps = [
    madeTap(),
    madeTap({ errorMs: 250 }),
    madeTap({ errorMs: 251 }),
    madeTap({ errorMs: 900, fault: 'deskSlow' }),
    madeTap({ errorMs: 900, platformAheadMs: [0] }),
  ];
  expect(countWidened(taps)).toEqual({ all: 2, unexplained: 1 });
});

test('of two visits of a member the one with the wrong time is reported, not its neighbour', () => {
  const taps = [madeTap(), between.tap, madeTap({ tapId: 'later', happenedAt: noon + 600_000 })];
  const held = [heldVisit(noon), heldVisit(noon + 590_000), between.held];
  expect(compare(taps, held).findings).toMatchObject([{ kind: 'wrongTime', tap: { tapId: 'later' }, offMs: -10_000 }]);
});

test('a refused member is reported with the reason, and not counted as lost too', () => {
  const taps = [madeTap({ answer: { kind: 'refused', reason: 'invalidInput' } })];
  expect(compare(taps, []).findings).toMatchObject([{ kind: 'refusedWrongly', reason: 'invalidInput' }]);
});

const hour = 3_600_000;
/** Recorded by two windows, delivered in any order: came, was scanned again, left, was checked out again, came back. */
const aDay = [
  madeTap({ tapId: 'back', happenedAt: noon + 3 * hour }),
  madeTap({ tapId: 'came' }),
  madeTap({ tapId: 'left', kind: 'checkOut', happenedAt: noon + 2 * hour }),
  madeTap({ tapId: 'again', happenedAt: noon + hour }),
  madeTap({ tapId: 'left again', kind: 'checkOut', happenedAt: noon + 2.5 * hour }),
];
const departure = heldVisit(noon + 2 * hour, { kind: 'checkOut' });

test.each([
  ['the first tap of each kind', [heldVisit(noon), departure, heldVisit(noon + 3 * hour)]],
  [
    'another tap of the same kind',
    [heldVisit(noon + hour), heldVisit(noon + 2.5 * hour, { kind: 'checkOut' }), heldVisit(noon + 3 * hour)],
  ],
])('consecutive taps of one kind are one visit, at the time of %s', (_, held) => {
  expect(compare(aDay, held)).toEqual({ findings: [], furthestOffMs: 0 });
});

test.each([
  ['counted twice', [heldVisit(noon), heldVisit(noon + hour), departure, heldVisit(noon + 3 * hour)], 'twice', 'came'],
  ['lost between two others', [heldVisit(noon), departure], 'lost', 'back'],
  [
    'not at the time of any tap',
    [heldVisit(noon + hour / 2), departure, heldVisit(noon + 3 * hour)],
    'wrongTime',
    'came',
  ],
])('for consecutive taps of one kind a visit is reported that is %s', (_, held, kind, tapId) => {
  expect(compare(aDay, held).findings).toMatchObject([{ kind, tap: { tapId } }]);
});

const minute = 60_000;
test('if the platform’s clock was set, any time it showed since then is right, to the second', () => {
  const tap = madeTap({ platformAheadMs: [3 * minute, -2 * minute] });
  expect(kindsOf([tap], [heldVisit(noon + 3 * minute + 900)])).toEqual([]);
  expect(kindsOf([tap], [heldVisit(noon - 2 * minute)])).toEqual([]);
  expect(kindsOf([tap], [heldVisit(noon)])).toEqual(['wrongTime']);
});
