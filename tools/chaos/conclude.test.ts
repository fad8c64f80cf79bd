import { expect, test } from 'vitest';
import type { InDatabase } from '#tools/testing/with-database.ts';
import type { MadeTap } from './compare.ts';
import { concludeRun, isFlawless } from './conclude.ts';

const happenedAt = Date.parse('2026-11-20T12:00:00Z');
const made = (tapId: string, accountId: string): MadeTap => ({
  tapId,
  accountId,
  kind: 'checkIn',
  happenedAt,
  fault: 'deskKilled',
  answer: { kind: 'acknowledged' },
});
const taps = [made('one', 'lena'), made('other', 'omar')];

/**
 * The databases of a run in which Lena's tap arrived, and Omar's did not. @param failing how many queries fail first
 */
function databases(failing = 0): InDatabase {
  let asked = 0;
  return async (program, work) => {
    asked += 1;
    if (asked <= failing) throw new Error('the database starts up');
    const rows = { desk: [], platform: [{ accountId: 'lena', kind: 'CHECKIN', at: new Date(happenedAt) }] }[program];
    // safe because: this is the only method called
    return work({ query: async () => ({ rows }) } as unknown as Parameters<typeof work>[0]);
  };
}

const conclude = (changes: Partial<Parameters<typeof concludeRun>[0]> = {}) =>
  concludeRun({
    rounds: async () => {},
    load: { end: async () => {}, taps: () => taps },
    inDatabase: databases(),
    since: new Date(0),
    longestSettlementMs: 0,
    signal: new AbortController().signal,
    tell: () => {},
    patienceMs: 60_000,
    ...changes,
  });
const lost = { kind: 'lost', tap: { tapId: 'other' } };

test('a run without a failure is judged by what arrived', async () => {
  const conclusion = await conclude();
  expect(conclusion).toMatchObject({ comparison: { findings: [lost] }, failures: [] });
  expect(isFlawless(conclusion)).toBe(false);
  expect(isFlawless(await conclude({ load: { end: async () => {}, taps: () => taps.slice(0, 1) } }))).toBe(true);
});

test('a failing round is reported, and the comparison is still made', async () => {
  const rounds = () => Promise.reject(new Error('The cluster is not whole again.'));
  const conclusion = await conclude({ rounds, load: { end: async () => {}, taps: () => taps.slice(0, 1) } });
  expect(conclusion.failures).toEqual(['A round failed: The cluster is not whole again.']);
  expect(conclusion.comparison.findings).toEqual([]);
  expect(isFlawless(conclusion)).toBe(false);
});

test('a stopped run compares what there is, even if its rounds do not end', async () => {
  const stopping = new AbortController();
  const rounds = async () => {
    stopping.abort(new Error('stopped by the user'));
    await new Promise(() => {});
  };
  const conclusion = await conclude({ rounds, signal: stopping.signal, patienceMs: 100 });
  expect(conclusion.failures).toEqual([
    'A round failed: The faults were not repaired in time.',
    'The run ended early: stopped by the user',
  ]);
  expect(conclusion.comparison.findings).toMatchObject([lost]);
});

test('a query of a database that is briefly unavailable is retried', async () => {
  const conclusion = await conclude({ inDatabase: databases(2) });
  expect(conclusion).toMatchObject({ comparison: { findings: [lost] }, failures: [] });
});

test.each([
  ['refuses', async () => Promise.reject(new Error('the database starts up'))],
  ['does not answer', () => new Promise<never>(() => {})],
])('if a database %s permanently, everything counts as lost, and the reason is reported', async (_, inDatabase) => {
  const conclusion = await conclude({ inDatabase, patienceMs: 50 });
  expect(conclusion.comparison.findings).toHaveLength(2);
  expect(conclusion.failures).toHaveLength(2);
});

test('a run without taps proves nothing, and neither does one in which a program ended', async () => {
  const empty = await conclude({ load: { end: async () => {}, taps: () => [] } });
  expect(empty.comparison.findings).toEqual([]);
  expect(empty.failures).toEqual(['Nothing was tested: there were no taps.']);
  expect(isFlawless(empty)).toBe(false);
  const whole = await conclude({ load: { end: async () => {}, taps: () => taps.slice(0, 1) } });
  expect([0, 1].map((unexpectedEnds) => isFlawless({ ...whole, unexpectedEnds }))).toEqual([true, false]);
});
