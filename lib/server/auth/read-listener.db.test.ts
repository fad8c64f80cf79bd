import { and, eq, sql } from 'drizzle-orm';
import pg from 'pg';
import { beforeEach, expect, test, vi } from 'vitest';
import { locations } from '#lib/server/db/schema/locations.ts';
import { staff, staffLocations } from '#lib/server/db/schema/staff.ts';
import { hire } from '#lib/testing/browser.ts';
import { claimOf } from '#lib/testing/sessions.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import { readListener } from './read-listener.ts';
import { endSession } from './session/sessions.ts';

const testDesk = setUpTestDesk();
let here: TestLocation;
let there: TestLocation;

beforeEach(async () => {
  [here, there] = [await testDesk.openLocation(), await testDesk.openLocation()];
});

/** A window of a person who works at both. */
async function openWindow(place = here) {
  const staffId = await hire(testDesk, 'reception', here, there);
  const claim = await claimOf(testDesk.desk, staffId);
  return { staffId, listener: { ...claim, locationId: place.location.id } };
}
type Opened = Awaited<ReturnType<typeof openWindow>>;
const stateOf = ({ listener }: Opened) => readListener(testDesk.desk, listener);

test.each<[string, (window: Opened) => Promise<unknown>, string]>([
  ['has a session and works at the location', async () => {}, 'here'],
  ['is signed out', ({ listener }) => endSession(testDesk.desk.db, testDesk.desk, listener.sessionId), 'signedOut'],
  [
    'is disabled',
    ({ staffId }) => testDesk.desk.db.update(staff).set({ disabledAt: new Date() }).where(eq(staff.id, staffId)),
    'signedOut',
  ],
  [
    'was signed out everywhere',
    ({ staffId }) => testDesk.desk.db.update(staff).set({ sessionVersion: 9 }).where(eq(staff.id, staffId)),
    'signedOut',
  ],
  [
    'does not work at the location any more',
    ({ staffId }) =>
      testDesk.desk.db
        .delete(staffLocations)
        .where(and(eq(staffLocations.staffId, staffId), eq(staffLocations.locationId, here.location.id))),
    'gone',
  ],
  ['works at a retired location', () => here.retire(), 'gone'],
])('the live stream of a person who %s has the right state', async (_, happen, state) => {
  const window = await openWindow();
  await happen(window);
  expect(await stateOf(window)).toBe(state);
});

test('an idle session ends for all its windows', async () => {
  await testDesk.desk.db.update(locations).set({ idleLimitMin: 30 }).where(eq(locations.id, here.location.id));
  const window = await openWindow();
  const elsewhere = { ...window, listener: { ...window.listener, locationId: there.location.id } };
  testDesk.clock.now += 31 * 60_000;
  expect(await stateOf(elsewhere)).toBe('here');
  expect(await stateOf(window)).toBe('signedOut');
  expect(await stateOf(elsewhere)).toBe('signedOut');
});

test('checks of several windows at a time are one statement, and each gets its own answer', async () => {
  const windows = await Promise.all(Array.from({ length: 20 }, (_, index) => openWindow(index % 2 ? here : there)));
  const [first] = windows;
  if (first) await endSession(testDesk.desk.db, testDesk.desk, first.listener.sessionId);
  const query = vi.spyOn(pg.Pool.prototype, 'query');
  const states = await Promise.all([...windows, ...windows].map(stateOf));
  expect(query).toHaveBeenCalledOnce();
  query.mockRestore();
  expect(states.map((state) => state === 'here')).toEqual(states.map((_, index) => index % 20 !== 0));
});

test('an idle session that a read-only database cannot end gets no answer, and all others get theirs', async () => {
  await testDesk.desk.db.update(locations).set({ idleLimitMin: 30 }).where(eq(locations.id, here.location.id));
  const idle = await openWindow();
  const sameSession = { ...idle, listener: { ...idle.listener, locationId: there.location.id } };
  const other = await openWindow(there);
  testDesk.clock.now += 31 * 60_000;
  const active = await openWindow();
  const { db } = testDesk.desk;
  const refuse = `create function end_nothing() returns trigger language plpgsql as
    $$ begin raise 'cannot execute UPDATE in a read-only transaction' using errcode = '25006'; end $$`;
  await db.execute(sql.raw(refuse));
  await db.execute(
    sql`create trigger end_nothing before update on staff_sessions for each row execute function end_nothing()`,
  );
  const states = await Promise.allSettled([idle, sameSession, other, active].map(stateOf));
  await db.execute(sql`drop function end_nothing cascade`);
  expect(states.map((state) => (state.status === 'fulfilled' ? state.value : 'no answer'))).toEqual([
    'no answer',
    'here',
    'here',
    'here',
  ]);
  expect(await stateOf(idle)).toBe('signedOut');
});
