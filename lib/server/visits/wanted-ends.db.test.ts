import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { elsewhereEvents, visits } from '#lib/server/db/schema/visits.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import type { VisitEnd, VisitFilter, VisitLine } from '#lib/wire/visits.ts';
import { seed } from '#shared/testing/seed.ts';
import { listVisitsOfDay } from './list-day.ts';

const testDesk = setUpTestDesk();
let here: TestLocation;
beforeEach(async () => {
  here = await testDesk.openLocation();
});

const days = { day: '2026-11-18', until: '2026-11-20' };
/** Before the first of these days, to after the last one. */
const start = Date.parse('2026-11-17T12:00:00Z');
const lengthMin = 5 * 24 * 60;

const event = fc.record({
  who: fc.constantFrom('lena', 'jan', null),
  kind: fc.constantFrom('checkIn' as const, 'checkIn' as const, 'checkOut' as const),
  minute: fc.nat(lengthMin),
  how: fc.constantFrom('card' as const, 'name' as const, 'automatic' as const, 'turnstile' as const, null),
  state: fc.constantFrom('sent' as const, 'sent' as const, 'waiting' as const, 'undone' as const),
  isByMira: fc.boolean(),
});
type Event = typeof event extends fc.Arbitrary<infer Value> ? Value : never;

async function store({ who, kind, minute, how, state, isByMira }: Event, index: number): Promise<void> {
  const { db } = testDesk.desk;
  const locationId = here.location.id;
  // each at a millisecond of its own, so that their order is one
  const at = new Date(start + minute * 60_000 + index);
  if (how === 'turnstile') {
    await db.insert(elsewhereEvents).values({ locationId, accountId: who ?? 'mira', kind, at });
    return;
  }
  const isAutomatic = how === 'automatic';
  const whose = who === null ? { scannedKind: 'membershipId' as const, scannedValue: 'M-1' } : { accountId: who };
  const times = { tappedAt: at, undoUntil: at, nextAttemptAt: at, recordedAt: at };
  const means = { how: isAutomatic ? null : how, isAutomatic, staffId: isByMira ? here.actor.staffId : null };
  await db.insert(visits).values({ locationId, tapId: randomUUID(), kind, state, ...whose, ...means, ...times });
}

const filters = fc.record({
  how: fc.constantFrom(...(['card', 'name', 'phone', 'automatic', 'turnstile', undefined] as const)),
  isByMira: fc.boolean(),
  isWaiting: fc.boolean(),
});

test('a filter selects the visits of which an arrival or departure is as it says, whatever else their members did', async () => {
  const read = (filter: Partial<VisitFilter>) =>
    listVisitsOfDay({ desk: testDesk.desk, actor: here.actor }, { ...days, name: '', ...filter });
  await fc.assert(
    fc.asyncProperty(fc.array(event, { maxLength: 40 }), filters, async (events, { how, isByMira, isWaiting }) => {
      here = await testDesk.openLocation();
      for (const [index, one] of events.entries()) await store(one, index);
      const isWanted = (line: VisitLine) => {
        if (line.tab !== 'visits') throw new Error('Another tab is listed.');
        const ends = [line.in, line.out];
        const isOfOne = (is: (end: VisitEnd) => boolean) => ends.some((end) => end !== null && is(end));
        return (
          (how === undefined || isOfOne((end) => end.how === how)) &&
          (!isByMira || isOfOne((end) => end.by !== null)) &&
          (!isWaiting || line.trouble !== null)
        );
      };
      const wanted = (await read({})).lines.filter(isWanted);
      const { lines, sums } = await read({
        how,
        by: isByMira ? here.actor.staffId : undefined,
        state: isWaiting ? 'waiting' : undefined,
      });
      expect(lines).toEqual(wanted);
      expect(sums?.rows.visits).toBe(wanted.length);
    }),
    { numRuns: 60, seed },
  );
});
