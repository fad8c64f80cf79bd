import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { locationWork } from '#lib/server/db/schema/location-work.ts';
import { memberRhythms } from '#lib/server/db/schema/member-rhythms.ts';
import { trainingDays, trainingPulls, trainings } from '#lib/server/db/schema/training.ts';
import { visitHours } from '#lib/server/db/schema/visit-hours.ts';
import { visits } from '#lib/server/db/schema/visits.ts';
import { workNow } from '#lib/server/due/location-work.ts';
import { setLocation } from '#lib/server/locations/set-location.ts';
import { forgetMember } from '#lib/server/members/forget-member.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import { dayOf } from '#shared/calendar/club-day.ts';
import { daysLater } from '#shared/calendar/days.ts';
import { dayMs } from '#shared/calendar/durations.ts';
import { countingForReports } from './count-for-reports.ts';

const testDesk = setUpTestDesk();

test('days, last visits and training are counted before somebody reads them, and again at once after an erasure', async () => {
  const { db } = testDesk.desk;
  testDesk.clock.now = Date.now();
  const { now } = testDesk.clock;
  const { location } = await testDesk.openLocation({ timeZone: 'Europe/Berlin' });
  const locationId = location.id;
  const change = { exportUrl: 'https://export.example', exportKey: randomUUID() };
  await setLocation(testDesk.desk, { locationId, change, by: null });
  const today = dayOf(now, location.timeZone);
  const read = { since: daysLater(today, -30), until: daysLater(today, -1), nextAt: new Date(now) };
  await db.insert(trainingPulls).values({ locationId, dataSet: 'workouts', ...read });
  for (const accountId of ['lena', 'jan']) {
    const at = new Date(now - (accountId === 'lena' ? 40 : 20) * dayMs);
    const times = { tappedAt: at, undoUntil: at, nextAttemptAt: at, recordedAt: at };
    const visit = { locationId, tapId: randomUUID(), accountId, kind: 'checkIn', state: 'sent' } as const;
    await db.insert(visits).values({ ...visit, ...times });
    const workout = { locationId, dataSet: 'workouts', accountId, subject: 'LEG_PRESS', walk: 1 } as const;
    await db.insert(trainings).values({ ...workout, at });
  }
  const counted = async () => ({
    hours: await db.$count(visitHours, eq(visitHours.locationId, locationId)),
    members: await db.$count(memberRhythms, eq(memberRhythms.locationId, locationId)),
    training: await db.$count(trainingDays, eq(trainingDays.locationId, locationId)),
  });
  const dueIn = async () => {
    const isWork = and(eq(locationWork.locationId, locationId), eq(locationWork.kind, 'countForReports'));
    const [row] = await db.select({ dueAt: locationWork.dueAt }).from(locationWork).where(isWork);
    return (row?.dueAt.getTime() ?? Number.NaN) - now;
  };
  await workNow(testDesk.desk, countingForReports);
  const all = await counted();
  expect(all.hours).toBeGreaterThanOrEqual(33 * 24);
  expect(all.members).toBe(2);
  expect(all.training).toBeGreaterThanOrEqual(28);
  expect(await dueIn()).toBeGreaterThan(0);
  await db.transaction((tx) => forgetMember(tx, testDesk.desk, { locationId, accountId: 'jan' }));
  expect(await counted()).toMatchObject({ members: 1, training: all.training - 1 });
  expect(await dueIn()).toBeLessThanOrEqual(0);
  await workNow(testDesk.desk, countingForReports);
  expect(await counted()).toEqual({ ...all, members: 1 });
});
