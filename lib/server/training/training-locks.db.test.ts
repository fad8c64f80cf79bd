import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { requireLocation } from '#lib/server/base/locations.ts';
import { members } from '#lib/server/db/schema/directory.ts';
import { optOutRuns } from '#lib/server/db/schema/opt-outs.ts';
import { trainingPulls, trainings } from '#lib/server/db/schema/training.ts';
import { visits } from '#lib/server/db/schema/visits.ts';
import { setLocation } from '#lib/server/locations/set-location.ts';
import { forgetGone, forgetMember } from '#lib/server/members/forget-member.ts';
import { expireRecords } from '#lib/server/retention/expire.ts';
import { lockHours } from '#lib/server/stays/stored-hours.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import { untilOneWaits } from '#lib/testing/until-one-waits.ts';
import { daysLater } from '#shared/calendar/days.ts';
import { dayMs } from '#shared/calendar/durations.ts';
import { clearTraining } from './clear-training.ts';
import { correctAway } from './correct.ts';
import { lockTrainingDays } from './training-days.ts';
import { storePage, type Walk } from './walk.ts';

const testDesk = setUpTestDesk();

interface Setting {
  location: Awaited<ReturnType<typeof requireLocation>>;
  walk: Walk;
  at: Date;
}

const works: Record<string, (setting: Setting) => Promise<unknown>> = {
  'a page of a reading': ({ location, walk, at }) => {
    const events = [{ at, accountId: 'lena', subject: 'LEG_PRESS', detail: 'NEGATIVE' }];
    const page = { read: 1, events, metrics: [], nextCursor: null };
    return storePage(testDesk.desk.db, { location, walk, page, askedAt: new Date() });
  },
  'a correction': ({ location, walk }) => {
    const doubt = { at: new Date(walk.startedAt.getTime() - dayMs), from: walk.firstDay };
    return correctAway({ desk: testDesk.desk, actor: { location } } as Parameters<typeof correctAway>[0], {
      walk,
      doubt,
    });
  },
  'an opt-out': async ({ location }) => {
    const runId = randomUUID();
    const counts = { listed: 1, members: 1, records: 0, waiting: 0 };
    await testDesk.desk.db.insert(optOutRuns).values({ locationId: location.id, id: runId, at: new Date(), ...counts });
    await clearTraining(testDesk.desk, { location, accountIds: ['lena'], runId });
  },
  'an erasure': ({ location }) =>
    testDesk.desk.db.transaction((tx) =>
      forgetMember(tx, testDesk.desk, { locationId: location.id, accountId: 'lena' }),
    ),
  'the deletion of what is kept no longer': async ({ location }) => {
    await testDesk.desk.db.delete(members).where(eq(members.locationId, location.id));
    await expireRecords(testDesk.desk);
  },
};

test('a member is forgotten while the time zone of their gym is changed: one of the two waits for the other', async () => {
  const { db } = testDesk.desk;
  testDesk.clock.now = Date.now();
  const {
    location: { id: locationId },
  } = await testDesk.openLocation({ timeZone: 'Europe/Berlin' });
  const at = new Date(testDesk.clock.now - 20 * dayMs);
  const row = { locationId, dataSet: 'workouts', accountId: 'ben' } as const;
  await db.insert(trainings).values({ ...row, subject: 'LEG_PRESS', walk: 1, at });
  const times = { tappedAt: at, undoUntil: at, nextAttemptAt: at, recordedAt: at };
  await db
    .insert(visits)
    .values({ locationId, tapId: randomUUID(), accountId: 'ben', kind: 'checkIn', state: 'sent', ...times });
  const askedAt = new Date(testDesk.clock.now);
  let forgetting: Promise<number> = Promise.resolve(0);
  await db.transaction(async (tx) => {
    // as the triggers of the change do, one after the other
    await lockHours(tx, locationId);
    forgetting = forgetGone(testDesk.desk, { locationId, gone: [{ accountId: 'ben', askedAt }] });
    forgetting.catch(() => {});
    await untilOneWaits(db);
    await lockTrainingDays(tx, locationId);
  });
  expect(await forgetting).toBe(1);
  expect(await db.$count(visits, eq(visits.locationId, locationId))).toBe(0);
});

test.each(Object.keys(works))(
  '%s locks no workout before it has the lock of the days, so whoever has it does not wait for them',
  async (name) => {
    const { db } = testDesk.desk;
    testDesk.clock.now = Date.now();
    const {
      location: { id: locationId },
    } = await testDesk.openLocation({ timeZone: 'Europe/Berlin' });
    const change = { exportUrl: 'https://export.example', exportKey: randomUUID() };
    await setLocation(testDesk.desk, { locationId, change, by: null });
    const location = await requireLocation(db, locationId);
    const at = new Date(testDesk.clock.now - 20 * dayMs);
    const day = at.toISOString().slice(0, 10);
    const row = { locationId, dataSet: 'workouts', accountId: 'lena' } as const;
    await db.insert(members).values({
      locationId,
      accountId: 'lena',
      firstName: 'lena',
      membershipId: 'lena',
      searchName: 'lena',
      syncedAt: new Date(0),
    });
    await db.insert(trainings).values({ ...row, subject: 'LEG_PRESS', walk: 1, at });
    const started = {
      startedAt: new Date(testDesk.clock.now),
      firstDay: daysLater(day, -1),
      lastDay: daysLater(day, 1),
    };
    const walk: Walk = { locationId, dataSet: 'workouts', walk: 2, cursor: null, clearedAt: null, ...started };
    await db.insert(trainingPulls).values({ locationId, dataSet: 'workouts', walk: 2, nextAt: new Date(), ...started });
    let working: Promise<unknown> = Promise.resolve();
    await db.transaction(async (tx) => {
      await lockTrainingDays(tx, locationId);
      working = works[name]?.({ location, walk, at }) ?? Promise.reject(new Error(name));
      await untilOneWaits(db);
      await tx.select().from(trainings).where(eq(trainings.locationId, locationId)).for('update', { noWait: true });
    });
    await working;
  },
);
