import { and, eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { staff, staffLocations } from '#lib/db/schema/staff.ts';
import { claimOf } from '#lib/testing/sessions.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import { type TestLocation, testPassword } from '#lib/testing/test-desk.ts';
import type { StaffPermission } from '#lib/wire/permissions.ts';
import { type StaffRole, staffRoles } from '#lib/wire/staff.ts';
import { createStaff } from './create-staff.ts';
import { authorise, loadStaff, placeOfTap, type StaffContext } from './load-staff.ts';

const testDesk = setUpTestDesk();
let west: TestLocation;
let ost: TestLocation;
let nord: TestLocation;
let count = 0;

beforeAll(async () => {
  [west, ost, nord] = [await testDesk.openLocation(), await testDesk.openLocation(), await testDesk.openLocation()];
});

async function hire(role: StaffRole, ...places: TestLocation[]): Promise<string> {
  count += 1;
  const locationIds = places.map(({ location }) => location.id);
  const person = { email: `p${count}@example.com`, name: 'Ana Keller', role, password: testPassword, locationIds };
  return createStaff(testDesk.desk.db, testDesk.desk, person);
}
const load = async (staffId: string, locationId?: string) =>
  loadStaff(testDesk.desk, { ...(await claimOf(testDesk.desk, staffId)), locationId });
async function loaded(staffId: string, locationId?: string): Promise<StaffContext> {
  const context = await load(staffId, locationId);
  if (!context) throw new Error('There is no such person.');
  return context;
}

describe('a session', () => {
  let ana = '';
  beforeEach(async () => {
    ana = await hire('reception', west, ost);
  });

  test('works for the location last switched to', async () => {
    expect((await loaded(ana, ost.location.id)).actor.location.id).toBe(ost.location.id);
  });

  test('works for no location that is not the person’s own', async () => {
    const { actor, locations } = await loaded(ana, nord.location.id);
    expect([west.location.id, ost.location.id]).toContain(actor.location.id);
    expect(locations.map(({ id }) => id)).not.toContain(nord.location.id);
  });

  test('ends at once when the person is disabled', async () => {
    expect(await load(ana)).not.toBeNull();
    await testDesk.desk.db.update(staff).set({ disabledAt: new Date() }).where(eq(staff.id, ana));
    expect(await load(ana)).toBeNull();
    expect(() => authorise(null, 'readFloor')).toThrow(expect.objectContaining({ code: 'signedOut' }));
  });

  test('loses a location at once when it is taken away, and with the last one everything', async () => {
    const takeAway = ({ location }: TestLocation) =>
      testDesk.desk.db
        .delete(staffLocations)
        .where(and(eq(staffLocations.staffId, ana), eq(staffLocations.locationId, location.id)));
    await takeAway(ost);
    expect((await loaded(ana, ost.location.id)).actor.location.id).toBe(west.location.id);
    await takeAway(west);
    await expect(load(ana)).rejects.toMatchObject({ code: 'notAllowed' });
  });
});

describe('a tap', () => {
  const atWest = () => ({ locationId: west.location.id });

  test('belongs to the location whose screen it was made on, though the session has moved on', async () => {
    const context = await loaded(await hire('reception', west, ost), ost.location.id);
    expect((await placeOfTap(context, atWest())).location.id).toBe(west.location.id);
    expect((await placeOfTap(context, {})).location.id).toBe(ost.location.id);
  });

  test('of a location that is not the person’s own is refused', async () => {
    const context = await loaded(await hire('manager', west));
    await expect(placeOfTap(context, { locationId: ost.location.id })).rejects.toMatchObject({ code: 'notAllowed' });
  });

  test('is of whom the screen belonged to, and who brings it is kept too', async () => {
    const [ana, ben] = [await hire('reception', west), await hire('reception', west)];
    const context = await loaded(ben);
    expect(await placeOfTap(context, { ...atWest(), staffId: ana })).toMatchObject({ staffId: ana, sentBy: ben });
    const own = await placeOfTap(context, { ...atWest(), staffId: ben });
    expect(own).toMatchObject({ staffId: ben });
    expect(own).not.toHaveProperty('sentBy');
  });

  test('gives nobody the permissions of another person', async () => {
    const [mira, ben] = [await hire('manager', west), await hire('reception', west)];
    expect((await placeOfTap(await loaded(ben), { ...atWest(), staffId: mira })).mayOverride).toBe(false);
  });

  test.each([
    ['nobody here', async () => hire('reception', ost)],
    ['nobody at all', async () => testDesk.desk.newId()],
  ])('of %s is of whom the session is', async (_, hireOther) => {
    const ben = await hire('reception', west);
    const place = await placeOfTap(await loaded(ben), { ...atWest(), staffId: await hireOther() });
    expect(place.staffId).toBe(ben);
    expect(place).not.toHaveProperty('sentBy');
  });
});

const allowed: Record<StaffRole, StaffPermission[]> = {
  trainer: ['readFloor'],
  reception: ['readFloor', 'recordVisits'],
  manager: ['readFloor', 'recordVisits', 'overrideAdmission'],
};

test.each(staffRoles)('a %s may do what the role allows, and nothing else', async (role) => {
  const context = await loaded(await hire(role, west));
  for (const permission of allowed.manager) {
    if (allowed[role].includes(permission)) expect(authorise(context, permission)).toBe(context);
    else expect(() => authorise(context, permission)).toThrow(expect.objectContaining({ code: 'notAllowed' }));
  }
  expect(context.actor.mayOverride).toBe(role === 'manager');
});
