import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import type { StaffContext } from '#lib/auth/load-staff.ts';
import { auditLog } from '#lib/db/schema/audit-log.ts';
import { locations } from '#lib/db/schema/locations.ts';
import { contextOf } from '#lib/testing/sessions.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import { type LocationSettings, locationSettings } from '#lib/wire/locations.ts';
import { changeSettings } from './change-settings.ts';

const testDesk = setUpTestDesk();
let here: TestLocation;
let manager: StaffContext;
let settings: LocationSettings;

beforeEach(async () => {
  here = await testDesk.openLocation({ closingTimes: { monday: '22:00' } });
  manager = await contextOf(testDesk.desk, here.actor.staffId);
  settings = locationSettings.parse(here.location);
});

const stored = async () => {
  const [location] = await testDesk.desk.db.select().from(locations).where(eq(locations.id, here.location.id));
  return location;
};
const audited = () =>
  testDesk.desk.db
    .select({ action: auditLog.action, staffId: auditLog.staffId, reason: auditLog.reason })
    .from(auditLog)
    .where(eq(auditLog.locationId, here.location.id));

test('a change is stored, and the audit log says what was and what is', async () => {
  await changeSettings(manager, { ...settings, undoS: 5, capacity: 120 });
  expect(await stored()).toMatchObject({ undoS: 5, capacity: 120, checkInOnScan: true, closingTimesSetAt: null });
  expect(await audited()).toEqual([
    { action: 'changeLocation', staffId: here.actor.staffId, reason: 'undoS 10 → 5; capacity none → 120' },
  ]);
});

test('new closing times count from now on', async () => {
  await changeSettings(manager, { ...settings, closingTimes: { friday: '00:30' } });
  expect(await stored()).toMatchObject({
    closingTimes: { friday: '00:30' },
    closingTimesSetAt: new Date(testDesk.clock.now),
  });
  expect(await audited()).toMatchObject([{ reason: 'closing.monday 22:00 → none; closing.friday none → 00:30' }]);
});

test('what is the same changes nothing and is not audited', async () => {
  await changeSettings(manager, settings);
  expect(await audited()).toEqual([]);
});

test('another location stays as it is', async () => {
  const there = await testDesk.openLocation();
  await changeSettings(manager, { ...settings, undoS: 7 });
  const [location] = await testDesk.desk.db.select().from(locations).where(eq(locations.id, there.location.id));
  expect(location).toEqual(there.location);
});

test.each([
  ['undoS', 61],
  ['undoS', 1.5],
  ['repeatWindowS', -1],
  ['longestStayH', 0],
  ['capacity', 0],
] as const)('%s of %s is refused', (name, value) => {
  const parsed = locationSettings.safeParse({ ...settings, [name]: value });
  expect(parsed.error?.issues.map(({ path }) => path.join('.'))).toEqual([name]);
});
