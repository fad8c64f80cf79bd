import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { visits } from '#lib/server/db/schema/visits.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import { byClockOfNow, type ClockOfNow, orderedAt } from './clock-of-now.ts';

const minute = 60_000;
const hour = 60 * minute;
const machine = 'one boot';

const testDesk = setUpTestDesk();
let here: TestLocation;

beforeEach(async () => {
  here = await testDesk.openLocation();
});

interface Case {
  /** Of the clock of then: how far it was set ahead since, on which machine, and how far the platform was ahead. */
  setMs: number;
  writtenBy?: string;
  aheadMs: number | null;
  /** How far the platform is ahead now. */
  aheadNowMs?: number;
  movedMs: number;
}

const cases: [string, Case][] = [
  ['a clock that was not set', { setMs: 0, aheadMs: 0, movedMs: 0 }],
  ['a clock that was corrected a little', { setMs: 999, aheadMs: 5 * minute, movedMs: 0 }],
  ['a clock that was ahead', { setMs: -5 * minute, aheadMs: -5 * minute, movedMs: -5 * minute }],
  ['a clock that is behind now', { setMs: -5 * minute, aheadMs: 0, aheadNowMs: 5 * minute, movedMs: -5 * minute }],
  ['a clock that was behind', { setMs: 5 * minute, aheadMs: 5 * minute, movedMs: 5 * minute }],
  [
    'a clock that was behind and is ahead now',
    { setMs: 8 * minute, aheadMs: 5 * minute, aheadNowMs: -3 * minute, movedMs: 8 * minute },
  ],
  ['a clock that is ahead now', { setMs: 3 * minute, aheadMs: 0, aheadNowMs: -3 * minute, movedMs: 3 * minute }],
  ['a machine that was paused', { setMs: 8 * hour, aheadMs: 0, movedMs: 0 }],
  [
    'a machine that was paused, while its clock differs from the platform’s as before',
    { setMs: 8 * hour, aheadMs: 5 * minute, aheadNowMs: 5 * minute, movedMs: 0 },
  ],
  [
    'a clock that was behind on a machine that was paused',
    { setMs: 8 * hour, aheadMs: 5 * minute, movedMs: 5 * minute },
  ],
  ['a platform that was behind', { setMs: 5 * minute, aheadMs: -9 * minute, movedMs: 0 }],
  [
    'a platform that was ahead, and a clock that was set by less',
    { setMs: minute, aheadMs: 9 * minute, movedMs: minute },
  ],
  ['a platform whose clock was unknown', { setMs: 5 * minute, aheadMs: null, movedMs: 0 }],
  ['another machine', { setMs: 5 * minute, writtenBy: 'another boot', aheadMs: 5 * minute, movedMs: 0 }],
];

test.each(cases)(
  '%s: an event has its place by the clock as it is now, in this process and in SQL',
  async (_, { setMs, writtenBy = machine, aheadMs, aheadNowMs = 0, movedMs }) => {
    const begunAt = testDesk.clock.now - hour;
    const at = testDesk.clock.now;
    const now: ClockOfNow = { machine, begunAt: begunAt + setMs, platformAheadMs: aheadNowMs };
    const clock = { machine: writtenBy, begunAt, ...(aheadMs !== null && { platformAheadMs: aheadMs }) };
    expect(byClockOfNow(at, clock, now) - at).toBe(movedMs);

    const [tapId, moment] = [testDesk.desk.newId(), new Date(at)];
    await testDesk.desk.db.insert(visits).values({
      locationId: here.location.id,
      tapId,
      accountId: 'a-1',
      kind: 'checkIn',
      state: 'sent',
      tappedAt: moment,
      clock,
      undoUntil: moment,
      nextAttemptAt: moment,
      recordedAt: moment,
    });
    const [row] = await testDesk.desk.db
      .select({ at: orderedAt(visits.tappedAt, visits.clock, now) })
      .from(visits)
      .where(eq(visits.tapId, tapId));
    expect((row?.at.getTime() ?? 0) - at).toBe(movedMs);
  },
);
