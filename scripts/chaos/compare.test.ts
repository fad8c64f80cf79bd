import { expect, test } from 'vitest';
import { compare, type HeldVisit, type MadeTap } from './compare.ts';

const noon = Date.parse('2026-11-20T12:00:00Z');

function madeTap(changes: Partial<MadeTap> = {}): MadeTap {
  return {
    ...{ tapId: 'tap', accountId: 'lena', kind: 'checkIn', happenedAt: noon, fault: 'deskKilled' },
    answer: { kind: 'acknowledged' },
    ...changes,
  };
}
const heldVisit = (at: number, changes: Partial<HeldVisit> = {}): HeldVisit => ({
  ...{ accountId: 'lena', kind: 'checkIn', at },
  ...changes,
});
const kindsOf = (taps: MadeTap[], held: HeldVisit[]) => compare(taps, held).findings.map(({ kind }) => kind);

test('what arrived once and at its time is no finding', () => {
  const taps = [madeTap(), madeTap({ tapId: 'out', kind: 'checkOut', happenedAt: noon + 20_000 })];
  const held = [heldVisit(noon - 250), heldVisit(noon + 20_003, { kind: 'checkOut' })];
  expect(compare(taps, held)).toEqual({ findings: [], furthestOffMs: 250 });
});

test('a visit that the platform does not hold is lost, whether the desk has taken it or not', () => {
  const taps = [madeTap(), madeTap({ tapId: 'second', accountId: 'omar', answer: { kind: 'waiting' } })];
  expect(kindsOf(taps, [])).toEqual(['lost', 'lost']);
});

test.each([
  ['another member', heldVisit(noon, { accountId: 'omar' })],
  ['the other kind', heldVisit(noon, { kind: 'checkOut' })],
])('a visit of %s does not stand for it', (_, visit) => {
  expect(kindsOf([madeTap()], [visit])).toEqual(['lost']);
});

test('a visit that is held twice is found, at the tap it is nearest to', () => {
  const taps = [madeTap(), madeTap({ tapId: 'later', happenedAt: noon + 600_000, fault: 'deskSilent' })];
  const held = [heldVisit(noon), heldVisit(noon + 600_000), heldVisit(noon + 601_000)];
  expect(compare(taps, held).findings).toMatchObject([{ kind: 'twice', tap: { tapId: 'later', fault: 'deskSilent' } }]);
});

test.each([251, -251, 3 * 3_600_000])('a visit held %i ms off its time is found', (offMs) => {
  expect(compare([madeTap()], [heldVisit(noon + offMs)])).toMatchObject({
    findings: [{ kind: 'wrongTime', offMs }],
    furthestOffMs: Math.abs(offMs),
  });
});

test('of two visits of a member the one that moved is found, not its neighbour', () => {
  const taps = [madeTap(), madeTap({ tapId: 'later', happenedAt: noon + 600_000 })];
  const held = [heldVisit(noon), heldVisit(noon + 590_000)];
  expect(compare(taps, held).findings).toMatchObject([{ kind: 'wrongTime', tap: { tapId: 'later' }, offMs: -10_000 }]);
});

test('a member who was turned away is found with the reason, and not counted as lost too', () => {
  const taps = [madeTap({ answer: { kind: 'refused', reason: 'invalidInput' } })];
  expect(compare(taps, []).findings).toMatchObject([{ kind: 'refusedWrongly', reason: 'invalidInput' }]);
});
