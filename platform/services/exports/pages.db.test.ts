import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { EventItem } from '#contracts/export/events.ts';
import { eraseMember } from '#platform/services/accounts/erase.ts';
import { setSharing } from '#platform/services/sharing/set.ts';
import { recordTraining } from '#platform/services/training/record.ts';
import { callOf } from '#platform/testing/calls.ts';
import { exportRules } from '#platform/testing/export-rules.ts';
import { createMember } from '#platform/testing/members.ts';
import { startTestPlatform } from '#platform/testing/platform.ts';
import { workoutOf } from '#platform/testing/training.ts';
import { eventPages } from './event-pages.ts';
import { sharedEvents } from './event-source.ts';
import { type PageSource, readPage } from './pages.ts';
import type { ExportCall } from './rules.ts';

const platform = startTestPlatform();
const range = { startDate: '2026-10-29', endDate: '2026-11-03' };
const [firstMs, lastMs] = [Date.parse('2026-10-29T00:00:00Z'), Date.parse('2026-11-03T23:59:59.999Z')];
const pageSize = 3;
type Item = EventItem<'SMART_STRENGTH_WORKOUTS'>;

/** Changes between two pages. There are few instants, so that many events share one; some are outside the range. */
const change = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('record' as const),
      who: fc.nat(3),
      moment: fc.integer({ min: -1, max: 6 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('correct' as const), who: fc.nat(3), which: fc.nat() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('optOut' as const, 'optIn' as const), who: fc.nat(3) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('erase' as const), who: fc.nat(3) }) },
);
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

/** A gym of four members. The machine name of a workout contains its number, and how often it was corrected. */
async function openGym() {
  const gym = await platform.newGym();
  const members = await Promise.all([0, 1, 2, 3].map(() => createMember(gym)));
  const call: ExportCall = { ...callOf(platform, gym), rules: exportRules };
  const known: { workout: ReturnType<typeof workoutOf>; version: number }[] = [];
  const erased = new Set<number>();

  const recordKnown = async (index: number) => {
    const one = known[index];
    if (one) await recordTraining(call, [{ ...one.workout, machineType: `${index}.${one.version}` }]);
  };
  const happen = async (done: Change) => {
    const accountId = members[done.who] ?? '';
    if (erased.has(done.who)) return;
    if (done.kind === 'record') {
      const at = new Date(firstMs + Math.floor((done.moment * (lastMs - firstMs)) / 5));
      await recordKnown(known.push({ workout: workoutOf(accountId, at), version: 0 }) - 1);
    } else if (done.kind === 'correct') {
      const index = done.which % Math.max(known.length, 1);
      const one = known[index];
      if (one) Object.assign(one, { version: one.version + 1, workout: { ...one.workout, accountId } });
      await recordKnown(index);
    } else if (done.kind === 'erase') {
      erased.add(done.who);
      await eraseMember(call, accountId);
    } else {
      const choice = { gymId: gym.gymId, accountId, sharesData: done.kind === 'optIn' };
      await platform.operate((operator) => setSharing(operator, choice));
    }
  };
  /** Everything that can be exported now, in one plain query. */
  const ask = async () => {
    const rows = await platform.rows<{ machine_type: string }>(
      `SELECT machine_type FROM strength_workouts JOIN chain_profiles USING (chain_id, account_id)
       WHERE gym_id = $1 AND (occurred_at AT TIME ZONE 'UTC')::date BETWEEN $2 AND $3 AND shares_data`,
      [gym.gymId, range.startDate, range.endDate],
    );
    return rows.map((row) => row.machine_type);
  };
  return { call, happen, ask };
}

const numberOf = (machine: string) => machine.split('.')[0] ?? '';

/** Follows the pages of a source during changes, and compares them with the plain query. */
const following = <Place>(source: PageSource<Item, Place>) =>
  fc.asyncProperty(
    fc.array(change, { maxLength: 25 }),
    fc.array(fc.array(change, { maxLength: 4 }), { maxLength: 8 }),
    async (before, between) => {
      const { call, happen, ask } = await openGym();
      for (const one of before) await happen(one);
      let staying: Set<string> | undefined;
      const seen: string[] = [];
      let cursor: string | undefined;
      for (let turn = 0; turn === 0 || cursor !== undefined; turn += 1) {
        const present = await ask();
        const numbers = new Set(present.map(numberOf));
        staying = staying?.intersection(numbers) ?? numbers;
        const page = await readPage(call, source, { ...range, cursor }, pageSize);
        const machines = page.data.map(({ machineType }) => machineType ?? '');
        // the current version, of members who share data
        expect(present).toEqual(expect.arrayContaining(machines));
        seen.push(...machines.map(numberOf));
        cursor = page.nextCursor ?? undefined;
        if (cursor !== undefined) expect(machines).toHaveLength(pageSize);
        for (const one of between[turn] ?? []) await happen(one);
      }
      expect(seen.length).toBe(new Set(seen).size);
      expect([...(staying ?? [])].filter((number) => !seen.includes(number))).toEqual([]);
    },
  );

test('following the pages returns every remaining event exactly once, and none of a member who opted out', async () => {
  const examples = hazards.map(({ before, between }): [Change[], Change[][]] => [before, between]);
  await fc.assert(following(eventPages('SMART_STRENGTH_WORKOUTS')), { numRuns: 60, examples });
});

/** Pages with another cursor than the key of an event. `$6` is the place. */
const goingOn = (goOn: string, placeOf: (row: { at: Date }, index: number) => number): PageSource<Item, number> => ({
  pagesOf: 'SMART_STRENGTH_WORKOUTS',
  limits: 'events',
  place: z.number(),
  read: async ({ db, chainId, gymId }, { range, after = 0, limit }) => {
    const text = `SELECT json_build_object('machineType', e.machine_type) AS item, e.occurred_at AS at
      ${sharedEvents('SMART_STRENGTH_WORKOUTS')} ${goOn}`;
    const rows = await db.find<{ item: Item; at: Date }>({ text }, [
      chainId,
      gymId,
      range.start,
      range.end,
      limit,
      after,
    ]);
    return rows.map((row, index) => ({ item: row.item, place: placeOf(row, after + index) }));
  },
});

const share = (who: number): Change => ({ kind: 'optIn', who });
const record = (who: number, moment: number): Change => ({ kind: 'record', who, moment });

/** Other cursors, each with changes that make it lose an event; independent of the random changes. */
const hazards: { pages: string; source: PageSource<Item, number>; before: Change[]; between: Change[][] }[] = [
  {
    pages: 'counted from the front',
    source: goingOn('ORDER BY e.occurred_at, e.event_id LIMIT $5 OFFSET $6::int', (_, index) => index + 1),
    before: [share(0), share(1), record(1, 1), record(0, 2), record(0, 3), record(0, 4)],
    between: [[{ kind: 'optOut', who: 1 }]],
  },
  {
    pages: 'that go on behind a moment',
    source: goingOn(
      'AND e.occurred_at > to_timestamp($6 / 1000.0) ORDER BY e.occurred_at, e.event_id LIMIT $5',
      ({ at }) => at.getTime(),
    ),
    before: [share(0), record(0, 1), record(0, 1), record(0, 1), record(0, 1)],
    between: [],
  },
];

test.each(hazards)('pages $pages lose events (negative control)', async ({ source, before, between }) => {
  const { failed } = await fc.check(following(source), { numRuns: 1, examples: [[before, between]] });
  expect(failed).toBe(true);
});
