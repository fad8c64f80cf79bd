import { beforeEach, expect, test } from 'vitest';
import { readLog } from '#lib/server/audit/read-log.ts';
import { createStaff } from '#lib/server/auth/create-staff.ts';
import { staffLocations } from '#lib/server/db/schema/staff.ts';
import { contextOf } from '#lib/testing/sessions.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import { type TestLocation, testPassword } from '#lib/testing/test-desk.ts';
import { auditStatement } from './audit-statement.ts';
import { requireStatementGym } from './statement-gym.ts';

const testDesk = setUpTestDesk();
let here: TestLocation;
let old: TestLocation;

beforeEach(async () => {
  [here, old] = [await testDesk.openLocation(), await testDesk.openLocation()];
  await testDesk.desk.db.insert(staffLocations).values({ staffId: here.actor.staffId, locationId: old.location.id });
});

const manager = () => contextOf(testDesk.desk, here.actor.staffId, here.location.id);
const refused = { code: 'notAllowed' };

test('a manager reads the statement of the gym of the page, and of a gym of theirs that is retired', async () => {
  const context = await manager();
  expect(await requireStatementGym(context, {})).toMatchObject({ id: here.location.id });
  const { slug } = await old.retire();
  expect(await requireStatementGym(context, { retired: slug })).toMatchObject({ id: old.location.id });
});

test('not of one that is in use, whose own pages have it, nor of one that is not theirs', async () => {
  const context = await manager();
  const { slug } = old.location;
  await expect(requireStatementGym(context, { retired: slug })).rejects.toMatchObject(refused);
  const foreign = await (await testDesk.openLocation()).retire();
  await expect(requireStatementGym(context, { retired: foreign.slug })).rejects.toMatchObject(refused);
  await expect(requireStatementGym(context, { retired: 'no-such-gym' })).rejects.toMatchObject(refused);
});

test('a download is in the log of the gym of the page, where a retired one is named', async () => {
  const context = await manager();
  const month = '2026-11';
  await auditStatement(context, { month, location: here.location });
  const location = await old.retire();
  testDesk.clock.now += 1000;
  await auditStatement(context, { month, location });
  const { entries } = await readLog(context, {});
  const days = [
    { label: 'firstDay', text: '2026-11-01' },
    { label: 'lastDay', text: '2026-11-30' },
  ];
  expect(entries.filter(({ action }) => action === 'exportStatement').map(({ details }) => details)).toEqual([
    [...days, { label: 'gym', text: location.name }],
    days,
  ]);
});

test('nor does anybody but a manager, also if reports of both gyms were allowed to them', async () => {
  const { slug } = await old.retire();
  const { desk } = testDesk;
  const colleague = await createStaff(desk.db, desk, {
    email: `${crypto.randomUUID()}@example.com`,
    name: 'Reception',
    role: 'reception',
    password: testPassword,
    locationIds: [here.location.id, old.location.id],
  });
  await desk.db.update(staffLocations).set({ mayReadReports: true });
  const context = await contextOf(desk, colleague, here.location.id);
  expect(await requireStatementGym(context, {})).toMatchObject({ id: here.location.id });
  await expect(requireStatementGym(context, { retired: slug })).rejects.toMatchObject(refused);
});
