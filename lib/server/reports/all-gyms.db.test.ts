import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { createStaff } from '#lib/server/auth/create-staff.ts';
import type { StaffContext } from '#lib/server/auth/load-staff.ts';
import { locations } from '#lib/server/db/schema/locations.ts';
import { platformStatus } from '#lib/server/db/schema/platform-status.ts';
import { elsewhereEvents, visits } from '#lib/server/db/schema/visits.ts';
import { allowReports } from '#lib/server/staff/allow-reports.ts';
import { contextOf } from '#lib/testing/sessions.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import { type TestLocation, testPassword } from '#lib/testing/test-desk.ts';
import type { StaffRole } from '#lib/wire/staff.ts';
import { dayMs, hourMs } from '#shared/calendar/durations.ts';
import { listReportGyms } from './list-report-gyms.ts';
import { readGymNow } from './read-gym-now.ts';
import { readCurveOfToday } from './read-today.ts';
import { writeAllGyms } from './write-all-gyms.ts';

const minuteMs = 60_000;
const testDesk = setUpTestDesk();
let west: TestLocation;
let ost: TestLocation;
let foreign: TestLocation;

beforeEach(async () => {
  [west, ost, foreign] = [await testDesk.openLocation(), await testDesk.openLocation(), await testDesk.openLocation()];
});

const hire = async (role: StaffRole, ...places: TestLocation[]) =>
  contextOf(
    testDesk.desk,
    await createStaff(testDesk.desk.db, testDesk.desk, {
      email: `${randomUUID()}@example.com`,
      name: 'Ana Keller',
      role,
      password: testPassword,
      locationIds: places.map(({ location }) => location.id),
    }),
  );

const idsOf = (places: readonly { id: string }[]) => places.map(({ id }) => id).toSorted();

test('a manager sees all own gyms in use, and none of others', async () => {
  const manager = await hire('manager', west, ost);
  expect(idsOf(await listReportGyms(manager))).toEqual(idsOf([west.location, ost.location]));
  await testDesk.desk.db.update(locations).set({ retiredAt: new Date() }).where(eq(locations.id, ost.location.id));
  expect(idsOf(await listReportGyms(manager))).toEqual([west.location.id]);
});

test('others see the gyms whose reports they may read, each by its own permission', async () => {
  const trainer = await hire('trainer', west, ost);
  expect(await listReportGyms(trainer)).toEqual([]);
  await allowReports(await contextOf(testDesk.desk, ost.actor.staffId), { staffId: trainer.staff.id, isAllowed: true });
  expect(idsOf(await listReportGyms(trainer))).toEqual([ost.location.id]);
});

async function come(place: TestLocation, agoMs: number, rest: Partial<typeof visits.$inferInsert> = {}): Promise<void> {
  const at = new Date(testDesk.clock.now - agoMs);
  const times = { tappedAt: at, undoUntil: at, nextAttemptAt: at, recordedAt: at };
  const own = { locationId: place.location.id, tapId: randomUUID(), kind: 'checkIn' as const, state: 'sent' as const };
  await testDesk.desk.db.insert(visits).values({ ...own, ...times, accountId: randomUUID(), ...rest });
}

test('a gym now: who is in, with turnstiles and without undone ones, what waits, and the connection', async () => {
  testDesk.clock.now = Date.parse('2026-11-20T12:00:00Z');
  for (const minutes of [5, 10, 15]) await come(west, minutes * minuteMs);
  await come(west, 20 * minuteMs, { state: 'undone' });
  await come(west, 25 * minuteMs, { state: 'waiting' });
  await come(west, 30 * minuteMs, { state: 'refused' });
  await come(foreign, minuteMs);
  const at = new Date(testDesk.clock.now - hourMs);
  const elsewhere = { locationId: west.location.id, accountId: 'mira', kind: 'checkIn' as const, at };
  await testDesk.desk.db.insert(elsewhereEvents).values(elsewhere);
  expect(await readGymNow({ desk: testDesk.desk, actor: west.actor })).toEqual({
    inside: 6,
    capacity: west.location.capacity,
    waiting: 1,
    kept: 1,
    connection: 'reachable',
    today: { arrivals: 6, usual: null },
  });
});

test('what is usual by now is of the same weekday at the same time', async () => {
  testDesk.clock.now = Date.parse('2026-11-20T12:00:00Z');
  await come(west, 60 * dayMs);
  for (const week of [1, 2, 3]) {
    for (let person = 0; person < week * 2; person += 1) await come(west, week * 7 * dayMs + (person + 1) * minuteMs);
    // later on that day
    await come(west, week * 7 * dayMs - hourMs);
  }
  const { today } = await readGymNow({ desk: testDesk.desk, actor: west.actor });
  expect(today).toEqual({ arrivals: 0, usual: { lower: 3, median: 4, upper: 5 } });
  expect((await readCurveOfToday({ desk: testDesk.desk, actor: west.actor })).soFar).toEqual(today);
});

async function linesOf(manager: StaffContext): Promise<string[]> {
  const pieces: string[] = [];
  for await (const piece of await writeAllGyms(manager, { locale: 'en', say: (key) => key })) pieces.push(piece);
  return pieces.join('').trim().split('\r\n').slice(1);
}

test('in the file, a gym that cannot be read hides no other', async () => {
  const manager = await hire('manager', west, ost);
  await testDesk.desk.db.update(locations).set({ timeZone: 'Nowhere/Town' }).where(eq(locations.id, west.location.id));
  const lines = await linesOf(manager);
  expect(lines).toHaveLength(2);
  expect(lines.find((line) => line.startsWith(west.location.name))).toContain('states.failed');
  expect(lines.find((line) => line.startsWith(ost.location.name))).toContain('states.reachable');
});

test('the file has one row for each gym that the person may see', async () => {
  const manager = await hire('manager', west, ost);
  const since = new Date(testDesk.clock.now);
  const status = { locationId: ost.location.id, connection: 'unreachable' as const, since };
  await testDesk.desk.db
    .insert(platformStatus)
    .values(status)
    .onConflictDoUpdate({ target: platformStatus.locationId, set: status });
  const lines = await linesOf(manager);
  expect(lines).toHaveLength(2);
  expect(lines.find((line) => line.startsWith(ost.location.name))).toContain('states.unreachable');
  expect(lines.join()).not.toContain(foreign.location.name);
});
