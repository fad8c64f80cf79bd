import { randomUUID } from 'node:crypto';
import { and, eq, gte } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { members } from '#lib/server/db/schema/directory.ts';
import { locationWork } from '#lib/server/db/schema/location-work.ts';
import { memberRhythms, memberRhythmsKnown } from '#lib/server/db/schema/member-rhythms.ts';
import { trainingDays, trainingPulls, trainings } from '#lib/server/db/schema/training.ts';
import { visitHours } from '#lib/server/db/schema/visit-hours.ts';
import { visits } from '#lib/server/db/schema/visits.ts';
import { workNow } from '#lib/server/due/location-work.ts';
import { readInactive } from '#lib/server/inactive/read-inactive.ts';
import { setLocation } from '#lib/server/locations/set-location.ts';
import { forgetMember } from '#lib/server/members/forget-member.ts';
import { readDayCurve } from '#lib/server/stays/day-curve.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import { dayOf } from '#shared/calendar/day-in-zone.ts';
import { daysLater } from '#shared/calendar/days.ts';
import { dayMs } from '#shared/calendar/durations.ts';
import { countingForReports } from './count-for-reports.ts';

const testDesk = setUpTestDesk();

test('what was counted while the clock ran ahead is not read, and is counted again', async () => {
  const { db } = testDesk.desk;
  testDesk.clock.now = Date.now();
  const { now } = testDesk.clock;
  const here = await testDesk.openLocation({ timeZone: 'Europe/Berlin' });
  const locationId = here.location.id;
  const visit = (accountId: string, daysAgo: number) => {
    const at = new Date(now - daysAgo * dayMs);
    const times = { tappedAt: at, undoUntil: at, nextAttemptAt: at, recordedAt: at };
    return { locationId, tapId: randomUUID(), accountId, kind: 'checkIn', state: 'sent', ...times } as const;
  };
  const names = ['lena', 'jan'];
  await db.insert(members).values(
    names.map((name) => ({
      locationId,
      accountId: name,
      firstName: name,
      membershipId: name,
      searchName: name,
      membershipType: 'PREMIUM',
      syncedAt: new Date(0),
    })),
  );
  await db.insert(visits).values([visit('lena', 20), visit('jan', 21)]);
  await workNow(testDesk.desk, countingForReports);
  const today = dayOf(now, here.location.timeZone);
  // as a turn ten days ahead leaves them
  const nobody = { lengthMs: 3_600_000, arrivals: 0, arrivalsOfDay: 0, openEnds: 0, insideMs: 0, peak: 0 };
  // the earliest is still ahead after a midnight, or with an hour more in the autumn
  const ahead = Array.from({ length: 10 }, (_, index) => daysLater(today, index - 4));
  await db
    .insert(visitHours)
    .values(ahead.flatMap((day) => Array.from({ length: 24 }, (_, hour) => ({ locationId, day, hour, ...nobody }))));
  const isKnown = eq(memberRhythmsKnown.locationId, locationId);
  await db
    .update(memberRhythmsKnown)
    .set({ before: new Date(now + 5 * dayMs) })
    .where(isKnown);
  await db.insert(visits).values(visit('lena', 0));
  const expectRight = async () => {
    const curve = await readDayCurve({ desk: testDesk.desk, actor: here.actor }, { day: today, weeks: 8 });
    expect(curve.visits).toBe(1);
    const absent = await readInactive({ desk: testDesk.desk, actor: here.actor }, { days: '14' });
    expect(absent.members).toMatchObject([{ accountId: 'jan' }]);
  };
  // a week later `before` would not lie ahead of the desk's clock
  testDesk.clock.now = now + 1_000;
  await expectRight();
  testDesk.clock.now = now + 8 * dayMs;
  const later = await readInactive({ desk: testDesk.desk, actor: here.actor }, { days: '14' });
  expect(later.members).toMatchObject([{ accountId: 'jan' }]);
  testDesk.clock.now = now + 1_000;
  await workNow(testDesk.desk, countingForReports);
  expect(
    await db.$count(visitHours, and(eq(visitHours.locationId, locationId), gte(visitHours.day, ahead[0] ?? ''))),
  ).toBe(0);
  const [known] = await db.select({ before: memberRhythmsKnown.before }).from(memberRhythmsKnown).where(isKnown);
  expect(known?.before.getTime()).toBeLessThan(now - 4 * dayMs);
  expect(await db.$count(memberRhythms, eq(memberRhythms.locationId, locationId))).toBe(2);
  await expectRight();
});

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
