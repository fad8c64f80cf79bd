import { and, desc, eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { checkOut } from '#lib/server/arrivals/check-out.ts';
import { lookUp } from '#lib/server/arrivals/look-up.ts';
import { seal } from '#lib/server/crypto/seal.ts';
import { auditLog } from '#lib/server/db/schema/audit-log.ts';
import { directorySyncs, members } from '#lib/server/db/schema/directory.ts';
import { type Location, locations } from '#lib/server/db/schema/locations.ts';
import { memberNotes } from '#lib/server/db/schema/member-notes.ts';
import { optedOutMembers, optOutChecks, optOutRuns } from '#lib/server/db/schema/opt-outs.ts';
import { staffLocations } from '#lib/server/db/schema/staff.ts';
import { taskChanges, tasks } from '#lib/server/db/schema/tasks.ts';
import { trainings } from '#lib/server/db/schema/training.ts';
import { visits } from '#lib/server/db/schema/visits.ts';
import { upsertMembers } from '#lib/server/directory/directory.ts';
import { memberOf } from '#lib/server/directory/member.ts';
import { confirmGymOptOuts } from '#lib/server/gyms/confirm-gym-opt-outs.ts';
import { listGyms } from '#lib/server/gyms/list-gyms.ts';
import { findLost } from '#lib/server/locations/find-lost.ts';
import { reseal } from '#lib/server/locations/reseal.ts';
import { setLocation } from '#lib/server/locations/set-location.ts';
import { countRecords } from '#lib/server/members/traces.ts';
import { FakeExport } from '#lib/testing/fake-export.ts';
import { inventCanary, leaveTraces, tablesWith } from '#lib/testing/member-traces.ts';
import { inventMember } from '#lib/testing/members.ts';
import { contextOf } from '#lib/testing/sessions.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import { dayMs } from '#shared/calendar/durations.ts';
import { eraseOptedOut } from './erase-opted-out.ts';
import { noteListed } from './listed-people.ts';
import { matchingOptedOut, matchOptedOut } from './match-opted-out.ts';
import { readOptOutNotice, readOptOuts } from './read-opt-outs.ts';
import { checkOptOuts, confirmOptOuts } from './request-check.ts';

type Invented = ReturnType<typeof inventMember>;

const testDesk = setUpTestDesk();
let here: TestLocation;
let dataExport: FakeExport;

async function connect(place: TestLocation, url: string, apiKey: string): Promise<Location> {
  const { id } = place.location;
  const [location] = await testDesk.desk.db
    .update(locations)
    .set({
      exportUrl: url,
      sealedExportKey: seal(testDesk.desk, { plain: apiKey, locationId: id, field: 'exportKey' }),
    })
    .where(eq(locations.id, id))
    .returning();
  if (!location) throw new Error('There is no such location.');
  return location;
}

beforeEach(async () => {
  here = await testDesk.openLocation();
  dataExport = await new FakeExport().start();
  onTestFinished(() => dataExport.stop());
  here.location = await connect(here, dataExport.url, dataExport.apiKey);
});

/** Each a moment later than the one before, which orders the runs. */
const match = () => {
  testDesk.clock.now += 1;
  return matchOptedOut({ desk: testDesk.desk, actor: { location: here.location } });
};
const db = () => testDesk.desk.db;
const runs = () =>
  db().select().from(optOutRuns).where(eq(optOutRuns.locationId, here.location.id)).orderBy(desc(optOutRuns.at));
const state = async () => (await readOptOuts({ desk: testDesk.desk, actor: { location: here.location } }, {})).state;

/** @returns the members, whom the desk's mirror knows */
async function join(count: number, place = here): Promise<Invented[]> {
  const joined = Array.from({ length: count }, () => inventMember());
  place.platform.members.push(...joined);
  await upsertMembers(db(), {
    locationId: place.location.id,
    members: joined.map(({ account }) => memberOf(account)),
    askedAt: new Date(testDesk.clock.now),
  });
  return joined;
}
const idsOf = (some: readonly Invented[]) => some.map(({ account }) => account.accountId);
const known = async () =>
  (await db().select().from(members).where(eq(members.locationId, here.location.id))).map(({ accountId }) => accountId);
const scan = ({ card }: Invented) =>
  lookUp({ desk: testDesk.desk, actor: here.actor }, { ...here.tap(), source: 'scan', value: card });
const listed = (externalAccountId: string) => ({ externalAccountId });
const writeNote = (accountId: string) =>
  db()
    .insert(memberNotes)
    .values({
      locationId: here.location.id,
      noteId: testDesk.desk.newId(),
      accountId,
      text: 'A note',
      level: 'tell',
      staffId: here.actor.staffId,
      writtenAt: new Date(testDesk.clock.now),
    });

test('everything stored about an opted-out member is deleted in every table, with a proof that names nobody', async () => {
  const others = await join(30);
  const canary = inventCanary();
  const { accountId } = canary.member.account;
  await leaveTraces(testDesk.desk, testDesk.clock, here, canary);
  testDesk.clock.now += dayMs;
  await db().update(visits).set({ state: 'sent' }).where(eq(visits.locationId, here.location.id));
  await db().update(taskChanges).set({ state: 'sent' }).where(eq(taskChanges.locationId, here.location.id));
  await db().update(staffLocations).set({ accountId: null }).where(eq(staffLocations.locationId, here.location.id));
  const key = { locationId: here.location.id, accountId };
  const records = await countRecords(db(), testDesk.desk, key);
  expect(records).toBeGreaterThan(10);
  dataExport.accountIds = [accountId, 'somebody who was never here'];
  await match();
  expect(await tablesWith(db(), canary.traces)).toEqual([]);
  expect(await runs()).toMatchObject([{ listed: 2, members: 1, records, staffId: null, waiting: 0 }]);
  expect(await known()).toEqual(expect.arrayContaining(idsOf(others)));
  expect(await known()).toHaveLength(others.length);
});

test('a member is deleted once for each time they opt out, and anybody else always', async () => {
  const [lena] = await join(30);
  const { accountId } = lena?.account ?? { accountId: '' };
  dataExport.accountIds = [accountId];
  await match();
  expect(await known()).not.toContain(accountId);

  // the membership goes on, and the next reading of the members brings it back
  testDesk.clock.now += dayMs;
  const again = { locationId: here.location.id, askedAt: new Date(testDesk.clock.now) };
  await upsertMembers(db(), { ...again, members: lena ? [memberOf(lena.account)] : [] });
  await writeNote(accountId);
  await match();
  expect(await runs()).toMatchObject([{ members: 0 }, { members: 1 }]);
  expect(await known()).toContain(accountId);

  // a gap of days may be a wrong list
  dataExport.accountIds = [];
  await match();
  testDesk.clock.now += 2 * dayMs;
  dataExport.accountIds = [accountId];
  await match();
  expect((await runs())[0]).toMatchObject({ members: 0 });

  dataExport.accountIds = [];
  await match();
  testDesk.clock.now += 8 * dayMs;
  await match();
  dataExport.accountIds = [accountId];
  await match();
  expect((await runs())[0]).toMatchObject({ members: 1 });

  testDesk.clock.now += 1;
  await writeNote(accountId);
  await match();
  expect((await runs())[0]).toMatchObject({ members: 1, records: 1 });
});

test('a list that names nobody from before, as after a lost secret, waits for a manager however few it names', async () => {
  const [lena] = await join(30);
  if (!lena) throw new Error('Nobody has joined.');
  const [accountId = ''] = idsOf([lena]);
  dataExport.accountIds = [accountId];
  await match();
  testDesk.clock.now += dayMs;
  const { id: locationId } = here.location;
  const askedAt = new Date(testDesk.clock.now);
  await upsertMembers(db(), { locationId, askedAt, members: [memberOf(lena.account)] });
  await writeNote(accountId);

  const desk = { ...testDesk.desk, secret: 'another secret of more than 32 characters' };
  await reseal(desk, await findLost(desk));
  await setLocation(desk, { locationId, change: { exportKey: dataExport.apiKey }, by: null });
  const matchAgain = async () => {
    testDesk.clock.now += 1;
    const [location] = await db().select().from(locations).where(eq(locations.id, locationId));
    await matchOptedOut({ desk, actor: { location: location ?? here.location } });
  };
  await matchAgain();
  expect(await state()).toMatchObject({ asked: { count: 1 }, failure: null });
  expect(await known()).toContain(accountId);
  expect(await db().$count(memberNotes, eq(memberNotes.accountId, accountId))).toBe(1);
  expect(await runs()).toHaveLength(1);

  const { asked } = await state();
  if (!asked) throw new Error('Nobody was asked.');
  const manager = await contextOf(testDesk.desk, here.actor.staffId);
  expect(await confirmOptOuts(manager, asked)).toEqual({ kind: 'confirmed' });
  await matchAgain();
  expect(await runs()).toMatchObject([{ members: 1 }, { members: 1 }]);
  expect((await state()).asked).toBeNull();
});

test('a visit that waits in a browser while a continuing member is deleted is recorded afterwards', async () => {
  const [lena] = await join(30);
  if (!lena) throw new Error('Nobody has joined.');
  const tap = { ...here.tap(), source: 'scan' as const, value: lena.card };
  testDesk.clock.now += 5 * 60_000;
  dataExport.accountIds = idsOf([lena]);
  await match();
  expect((await runs())[0]).toMatchObject({ members: 1 });
  testDesk.clock.now += 5 * 60_000;
  await lookUp({ desk: testDesk.desk, actor: here.actor }, { ...tap, sentAt: testDesk.clock.now });
  const kept = await db().select().from(visits).where(eq(visits.locationId, here.location.id));
  expect(kept).toMatchObject([{ tapId: tap.tapId, accountId: lena.account.accountId }]);
});

test('members who were deleted once are not deleted again where a wrong list has marked everybody as absent', async () => {
  const all = await join(30);
  const [lena] = all;
  dataExport.accountIds = lena ? idsOf([lena]) : [];
  await match();
  testDesk.clock.now += dayMs;
  const again = { locationId: here.location.id, askedAt: new Date(testDesk.clock.now) };
  await upsertMembers(db(), { ...again, members: all.map(({ account }) => memberOf(account)) });
  await db()
    .update(members)
    .set({ absentAt: new Date(testDesk.clock.now) })
    .where(eq(members.locationId, again.locationId));
  await match();
  expect((await runs())[0]).toMatchObject({ members: 0 });
  expect(await known()).toHaveLength(30);
});

test('all members are read again at once where a member was deleted, and not where nobody was', async () => {
  const [lena] = await join(30);
  const { id: locationId } = here.location;
  const at = new Date(testDesk.clock.now);
  await db().insert(directorySyncs).values({ locationId, knownUntil: at, allReadAt: at });
  const sync = async () =>
    (await db().select().from(directorySyncs).where(eq(directorySyncs.locationId, locationId)))[0];
  await match();
  expect(await sync()).toMatchObject({ knownUntil: at });
  dataExport.accountIds = lena ? idsOf([lena]) : [];
  await match();
  // the first reading has ended nevertheless
  expect(await sync()).toMatchObject({ knownUntil: null, allReadAt: at });
});

describe('a colleague who opts out', () => {
  beforeEach(() => join(30));

  test('keeps the link to their account, and stays the author of tasks about others', async () => {
    const canary = inventCanary();
    const { accountId } = canary.member.account;
    await leaveTraces(testDesk.desk, testDesk.clock, here, canary);
    const isHere = eq(taskChanges.locationId, here.location.id);
    const task = { locationId: here.location.id, id: testDesk.desk.newId(), name: 'Call', targetId: 'other' };
    await db()
      .insert(tasks)
      .values({ ...task, authorId: accountId, isCompleted: false });
    await db().update(taskChanges).set({ state: 'sent' }).where(isHere);
    await db().update(visits).set({ state: 'sent' }).where(eq(visits.locationId, here.location.id));
    testDesk.clock.now += dayMs;
    dataExport.accountIds = [accountId];
    await match();
    expect(await known()).not.toContain(accountId);
    expect(await db().select().from(tasks).where(eq(tasks.locationId, here.location.id))).toMatchObject([
      { id: task.id, authorId: accountId },
    ]);
    const linked = await db().select().from(staffLocations).where(eq(staffLocations.locationId, here.location.id));
    expect(linked.map((row) => row.accountId)).toContain(accountId);

    // nor is anything deleted again each day because the person is still an author
    await match();
    expect((await runs())[0]).toMatchObject({ members: 0 });

    // the proof counts what was deleted, and not the task of which they stay the author
    await writeNote(accountId);
    await match();
    expect((await runs())[0]).toMatchObject({ members: 1, records: 1 });
  });
});

describe('at a retired gym', () => {
  const retire = async () => {
    here.location = await here.retire();
  };

  test('members are deleted also where they were deleted once: no membership needs anything there', async () => {
    const all = await join(20);
    const optedOut = all.slice(0, 8);
    dataExport.accountIds = idsOf(optedOut.slice(0, 4));
    await match();
    dataExport.accountIds = idsOf(optedOut);
    await match();
    // the memberships go on
    const again = { locationId: here.location.id, askedAt: new Date(testDesk.clock.now + 1) };
    await upsertMembers(db(), { ...again, members: optedOut.map(({ account }) => memberOf(account)) });
    await match();
    expect(await known()).toHaveLength(20);
    await retire();
    testDesk.clock.now += dayMs;
    const due = await db().execute<{ id: string }>(matchingOptedOut.locationsAt(new Date(testDesk.clock.now)));
    expect(due.rows.map(({ id }) => id)).toContain(here.location.id);
    await match();
    expect(await known()).toHaveLength(12);
  });

  test('many who opt out anew wait for a manager, who confirms at "Gyms", and a list that does not arrive is read again the next day', async () => {
    const there = await testDesk.openLocation();
    const { staffId } = here.actor;
    await testDesk.desk.db.insert(staffLocations).values({ staffId, locationId: there.location.id });
    const all = await join(20);
    await retire();
    const manager = await contextOf(testDesk.desk, here.actor.staffId);
    const listed = async () => (await listGyms(manager)).gyms.find(({ id }) => id === here.location.id);
    const nothing = { optOutsWaitSince: null, optOutsAsked: null, optOutsConfirmed: null };
    expect(await listed()).toMatchObject(nothing);
    dataExport.accountIds = idsOf(all.slice(0, 6));
    await match();
    expect(await known()).toHaveLength(20);
    const asked = { count: 6, since: new Date(testDesk.clock.now).toISOString() };
    expect(await listed()).toMatchObject({ optOutsWaitSince: null, optOutsAsked: asked });

    // another gym has its key by now, so that it cannot be brought back
    const { platform, location } = here;
    const change = { apiUrl: platform.url, apiKey: platform.apiKey };
    await setLocation(testDesk.desk, { locationId: there.location.id, change, by: null });
    const stranger = await contextOf(testDesk.desk, (await testDesk.openLocation()).actor.staffId);
    const confirm = (by: typeof manager) => confirmGymOptOuts(by, { gymId: location.id, ...asked });
    await expect(confirm(stranger)).rejects.toMatchObject({ code: 'notAllowed' });
    expect(await confirm(manager)).toEqual({ kind: 'confirmed' });
    const confirmed = { count: 6, at: new Date(testDesk.clock.now).toISOString() };
    expect(await listed()).toMatchObject({ ...nothing, optOutsConfirmed: confirmed });

    // the confirmation holds for the next list that can be read
    await dataExport.stop();
    await match();
    expect(await listed()).toMatchObject({
      ...nothing,
      optOutsWaitSince: expect.any(String),
      optOutsConfirmed: confirmed,
    });
    expect(await known()).toHaveLength(20);
    await dataExport.start();
    testDesk.clock.now += dayMs;
    await match();
    expect(await known()).toHaveLength(14);
    expect(await runs()).toMatchObject([{ members: 6, staffId }]);
    expect(await listed()).toMatchObject(nothing);

    await dataExport.stop();
    await match();
    expect(await listed()).toMatchObject({ optOutsWaitSince: new Date(testDesk.clock.now).toISOString() });
    testDesk.clock.now += 2 * 60 * 60_000;
    expect((await state()).isPending).toBe(false);
    testDesk.clock.now += dayMs;
    expect((await state()).isPending).toBe(true);
  });
});

describe('nobody is deleted', () => {
  test('while a change of a task about them has not reached the platform', async () => {
    await join(30);
    const canary = inventCanary();
    await leaveTraces(testDesk.desk, testDesk.clock, here, canary);
    testDesk.clock.now += dayMs;
    await db().update(visits).set({ state: 'sent' }).where(eq(visits.locationId, here.location.id));
    dataExport.accountIds = [canary.member.account.accountId];
    const isHere = eq(taskChanges.locationId, here.location.id);
    for (const state of ['waiting', 'refused'] as const) {
      await db().update(taskChanges).set({ state }).where(isHere);
      await match();
      expect((await runs())[0]).toMatchObject({ members: 0, waiting: 1 });
      expect(await db().$count(taskChanges, isHere)).toBe(1);
    }
    await db().update(taskChanges).set({ state: 'seen' }).where(isHere);
    await match();
    expect((await runs())[0]).toMatchObject({ members: 1, waiting: 0 });
  });

  test('by the list of a key that is replaced before it has arrived, and nothing of it is noted', async () => {
    const [lena] = await join(3);
    dataExport.accountIds = [lena?.account.accountId ?? ''];
    dataExport.meanwhile = async () => {
      dataExport.meanwhile = null;
      const change = { exportKey: 'the right one' };
      await setLocation(testDesk.desk, { locationId: here.location.id, change, by: null });
    };
    const before = await known();
    await match();
    expect(await known()).toEqual(before);
    expect(await runs()).toEqual([]);
    expect(await state()).toMatchObject({ isPending: true, failure: null });
  });

  test('where the desk itself fails, which is noted and tried again within the hour', async () => {
    await join(3);
    const isHere = eq(locations.id, here.location.id);
    const unreadable = { sealedExportKey: 'not sealed by this desk' };
    await db().update(locations).set(unreadable).where(isHere);
    here.location = { ...here.location, ...unreadable };
    await expect(match()).rejects.toThrow();
    expect(await state()).toMatchObject({ failure: { kind: 'failed' }, isPending: false });
    expect(await runs()).toEqual([]);
    here.location = await connect(here, dataExport.url, dataExport.apiKey);
    await match();
    expect((await state()).failure).toBeNull();
  });

  test('whose deletion fails, while the others follow', async () => {
    const [lena, omar] = idsOf(await join(30));
    await db().execute(
      sql.raw(`create function refuse_deletion() returns trigger language plpgsql as
      $$ begin if old.account_id = '${lena}' then raise exception 'broken'; end if; return old; end $$`),
    );
    await db().execute(
      sql`create trigger refuse before delete on members for each row execute function refuse_deletion()`,
    );
    onTestFinished(async () => {
      await db().execute(sql`drop trigger refuse on members`);
      await db().execute(sql`drop function refuse_deletion`);
    });
    dataExport.accountIds = [lena ?? '', omar ?? ''];
    await match();
    expect((await runs())[0]).toMatchObject({ members: 1, waiting: 1 });
    expect(await known()).toContain(lena);
    expect(await known()).not.toContain(omar);
  });

  test('by their training alone: where it cannot be deleted, the others follow, and it is tried again within the hour', async () => {
    const [lena, omar] = idsOf(await join(30));
    const locationId = here.location.id;
    const workout = {
      locationId,
      dataSet: 'workouts',
      subject: '',
      walk: 1,
      at: new Date(testDesk.clock.now),
    } as const;
    await db()
      .insert(trainings)
      .values({ ...workout, accountId: lena ?? '' });
    await db().execute(sql`create function refuse_training() returns trigger language plpgsql as
      $$ begin raise exception 'broken'; end $$`);
    await db().execute(
      sql`create trigger refuse before delete on trainings for each row execute function refuse_training()`,
    );
    const mend = async () => {
      await db().execute(sql`drop trigger if exists refuse on trainings`);
      await db().execute(sql`drop function if exists refuse_training`);
    };
    onTestFinished(mend);
    dataExport.accountIds = [lena ?? '', omar ?? ''];
    await expect(match()).rejects.toThrow();
    expect((await runs())[0]).toMatchObject({ members: 1, waiting: 1 });
    expect(await known()).not.toContain(omar);
    expect(await state()).toMatchObject({ failure: { kind: 'failed' }, isPending: false });
    await mend();
    await match();
    expect((await runs())[0]).toMatchObject({ members: 1, waiting: 0 });
    expect(await known()).not.toContain(lena);
    expect(await state()).toMatchObject({ failure: null });
  });

  test.each([
    ['is empty', 200, '{"data":[]}', null],
    ['lacks its items', 200, '{"items":LIST}', 'unreadable'],
    ['names nobody by an id', 200, '{"data":[{"id":"a"},{"id":"b"}]}', 'unreadable'],
    ['is a page', 200, '<html></html>', 'unreadable'],
    ['breaks off', 200, '{"data":LIST', 'unreadable'],
    ['is refused', 401, '{"data":LIST}', 'refused'],
    ['needs a permission', 403, '{"data":LIST}', 'permissionMissing'],
    ['comes too often', 429, '{"data":LIST}', 'busy'],
    ['fails', 500, '{"data":LIST}', 'unreachable'],
  ])('where the list %s', async (_, status, body, failure) => {
    const all = await join(3);
    dataExport.fault = { status, body: body.replace('LIST', JSON.stringify(idsOf(all).map(listed))) };
    await match();
    expect(await known()).toHaveLength(all.length);
    expect((await state()).failure?.kind ?? null).toBe(failure);
    expect(await runs()).toHaveLength(failure ? 0 : 1);
  });

  test('without the cause of an earlier failure, which a program of an earlier version leaves', async () => {
    await dataExport.stop();
    await match();
    const isHere = eq(optOutChecks.locationId, here.location.id);
    await db().update(optOutChecks).set({ failure: 'refused' }).where(isHere);
    expect((await state()).failure).toMatchObject({ kind: 'refused', cause: null });
  });

  test('where the export does not answer, which is tried again within the hour', async () => {
    await join(3);
    await dataExport.stop();
    await match();
    expect(await known()).toHaveLength(3);
    expect((await state()).failure).toMatchObject({ kind: 'unreachable', cause: 'refused' });
    await dataExport.start();
    testDesk.clock.now += 61 * 60_000;
    expect((await state()).isPending).toBe(true);
    await match();
    expect(await state()).toMatchObject({ failure: null, isPending: false });
  });

  test.each([
    ['3 hours later, as the platform asks', '10800', 180],
    ['an hour later, where it asks for less', '90', 60],
    ['an hour later, where it does not say when', undefined, 60],
  ])('where the limit of the key is used up: %s', async (_, retryAfter, minutes) => {
    dataExport.fault = { status: 429, ...(retryAfter && { retryAfter }) };
    await match();
    testDesk.clock.now += minutes * 60_000 - 1_000;
    expect((await state()).isPending).toBe(false);
    testDesk.clock.now += 1_000;
    expect((await state()).isPending).toBe(true);
  });

  test('of those whom an item cannot be read for, while the others count', async () => {
    const [lena, omar] = idsOf(await join(30));
    const data = [
      { externalAccountId: lena },
      { externalAccountId: 7 },
      'odd',
      null,
      { externalAccountId: 'a\u0000b' },
    ];
    dataExport.fault = { status: 200, body: JSON.stringify({ data }) };
    await match();
    expect(await known()).not.toContain(lena);
    expect(await known()).toContain(omar);
  });

  test('while they are in the gym, or a visit waits to be sent', async () => {
    const [lena] = await join(30);
    if (!lena) throw new Error('Nobody has joined.');
    dataExport.accountIds = idsOf([lena]);
    await scan(lena);
    await match();
    expect((await runs())[0]).toMatchObject({ members: 0, waiting: 1 });
    await here.pass(60_000);
    await match();
    expect((await runs())[0]).toMatchObject({ members: 0, waiting: 1 });
    const tap = { ...here.tap(), accountId: lena.account.accountId };
    await checkOut({ desk: testDesk.desk, actor: here.actor }, tap);
    await match();
    expect((await runs())[0]).toMatchObject({ waiting: 1 });
    await here.pass(60_000);
    await match();
    expect((await runs())[0]).toMatchObject({ members: 1, waiting: 0 });
  });

  test('of another gym', async () => {
    const there = await testDesk.openLocation();
    const [lena] = await join(30);
    if (!lena) throw new Error('Nobody has joined.');
    there.platform.members.push(lena);
    const at = { locationId: there.location.id, askedAt: new Date(testDesk.clock.now) };
    await upsertMembers(db(), { ...at, members: [memberOf(lena.account)] });
    dataExport.accountIds = idsOf([lena]);
    await match();
    expect(await db().$count(members, eq(members.locationId, at.locationId))).toBe(1);
  });
});

describe('many at once', () => {
  test('wait for a manager, who confirms as many as they saw', async () => {
    const manager = await contextOf(testDesk.desk, here.actor.staffId);
    const all = await join(20);
    dataExport.accountIds = idsOf(all.slice(0, 6));
    await match();
    const { asked } = await state();
    expect(asked).toEqual({ count: 6, since: new Date(testDesk.clock.now).toISOString() });
    expect(await known()).toHaveLength(20);
    expect(await runs()).toEqual([]);
    if (!asked) throw new Error('Nobody was asked.');

    expect(await confirmOptOuts(manager, { ...asked, count: 5 })).toEqual({ kind: 'over' });
    expect(await confirmOptOuts(manager, asked)).toEqual({ kind: 'confirmed' });
    // meanwhile the list has grown
    dataExport.accountIds = idsOf(all.slice(0, 7));
    await match();
    expect(await known()).toHaveLength(20);
    const more = (await state()).asked;
    expect(more).toMatchObject({ count: 7 });
    if (!more) throw new Error('Nobody was asked.');
    expect(await confirmOptOuts(manager, more)).toEqual({ kind: 'confirmed' });
    await match();
    expect(await known()).toHaveLength(13);
    expect(await runs()).toMatchObject([{ members: 7, staffId: here.actor.staffId }]);
    expect((await state()).asked).toBeNull();
    const entries = await db()
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.locationId, here.location.id), eq(auditLog.action, 'confirmOptOuts')));
    expect(entries.map(({ reason }) => reason)).toEqual(['6', '7']);
  });
});

describe('a manager is told on every page of the office', () => {
  const notice = () => readOptOutNotice({ desk: testDesk.desk, actor: { location: here.location } });
  /** The lines of the log about this, in order. */
  const log = () => {
    const told = vi.spyOn(testDesk.desk.log, 'warn');
    onTestFinished(() => told.mockRestore());
    return () => told.mock.calls.map((line) => line.at(-1));
  };

  test('when the list cannot be matched for a day, as the log says, too', async () => {
    const told = log();
    dataExport.fault = { status: 429 };
    await match();
    testDesk.clock.now += dayMs - 60_000;
    await match();
    expect(await notice()).toEqual({ failure: null, asked: null });
    const sentence = 'the list of opted-out people could not be matched';
    expect(told()).toEqual([sentence, sentence]);
    testDesk.clock.now += 60_000;
    await match();
    expect(await notice()).toMatchObject({ failure: { kind: 'busy' } });
    expect(told().at(-1)).toBe(`${sentence} for a day`);
    dataExport.fault = null;
    testDesk.clock.now += 5 * 60_000;
    await match();
    expect(await notice()).toEqual({ failure: null, asked: null });
  });

  test('of many who opted out at once, which the log has once', async () => {
    const told = log();
    dataExport.accountIds = idsOf((await join(20)).slice(0, 6));
    await match();
    testDesk.clock.now += dayMs;
    await match();
    expect(await notice()).toMatchObject({ failure: null, asked: { count: 6 } });
    expect(told()).toEqual(['many people opted out at once: a manager has to confirm it']);
  });
});

describe('a confirmation while the list cannot be read', () => {
  /** @returns what was asked about six of the members, and confirmed */
  async function confirmSix(all: readonly Invented[]) {
    dataExport.accountIds = idsOf(all.slice(0, 6));
    await match();
    const { asked } = await state();
    if (!asked) throw new Error('Nobody was asked.');
    await dataExport.stop();
    // the list may have failed for long by then
    for (let day = 0; day < 9; day += 1) {
      await match();
      testDesk.clock.now += dayMs;
    }
    const manager = await contextOf(testDesk.desk, here.actor.staffId);
    expect(await confirmOptOuts(manager, asked)).toEqual({ kind: 'confirmed' });
    await match();
    const { count } = asked;
    expect(await state()).toMatchObject({ asked: null, confirmed: { count }, failure: { kind: 'unreachable' } });
    return { asked, manager };
  }

  test('holds for a week', async () => {
    await confirmSix(await join(20));
    testDesk.clock.now += 6 * dayMs;
    await match();
    expect((await state()).asked).toBeNull();
    await dataExport.start();
    await match();
    expect(await known()).toHaveLength(14);
    expect(await runs()).toMatchObject([{ members: 6, staffId: here.actor.staffId }]);
  });

  test('deletes nobody by a list that can be read only later: the question is open again', async () => {
    const all = await join(20);
    const { asked, manager } = await confirmSix(all);
    testDesk.clock.now += 7 * dayMs;
    expect((await state()).asked).toEqual(asked);
    await dataExport.start();
    // of others
    dataExport.accountIds = idsOf(all.slice(10, 16));
    await match();
    expect(await known()).toHaveLength(20);
    expect((await state()).asked).toEqual(asked);
    expect(await confirmOptOuts(manager, asked)).toEqual({ kind: 'confirmed' });
    await match();
    expect(await known()).toHaveLength(14);
  });
});

test('a confirmation during a reading counts for the next one', async () => {
  const manager = await contextOf(testDesk.desk, here.actor.staffId);
  const all = await join(20);
  dataExport.accountIds = idsOf(all.slice(0, 6));
  await match();
  const { asked } = await state();
  if (!asked) throw new Error('Nobody was asked.');
  testDesk.clock.now += dayMs;
  dataExport.meanwhile = async () => {
    expect(await confirmOptOuts(manager, asked)).toEqual({ kind: 'confirmed' });
  };
  await match();
  expect(await known()).toHaveLength(20);
  dataExport.meanwhile = null;
  await match();
  expect(await known()).toHaveLength(14);
});

test('a list that has become old deletes nobody any more, and is read again at once within what was confirmed', async () => {
  const manager = await contextOf(testDesk.desk, here.actor.staffId);
  const all = await join(20);
  dataExport.accountIds = idsOf(all.slice(0, 6));
  await match();
  const { asked } = await state();
  if (!asked) throw new Error('Nobody was asked.');
  await confirmOptOuts(manager, asked);
  dataExport.meanwhile = async () => {
    testDesk.clock.now += 6 * 60_000;
  };
  await match();
  expect(await known()).toHaveLength(20);
  expect((await state()).isPending).toBe(true);
  dataExport.meanwhile = null;
  await match();
  expect(await known()).toHaveLength(14);
  expect((await runs())[0]).toMatchObject({ members: 6, staffId: here.actor.staffId });
});

test('a gym has this work once a day, at once on demand, and never without the data export', async () => {
  const due = async () => {
    const { rows } = await db().execute<{ id: string }>(matchingOptedOut.locationsAt(new Date(testDesk.clock.now)));
    return rows.map(({ id }) => id);
  };
  const id = here.location.id;
  const without = await testDesk.openLocation();
  expect(await due()).toContain(id);
  expect(await due()).not.toContain(without.location.id);
  await match();
  expect(await due()).not.toContain(id);
  await checkOptOuts(await contextOf(testDesk.desk, here.actor.staffId));
  expect(await due()).toContain(id);
  await match();
  expect(await runs()).toMatchObject([{ staffId: here.actor.staffId }, { staffId: null }]);
  testDesk.clock.now += dayMs;
  expect(await due()).toContain(id);
  const [check] = await db().select().from(optOutChecks).where(eq(optOutChecks.locationId, id));
  expect(check?.requestedBy).toBeNull();
});

describe('with another key, a member whom the list of the former one named', () => {
  /** @returns Lena, whose data was deleted and whose membership goes on, and another gym's export */
  async function deleteOne() {
    const [lena, mia] = await join(20);
    if (!lena || !mia) throw new Error('Nobody has joined.');
    dataExport.accountIds = idsOf([lena, mia]);
    await match();
    const again = { locationId: here.location.id, askedAt: new Date(testDesk.clock.now + 1) };
    await upsertMembers(db(), { ...again, members: [lena, mia].map(({ account }) => memberOf(account)) });
    const next = await new FakeExport().start();
    onTestFinished(() => next.stop());
    next.accountIds = idsOf([mia]);
    return { lena, mia, next };
  }
  const change = async ({ url, apiKey }: FakeExport) => {
    const change = { exportUrl: url, exportKey: apiKey };
    here.location = await setLocation(testDesk.desk, { locationId: here.location.id, change, by: null });
  };

  /** The first key is entered again, almost a day after the wrong one. */
  const expectNobodyDeletedOnceCorrected = async () => {
    testDesk.clock.now += dayMs - 60_000;
    await match();
    await change(dataExport);
    await match();
    expect(await known()).toHaveLength(20);
    expect((await runs())[0]).toMatchObject({ listed: 2, members: 0 });
  };

  test('has opted out anew if it names them after a day', async () => {
    const { lena, mia, next } = await deleteOne();
    await change(next);
    await match();
    testDesk.clock.now += dayMs;
    await match();
    expect(await known()).toHaveLength(20);
    next.accountIds = idsOf([lena, mia]);
    await match();
    expect(await known()).toHaveLength(19);
    expect(await known()).not.toContain(lena.account.accountId);
  });

  test('is not deleted again where the key was wrong and is corrected within a day', async () => {
    const { next } = await deleteOne();
    await change(next);
    await match();
    await expectNobodyDeletedOnceCorrected();
    // and everybody on it counts as listed without a gap
    testDesk.clock.now += dayMs;
    await match();
    expect(await known()).toHaveLength(20);
  });

  test('is not deleted again where the former key was removed days before the wrong one was entered', async () => {
    const { next } = await deleteOne();
    const none = { exportUrl: null, exportKey: null };
    here.location = await setLocation(testDesk.desk, { locationId: here.location.id, change: none, by: null });
    testDesk.clock.now += 30 * dayMs;
    await match();
    await change(next);
    await expectNobodyDeletedOnceCorrected();
  });

  test('is not deleted again where the former list lacked them for days before a wrong key was entered', async () => {
    const { lena, mia, next } = await deleteOne();
    dataExport.accountIds = [];
    await match();
    testDesk.clock.now += 6.5 * dayMs;
    next.accountIds = [];
    await change(next);
    testDesk.clock.now += dayMs - 60_000;
    await match();
    dataExport.accountIds = idsOf([lena, mia]);
    await change(dataExport);
    await match();
    expect(await known()).toHaveLength(20);
  });
});

test('nobody is deleted by the list of a former key, also where it is changed during the reading', async () => {
  const [lena] = await join(20);
  if (!lena) throw new Error('Nobody has joined.');
  const { location } = here;
  const change = { exportUrl: dataExport.url, exportKey: 'the next key' };
  await setLocation(testDesk.desk, { locationId: location.id, change, by: null });
  const [accountId = ''] = idsOf([lena]);
  expect(await eraseOptedOut(testDesk.desk, { location, accountId, runId: testDesk.desk.newId() })).toBe('formerKey');
  await noteListed(testDesk.desk, { location, accountIds: [accountId] });
  expect(await known()).toHaveLength(20);
  expect(await db().$count(optedOutMembers, eq(optedOutMembers.locationId, location.id))).toBe(0);
});
