import { randomUUID } from 'node:crypto';
import { and, eq, inArray } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { createStaff } from '#lib/server/auth/create-staff.ts';
import { authorise, contextAt, loadStaff } from '#lib/server/auth/load-staff.ts';
import type { Reauthenticated } from '#lib/server/auth/reauthentication/reauthenticated.ts';
import { auditLog } from '#lib/server/db/schema/audit-log.ts';
import { claimOf, contextOf } from '#lib/testing/sessions.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import { type TestLocation, testPassword } from '#lib/testing/test-desk.ts';
import type { StaffRole } from '#lib/wire/staff.ts';
import { allowReports } from './allow-reports.ts';
import { placeColleague } from './change-colleague.ts';
import { listColleagues } from './list-colleagues.ts';

const notAllowed = { code: 'notAllowed' };
const testDesk = setUpTestDesk();
let here: TestLocation;
let there: TestLocation;
let manager: Reauthenticated;
let tom: string;

beforeEach(async () => {
  here = await testDesk.openLocation();
  there = await testDesk.openLocation();
  manager = await contextOf(testDesk.desk, here.actor.staffId);
  tom = await hire('trainer', [here, there]);
});

const hire = (role: StaffRole, places: TestLocation[]) =>
  createStaff(testDesk.desk.db, testDesk.desk, {
    email: `${randomUUID()}@example.com`,
    name: 'Tom Adler',
    role,
    password: testPassword,
    locationIds: places.map(({ location }) => location.id),
  });

const load = async (staffId: string) => {
  const signedIn = await loadStaff(testDesk.desk, await claimOf(testDesk.desk, staffId));
  if (!signedIn) throw new Error('There is no such person.');
  return signedIn;
};

const readAt = async (staffId: string, { location }: TestLocation) =>
  authorise(await contextAt(await load(staffId), location.id), 'readReports');

test('a manager reads the reports, and others those of the gyms where a manager allows it', async () => {
  await expect(readAt(tom, here)).rejects.toMatchObject(notAllowed);
  await allowReports(manager, { staffId: tom, isAllowed: true });
  await expect(readAt(tom, here)).resolves.toMatchObject({ staff: { id: tom } });
  await expect(readAt(tom, there)).rejects.toMatchObject(notAllowed);
  await expect(readAt(here.actor.staffId, here)).resolves.toBeTruthy();
});

test('where the gym is not known yet, whoever may read the reports of any passes, and nobody else', async () => {
  const ana = await hire('reception', [here]);
  await allowReports(manager, { staffId: tom, isAllowed: true });
  expect(authorise(await load(tom), 'readReports')).toBeTruthy();
  await expect(load(ana).then((signedIn) => authorise(signedIn, 'readReports'))).rejects.toMatchObject(notAllowed);
});

test('it allows nothing else, and ends at once', async () => {
  await allowReports(manager, { staffId: tom, isAllowed: true });
  const context = await readAt(tom, here);
  for (const other of ['readMembers', 'exportLists', 'manageLocation'] as const) {
    expect(() => authorise(context, other)).toThrow(expect.objectContaining(notAllowed));
  }
  await allowReports(manager, { staffId: tom, isAllowed: false });
  await expect(readAt(tom, here)).rejects.toMatchObject(notAllowed);
});

test('it ends with a change of the role', async () => {
  const ana = await hire('trainer', [here]);
  await allowReports(manager, { staffId: ana, isAllowed: true });
  for (const role of ['reception', 'trainer'] as const)
    await placeColleague(manager, { staffId: ana, role, add: [], remove: [] });
  await expect(readAt(ana, here)).rejects.toMatchObject(notAllowed);
});

test('the audit log has each change once, and the list of staff shows it', async () => {
  for (const isAllowed of [true, true, false]) await allowReports(manager, { staffId: tom, isAllowed });
  const isOfReports = inArray(auditLog.action, ['allowReports', 'disallowReports']);
  const rows = await testDesk.desk.db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.locationId, here.location.id), isOfReports))
    .orderBy(auditLog.action);
  expect(rows.map(({ action, reason, staffId }) => [action, reason, staffId])).toEqual([
    ['allowReports', tom, here.actor.staffId],
    ['disallowReports', tom, here.actor.staffId],
  ]);
  await allowReports(manager, { staffId: tom, isAllowed: true });
  const { colleagues } = await listColleagues(manager);
  expect(colleagues.filter(({ mayReadReports }) => mayReadReports).map(({ id }) => id)).toEqual([tom]);
});

test('nobody is allowed the reports of a gym at which they do not work', async () => {
  const carla = await hire('reception', [there]);
  await expect(allowReports(manager, { staffId: carla, isAllowed: true })).rejects.toMatchObject(notAllowed);
});
