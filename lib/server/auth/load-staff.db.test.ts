import { and, eq, sql } from 'drizzle-orm';
import pg from 'pg';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { openDatabase } from '#lib/server/db/client.ts';
import { staff, staffLocations } from '#lib/server/db/schema/staff.ts';
import { claimOf } from '#lib/testing/sessions.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import { type TestLocation, testPassword } from '#lib/testing/test-desk.ts';
import type { StaffPermission } from '#lib/wire/permissions.ts';
import { type StaffRole, staffRoles } from '#lib/wire/staff.ts';
import { createStaff } from './create-staff.ts';
import { actorOfTap, authorise, contextAt, loadStaff, type SignedIn } from './load-staff.ts';
import { readOwnLocations } from './own-locations.ts';

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
const load = async (staffId: string) => loadStaff(testDesk.desk, await claimOf(testDesk.desk, staffId));
async function loaded(staffId: string): Promise<SignedIn> {
  const signedIn = await load(staffId);
  if (!signedIn) throw new Error('There is no such person.');
  return signedIn;
}
const at = async (staffId: string, { location }: TestLocation) => contextAt(await loaded(staffId), location.id);

describe('a session', () => {
  let ana = '';
  beforeEach(async () => {
    ana = await hire('reception', west, ost);
  });

  test('is valid at each of the person’s locations', async () => {
    for (const place of [west, ost]) expect((await at(ana, place)).actor.location.id).toBe(place.location.id);
  });

  test('is not valid at another location', async () => {
    await expect(at(ana, nord)).rejects.toMatchObject({ code: 'notAllowed' });
    const own = await readOwnLocations(testDesk.desk.db, ana);
    expect(own.map(({ id }) => id)).not.toContain(nord.location.id);
  });

  test('reads only the location that is named, not all that the person works at', async () => {
    const query = vi.spyOn(pg.Pool.prototype, 'query');
    await at(ana, west);
    const answers = await Promise.all(query.mock.results.map(({ value }) => value));
    query.mockRestore();
    const named = [west, ost].map(({ location }) =>
      answers.some(({ rows }) => JSON.stringify(rows).includes(location.id)),
    );
    expect(named).toEqual([true, false]);
  });

  test('ends at once when the person is disabled', async () => {
    expect(await load(ana)).not.toBeNull();
    await testDesk.desk.db.update(staff).set({ disabledAt: new Date() }).where(eq(staff.id, ana));
    expect(await load(ana)).toBeNull();
    expect(() => authorise(null, 'readFloor')).toThrow(expect.objectContaining({ code: 'signedOut' }));
  });

  test('loses a location as soon as it is taken away, and is refused without any', async () => {
    const takeAway = ({ location }: TestLocation) =>
      testDesk.desk.db
        .delete(staffLocations)
        .where(and(eq(staffLocations.staffId, ana), eq(staffLocations.locationId, location.id)));
    await takeAway(ost);
    await expect(at(ana, ost)).rejects.toMatchObject({ code: 'notAllowed' });
    expect((await at(ana, west)).actor.location.id).toBe(west.location.id);
    await takeAway(west);
    await expect(load(ana)).rejects.toMatchObject({ code: 'notAllowed' });
  });
});

describe('a tap', () => {
  test('belongs to the person signed in when it was made; who sent it is recorded too', async () => {
    const [ana, ben] = [await hire('reception', west), await hire('reception', west)];
    const context = await at(ben, west);
    expect(await actorOfTap(context, ana)).toMatchObject({ staffId: ana, sentBy: ben });
    const own = await actorOfTap(context, ben);
    expect(own).toMatchObject({ staffId: ben });
    expect(own).not.toHaveProperty('sentBy');
  });

  test('does not give the sender the permissions of that person', async () => {
    const [mira, ben] = [await hire('manager', west), await hire('reception', west)];
    expect((await actorOfTap(await at(ben, west), mira)).mayOverride).toBe(false);
  });

  test.each([
    ['a person of another location', async () => hire('reception', ost)],
    ['an unknown person', async () => testDesk.desk.newId()],
  ])('for %s belongs to the person of the session', async (_, hireOther) => {
    const ben = await hire('reception', west);
    const place = await actorOfTap(await at(ben, west), await hireOther());
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
  const context = await at(await hire(role, west), west);
  for (const permission of allowed.manager) {
    if (allowed[role].includes(permission)) expect(authorise(context, permission)).toBe(context);
    else expect(() => authorise(context, permission)).toThrow(expect.objectContaining({ code: 'notAllowed' }));
  }
  expect(context.actor.mayOverride).toBe(role === 'manager');
});

test('its statement is prepared under a name of its text: after an edit in development the same connection takes another', async () => {
  const claim = await claimOf(testDesk.desk, await hire('reception', west));
  const handle = openDatabase(testDesk.databaseUrl, { maxConnections: 1 });
  try {
    for (let count = 0; count < 5; count += 1) await loadStaff({ ...testDesk.desk, db: handle.db }, claim);
    const { rows } = await handle.db.execute(sql`select name from pg_prepared_statements`);
    expect(rows).toEqual([{ name: 'repeated_0' }]);
  } finally {
    await handle.close();
  }
});
