import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import type { StaffContext } from '#lib/server/auth/load-staff.ts';
import { auditLog } from '#lib/server/db/schema/audit-log.ts';
import { locations } from '#lib/server/db/schema/locations.ts';
import { staffLocations } from '#lib/server/db/schema/staff.ts';
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

test('a change is stored, and the audit log has the old and the new value', async () => {
  await changeSettings(manager, { base: settings, settings: { ...settings, undoS: 5, capacity: 120 } });
  expect(await stored()).toMatchObject({ undoS: 5, capacity: 120, checkInOnScan: true, closingTimesSetAt: null });
  expect(await audited()).toEqual([
    { action: 'changeLocation', staffId: here.actor.staffId, reason: 'undoS 10 → 5; capacity none → 120' },
  ]);
});

test('a closing that would have passed already does not count: no member is checked out retroactively', async () => {
  // a Saturday, 23:10 at the location
  testDesk.clock.now = Date.parse('2026-11-21T22:10:00Z');
  const earlier = { closingTimes: { monday: '22:00', saturday: '23:00' } };
  await changeSettings(manager, { base: { closingTimes: settings.closingTimes }, settings: earlier });
  expect(await stored()).toMatchObject({ ...earlier, closingTimesSetAt: new Date(testDesk.clock.now) });
});

test('nor one that has passed by the platform’s clock alone: the desk’s is behind, and will be right later', async () => {
  const now = Date.parse('2026-11-21T22:10:00Z');
  here.platform.clock = () => now;
  testDesk.clock.now = now - 3_600_000;
  const earlier = { closingTimes: { monday: '22:00', saturday: '23:00' } };
  await changeSettings(manager, { base: { closingTimes: settings.closingTimes }, settings: earlier });
  const { closingTimesSetAt } = (await stored()) ?? {};
  // the platform states its time in whole seconds
  expect(Math.abs(Number(closingTimesSetAt) - now)).toBeLessThanOrEqual(1_000);
});

test('a closing of longer ago than a stay may last does not count either: a later change may make stays last longer', async () => {
  // a Sunday, 12:00 at the location, 13 hours after the new closing time
  testDesk.clock.now = Date.parse('2026-11-22T11:00:00Z');
  expect(settings.longestStayH).toBeLessThan(13);
  const earlier = { closingTimes: { monday: '22:00', saturday: '23:00' } };
  await changeSettings(manager, { base: { closingTimes: settings.closingTimes }, settings: earlier });
  expect(await stored()).toMatchObject({ ...earlier, closingTimesSetAt: new Date(testDesk.clock.now) });
});

test('closing times and exceptions of the coming days are stored with their day in the log, and leave past closings alone', async () => {
  testDesk.clock.now = Date.parse('2026-11-21T22:10:00Z');
  const closingExceptions = [
    { day: '2026-12-24', time: '14:00', note: 'Christmas Eve' },
    { day: '2026-12-25', time: null, note: '' },
  ];
  const coming = { closingTimes: { friday: '23:00' }, closingExceptions };
  const { closingTimes } = settings;
  await changeSettings(manager, { base: { closingTimes, closingExceptions: [] }, settings: coming });
  expect(await stored()).toMatchObject({ ...coming, closingTimesSetAt: null });
  const reason = 'closing.monday 22:00 → none; closing.friday none → 23:00; ';
  expect(await audited()).toMatchObject([
    { reason: `${reason}closing.2026-12-24 none → 14:00 Christmas Eve; closing.2026-12-25 none → closed` },
  ]);
  await changeSettings(manager, { base: { closingExceptions }, settings: { closingExceptions: [] } });
  expect(await stored()).toMatchObject({ closingExceptions: [] });
});

test('the name of another gym of the manager is refused; a new one, that of a gym of others, and a time zone are stored', async () => {
  const there = await testDesk.openLocation();
  const ofOthers = await testDesk.openLocation();
  await testDesk.desk.db.insert(staffLocations).values({ staffId: manager.staff.id, locationId: there.location.id });
  const { name, timeZone } = settings;
  const rename = (wanted: string) =>
    changeSettings(manager, { base: { name, timeZone }, settings: { name: wanted, timeZone: 'Europe/London' } });
  expect(await rename(there.location.name)).toEqual({ kind: 'nameTaken' });
  expect(await stored()).toEqual(here.location);
  expect(await rename(ofOthers.location.name)).toMatchObject({ kind: 'saved' });
  expect(await stored()).toMatchObject({
    name: ofOthers.location.name,
    timeZone: 'Europe/London',
    slug: here.location.slug,
  });
});

test('a time zone is stored by a name that the database knows, also if it is sent again with what was opened before', async () => {
  const { name, timeZone } = settings;
  const change = { base: { name, timeZone }, settings: { name: 'Renamed', timeZone: 'US/Pacific-New' } };
  expect(locationSettings.shape.timeZone.safeParse('US/Pacific-New').success).toBe(true);
  const now = { ...settings, name: 'Renamed', timeZone: 'America/Los_Angeles' };
  expect(await changeSettings(manager, change)).toEqual({ kind: 'saved', now });
  expect(await changeSettings(manager, change)).toEqual({ kind: 'saved', now });
  expect(await stored()).toMatchObject(now);
  expect(await audited()).toMatchObject([
    { reason: `name ${name} → Renamed; timeZone ${timeZone} → America/Los_Angeles` },
  ]);
  const known = { timeZone: 'Asia/Kathmandu' };
  const base = { timeZone: now.timeZone };
  expect(await changeSettings(manager, { base, settings: known })).toMatchObject({ kind: 'saved' });
  expect(await stored()).toMatchObject(known);
});

test('a time zone that the database knows by no name is refused, and nothing is stored; one that the gym has already is kept', async () => {
  const { name, timeZone } = settings;
  // in place of a zone that is newer than the database
  const change = { base: { name, timeZone }, settings: { name: 'Renamed', timeZone: 'Mars/Base' } };
  expect(await changeSettings(manager, change)).toEqual({ kind: 'timeZoneUnknown' });
  expect(await stored()).toEqual(here.location);
  await testDesk.desk.db
    .update(locations)
    .set({ timeZone: 'US/Pacific-New' })
    .where(eq(locations.id, here.location.id));
  const kept = { timeZone: 'US/Pacific-New' };
  const renamed = { base: { name, ...kept }, settings: { name: 'Renamed', ...kept } };
  expect(await changeSettings(manager, renamed)).toMatchObject({ kind: 'saved', now: { name: 'Renamed', ...kept } });
});

test('saving without a change writes nothing, not even to the audit log', async () => {
  await changeSettings(manager, { base: settings, settings });
  expect(await audited()).toEqual([]);
});

test('changes of different settings by two managers are both kept, in either order', async () => {
  const hers = { ...settings, closingTimes: { monday: '22:00', friday: '00:30' }, capacity: 80 };
  await changeSettings(manager, { base: settings, settings: hers });
  const saved = await changeSettings(manager, { base: settings, settings: { ...settings, undoS: 5, capacity: 80 } });
  expect(saved).toEqual({ kind: 'saved', now: { ...hers, undoS: 5 } });
  expect(await stored()).toMatchObject({ undoS: 5, capacity: 80, closingTimes: hers.closingTimes });
});

test('where two managers change the same setting to different values, the later save is a conflict and stores nothing', async () => {
  const hers = { ...settings, undoS: 7 };
  await changeSettings(manager, { base: settings, settings: hers });
  const mine = { ...settings, undoS: 5, capacity: 80 };
  const met = await changeSettings(manager, { base: settings, settings: mine });
  expect(met).toEqual({ kind: 'changedMeanwhile', now: hers, conflicts: ['undoS'] });
  expect(await stored()).toMatchObject({ undoS: 7, capacity: null });
  expect(await changeSettings(manager, { base: hers, settings: mine })).toMatchObject({ kind: 'saved' });
  expect(await stored()).toMatchObject({ undoS: 5, capacity: 80 });
});

test('other locations do not change', async () => {
  const there = await testDesk.openLocation();
  await changeSettings(manager, { base: settings, settings: { ...settings, undoS: 7 } });
  const [location] = await testDesk.desk.db.select().from(locations).where(eq(locations.id, there.location.id));
  expect(location).toEqual(there.location);
});

test.each([
  ['undoS', 61],
  ['undoS', 1.5],
  ['repeatWindowS', -1],
  ['longestStayH', 0],
  ['capacity', 0],
  // PostgreSQL reads the sign of an offset the other way round
  ['timeZone', '+02:00'],
  ['timeZone', '-0500'],
  // Temporal refuses it, and PostgreSQL reads it without summer time
  ['timeZone', 'IST'],
  ['timeZone', 'CET'],
  ['timeZone', 'Europe/Munich'],
] as const)('%s of %s is refused', (name, value) => {
  const parsed = locationSettings.safeParse({ ...settings, [name]: value });
  expect(parsed.error?.issues.map(({ path }) => path.join('.'))).toEqual([name]);
});
