import { expect, test } from 'vitest';
import type { InDatabase } from '#tools/testing/with-database.ts';
import type { MadeTap } from './compare.ts';
import { concludeRun, isFlawless } from './conclude.ts';

const happenedAt = Date.parse('2026-11-20T12:00:00Z');
const made = (tapId: string, accountId: string): MadeTap => ({
  ...{ tapId, accountId, kind: 'checkIn', happenedAt, fault: 'deskKilled', answer: { kind: 'acknowledged' } },
});
const taps = [made('one', 'lena'), made('other', 'omar')];

/** The databases of a run in which Lena's tap arrived, and Omar's did not. @param failing how many questions fail first */
function databases(failing = 0): InDatabase {
  let asked = 0;
  return async (program, work) => {
    asked += 1;
    if (asked <= failing) throw new Error('the database starts up');
    const rows = { desk: [], platform: [{ accountId: 'lena', kind: 'CHECKIN', at: new Date(happenedAt) }] }[program];
    return work({ query: async () => ({ rows }) } as unknown as Parameters<typeof work>[0]); // safe because: all that is asked
  };
}

const conclude = (changes: Partial<Parameters<typeof concludeRun>[0]> = {}) =>
  concludeRun({
    ...{ rounds: async () => {}, load: { end: async () => {}, taps: () => taps }, inDatabase: databases() },
    ...{ since: new Date(0), longestSettlementMs: 0, signal: new AbortController().signal, tell: () => {} },
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

test('a round that fails is told, and what people did is compared all the same', async () => {
  const rounds = () => Promise.reject(new Error('The cluster is not whole again.'));
  const conclusion = await conclude({ rounds, load: { end: async () => {}, taps: () => taps.slice(0, 1) } });
  expect(conclusion.failures).toEqual(['A round failed: The cluster is not whole again.']);
  expect(conclusion.comparison.findings).toEqual([]);
  expect(isFlawless(conclusion)).toBe(false);
});

test('a run that is stopped compares what there is, whether its rounds end or not', async () => {
  const stopping = new AbortController();
  const rounds = async () => {
    stopping.abort(new Error('somebody stopped it'));
    await new Promise(() => {});
  };
  const conclusion = await conclude({ rounds, signal: stopping.signal, patienceMs: 100 });
  expect(conclusion.failures).toEqual([
    'A round failed: What was broken was not put right in time.',
    'The run ended before its time: somebody stopped it',
  ]);
  expect(conclusion.comparison.findings).toMatchObject([lost]);
});

test('a database that is away for a moment is asked again', async () => {
  const conclusion = await conclude({ inDatabase: databases(2) });
  expect(conclusion).toMatchObject({ comparison: { findings: [lost] }, failures: [] });
});

test.each([
  ['refuses', async () => Promise.reject(new Error('the database starts up'))],
  ['does not answer', () => new Promise<never>(() => {})],
])('where a database %s for good, all counts as lost, and why is told', async (_, inDatabase) => {
  const conclusion = await conclude({ inDatabase, patienceMs: 50 });
  expect(conclusion.comparison.findings).toHaveLength(2);
  expect(conclusion.failures).toHaveLength(2);
});

test('a run in which nobody came or went proves nothing, and neither does one that ended a program', async () => {
  const empty = await conclude({ load: { end: async () => {}, taps: () => [] } });
  expect(empty.comparison.findings).toEqual([]);
  expect(empty.failures).toEqual(['Nothing was tried: nobody came or went.']);
  expect(isFlawless(empty)).toBe(false);
  const whole = await conclude({ load: { end: async () => {}, taps: () => taps.slice(0, 1) } });
  expect([0, 1].map((unexpectedEnds) => isFlawless({ ...whole, unexpectedEnds }))).toEqual([true, false]);
});
