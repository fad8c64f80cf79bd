import { and, eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { lookUp } from '#lib/server/arrivals/look-up.ts';
import { beginSession } from '#lib/server/auth/begin-session.ts';
import { createStaff, insertStaff } from '#lib/server/auth/create-staff.ts';
import { contextAt, loadStaff } from '#lib/server/auth/load-staff.ts';
import { lockPerson } from '#lib/server/auth/lock-person.ts';
import type { Reauthenticated } from '#lib/server/auth/reauthentication/reauthenticated.ts';
import { closeLocations } from '#lib/server/closing/close.ts';
import { auditLog } from '#lib/server/db/schema/audit-log.ts';
import { locations } from '#lib/server/db/schema/locations.ts';
import { memberMessages } from '#lib/server/db/schema/member-messages.ts';
import { staff, staffBadges, staffLocations, staffPasskeys } from '#lib/server/db/schema/staff.ts';
import { trainings } from '#lib/server/db/schema/training.ts';
import { webhookRegistrations } from '#lib/server/db/schema/webhooks.ts';
import { upsertMembers } from '#lib/server/directory/directory.ts';
import { memberOf } from '#lib/server/directory/member.ts';
import { setLocation } from '#lib/server/locations/set-location.ts';
import { expireRecords } from '#lib/server/retention/expire.ts';
import { giveBadge } from '#lib/server/staff/badges.ts';
import { countWaiting } from '#lib/testing/count-waiting.ts';
import { givePasskey } from '#lib/testing/give-passkey.ts';
import { inventMember } from '#lib/testing/members.ts';
import { claimOf, contextOf, knownBrowser } from '#lib/testing/sessions.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import { type TestLocation, testPassword } from '#lib/testing/test-desk.ts';
import { dayMs } from '#shared/calendar/durations.ts';
import { until } from '#shared/testing/until.ts';
import { addGym } from './add-gym.ts';
import { listGyms } from './list-gyms.ts';
import { reopenGym, retireGym } from './retire-gym.ts';
import { retireLocation } from './retire-location.ts';

const testDesk = setUpTestDesk();
let here: TestLocation;
let there: TestLocation;
/** Its platform accepts a key that no gym has yet. */
let free: TestLocation;
let manager: Reauthenticated;

/** A manager of two gyms, and a third one that is not theirs. */
beforeEach(async () => {
  [here, there] = [await testDesk.openLocation(), await testDesk.openLocation()];
  await testDesk.desk.db.insert(staffLocations).values({ staffId: here.actor.staffId, locationId: there.location.id });
  free = await testDesk.openLocation();
  free.platform.apiKey = crypto.randomUUID();
  manager = await contextOf(testDesk.desk, here.actor.staffId, here.location.id);
});

const db = () => testDesk.desk.db;
const gymIds = async () => (await listGyms(manager)).gyms.map(({ id }) => id);
const stored = async ({ location }: TestLocation) =>
  (await db().select().from(locations).where(eq(locations.id, location.id)))[0];
const retire = ({ location }: TestLocation, { by = manager, present = 0 } = {}) =>
  retireGym(by, { gymId: location.id, present });
const reopen = ({ location }: TestLocation, by = manager) => reopenGym(by, { gymId: location.id });
const newGym = () => ({
  name: `New ${crypto.randomUUID()}`,
  timeZone: 'Europe/Vienna',
  slug: '',
  apiUrl: free.platform.url,
  apiKey: free.platform.apiKey,
});

describe('a gym is added', () => {
  test('once its platform accepts the key, and the manager works there', async () => {
    const gym = newGym();
    const outcome = await addGym(manager, gym);
    const slug = gym.name.toLowerCase().replaceAll(' ', '-');
    expect(outcome).toEqual({ kind: 'added', slug });
    const added = (await listGyms(manager)).gyms.find(({ name }) => name === gym.name);
    expect(added).toMatchObject({ slug, timeZone: 'Europe/Vienna', retiredAt: null });
    expect(JSON.stringify(added)).not.toContain(gym.apiKey);
    const entries = await db()
      .select()
      .from(auditLog)
      .where(eq(auditLog.locationId, added?.id ?? ''));
    expect(entries).toMatchObject([{ action: 'addLocation', staffId: here.actor.staffId }]);
  });

  test('and no other manager can sign in there as the one who added it: badge and passkeys that one may know end', async () => {
    const co = await createStaff(db(), testDesk.desk, {
      email: `${crypto.randomUUID()}@example.com`,
      name: 'Co Manager',
      role: 'manager',
      password: testPassword,
      locationIds: [here.location.id, there.location.id],
    });
    const by = await contextOf(testDesk.desk, co, here.location.id);
    const { staffId } = here.actor;
    const badge = { staffId, card: '04C0DE00000077', source: 'scan', pin: '270946' } as const;
    expect(await giveBadge(by, badge)).toEqual({ kind: 'given' });
    await db().update(staff).set({ passwordBy: co }).where(eq(staff.id, staffId));
    await givePasskey(testDesk.desk, staffId);
    const { session, staff: checked } = manager;
    const [own, other] = [
      { sessionId: session.id, version: checked.sessionVersion },
      await claimOf(testDesk.desk, staffId, false),
    ];
    expect(await addGym(manager, newGym())).toMatchObject({ kind: 'added' });
    expect(await db().$count(staffBadges, eq(staffBadges.staffId, staffId))).toBe(0);
    expect(await db().$count(staffPasskeys, eq(staffPasskeys.staffId, staffId))).toBe(0);
    const loaded = await Promise.all([own, other].map((claim) => loadStaff(testDesk.desk, claim)));
    expect(loaded).toEqual([expect.anything(), null]);
    expect(await beginSession(testDesk.desk, { staff: checked, means: 'badge', browser: knownBrowser })).toBeNull();
  });

  test('and passkeys stay that no other manager can have added', async () => {
    const { staffId } = here.actor;
    await givePasskey(testDesk.desk, staffId);
    expect(await addGym(manager, newGym())).toMatchObject({ kind: 'added' });
    expect(await db().$count(staffPasskeys, eq(staffPasskeys.staffId, staffId))).toBe(1);
  });

  test('under the lock of its manager, which comes before an entry of the log that names them', async () => {
    // the databases of other workers are copies, whose tables have the same numbers
    const writes = sql`select 1 from pg_locks where relation = 'audit_log'::regclass and mode = 'RowExclusiveLock'
      and database = (select oid from pg_database where datname = current_database())`;
    let adding: Promise<unknown> = Promise.resolve();
    await db().transaction(async (tx) => {
      await lockPerson(tx, here.actor.staffId);
      adding = addGym(manager, newGym());
      await until(async () => expect(await countWaiting(db())).toBe(1));
      expect((await tx.execute(writes)).rows).toEqual([]);
    });
    expect(await adding).toMatchObject({ kind: 'added' });
  });

  test('with the slug that the manager chose', async () => {
    const slug = `west-${crypto.randomUUID()}`;
    expect(await addGym(manager, { ...newGym(), slug })).toEqual({ kind: 'added', slug });
    expect(await addGym(manager, { ...newGym(), slug })).toEqual({ kind: 'slugTaken' });
  });

  test('with a name of its time zone that the database knows', async () => {
    const slug = `west-${crypto.randomUUID()}`;
    expect(await addGym(manager, { ...newGym(), slug, timeZone: 'US/Pacific-New' })).toEqual({ kind: 'added', slug });
    const timeZone = 'America/Los_Angeles';
    expect(await db().select().from(locations).where(eq(locations.slug, slug))).toMatchObject([{ timeZone }]);
  });

  test('and otherwise nothing is stored', async () => {
    const before = await gymIds();
    const add = (change: object) => addGym(manager, { ...newGym(), ...change });
    expect(await add({ apiKey: 'wrong' })).toEqual({ kind: 'rejected' });
    expect(await add({ name: there.location.name })).toEqual({ kind: 'nameTaken' });
    // in place of a zone that is newer than the database
    expect(await add({ timeZone: 'Mars/Base' })).toEqual({ kind: 'timeZoneUnknown' });
    expect(await add({ apiUrl: 'http://api.example.com' })).toEqual({ kind: 'addressRefused' });
    expect(await add({ apiUrl: 'https://api.example.com/path' })).toEqual({ kind: 'addressRefused' });
    await free.platform.stop();
    expect(await add({})).toMatchObject({ kind: 'unreachable' });
    expect(await gymIds()).toEqual(before);
  });

  test.each(['http://127.0.0.1:9', 'https://localhost:9', 'https://10.0.0.1', 'https://[::ffff:127.0.0.1]'])(
    'not at an address that is not public, unless the operator has set it: %s',
    async (apiUrl) => {
      expect(await addGym(manager, { ...newGym(), apiUrl })).toEqual({ kind: 'addressRefused' });
    },
  );

  test('not with the key of another gym, also where two managers enter it at the same moment', async () => {
    const { url: apiUrl, apiKey } = there.platform;
    const name = there.location.name;
    expect(await addGym(manager, { ...newGym(), apiUrl, apiKey })).toEqual({ kind: 'inUseElsewhere', name });
    const outcomes = await Promise.all([addGym(manager, newGym()), addGym(manager, newGym())]);
    expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual(['added', 'inUseElsewhere']);
  });

  test('also with the name of a gym of other managers, of which they do not learn, at another address', async () => {
    const gym = { ...newGym(), name: free.location.name };
    const outcome = await addGym(manager, gym);
    expect(outcome).toEqual({ kind: 'added', slug: `${free.location.slug}-2` });
    expect(await stored(free)).toMatchObject({ name: gym.name });
  });

  test('once, where two managers add it at the same moment', async () => {
    const gym = newGym();
    const outcomes = await Promise.all([addGym(manager, gym), addGym(manager, gym)]);
    expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual(['added', 'nameTaken']);
  });
});

describe('a gym is retired', () => {
  test('and has no pages and no webhook any more, and is brought back', async () => {
    await db()
      .insert(webhookRegistrations)
      .values({
        locationId: there.location.id,
        hookId: crypto.randomUUID(),
        sealedSecret: 'sealed',
        state: 'registered',
        nextAttemptAt: new Date(testDesk.clock.now + 3_600_000),
      });
    expect(await retire(there)).toEqual({ kind: 'retired' });
    expect(await stored(there)).toMatchObject({ retiredAt: new Date(testDesk.clock.now) });
    await expect(contextAt(manager, there.location.id)).rejects.toMatchObject({ code: 'notAllowed' });
    await expect(contextOf(testDesk.desk, there.actor.staffId)).rejects.toMatchObject({ code: 'notAllowed' });
    const [registration] = await db()
      .select()
      .from(webhookRegistrations)
      .where(eq(webhookRegistrations.locationId, there.location.id));
    expect(registration?.nextAttemptAt).toEqual(new Date(testDesk.clock.now));
    expect((await listGyms(manager)).gyms.at(-1)).toMatchObject({
      id: there.location.id,
      retiredAt: expect.any(String),
    });
    expect(await retire(there)).toEqual({ kind: 'already' });

    expect(await reopen(there)).toEqual({ kind: 'reopened' });
    expect(await reopen(there)).toEqual({ kind: 'already' });
    await expect(contextAt(manager, there.location.id)).resolves.toBeDefined();
    const entries = await db().select().from(auditLog).where(eq(auditLog.locationId, there.location.id));
    const by = entries.filter(({ action }) => action.endsWith('Location'));
    expect(by.map(({ action, staffId }) => [action, staffId])).toEqual([
      ['retireLocation', here.actor.staffId],
      ['reopenLocation', here.actor.staffId],
    ]);
  });

  test('and has its training, if it is brought back within 30 days', async () => {
    await setLocation(testDesk.desk, {
      locationId: there.location.id,
      change: { exportUrl: 'https://e.example.com', exportKey: 'of there' },
      by: null,
    });
    const of = { locationId: there.location.id, askedAt: new Date(testDesk.clock.now) };
    const { account } = inventMember();
    await upsertMembers(db(), { ...of, members: [memberOf(account)] });
    const { locationId } = of;
    const workout = { locationId, dataSet: 'workouts', accountId: account.accountId, subject: '', walk: 1 } as const;
    await db()
      .insert(trainings)
      .values({ ...workout, at: of.askedAt });
    const kept = () => db().$count(trainings, eq(trainings.locationId, locationId));
    expect(await retire(there)).toEqual({ kind: 'retired' });
    testDesk.clock.now += 29 * dayMs;
    await expireRecords(testDesk.desk);
    expect(await reopen(there)).toEqual({ kind: 'reopened' });
    expect(await kept()).toBe(1);
    expect(await retire(there)).toEqual({ kind: 'retired' });
    testDesk.clock.now += 30 * dayMs;
    await expireRecords(testDesk.desk);
    expect(await kept()).toBe(0);
  });

  test('and is not brought back once another gym has its key', async () => {
    expect(await retire(there)).toEqual({ kind: 'retired' });
    const { url: apiUrl, apiKey } = there.platform;
    const gym = { ...newGym(), apiUrl, apiKey };
    expect(await addGym(manager, gym)).toMatchObject({ kind: 'added' });
    expect(await reopen(there)).toEqual({ kind: 'inUseElsewhere', name: gym.name });
    expect(await stored(there)).toMatchObject({ retiredAt: expect.any(Date) });
  });

  test('nor once another gym has its key of the data export', async () => {
    const exportAccess = (place: TestLocation) =>
      setLocation(testDesk.desk, {
        locationId: place.location.id,
        change: { exportUrl: 'https://e.example.com', exportKey: 'same' },
        by: null,
      });
    await exportAccess(there);
    expect(await retire(there)).toEqual({ kind: 'retired' });
    await exportAccess(here);
    expect(await reopen(there)).toEqual({ kind: 'inUseElsewhere', name: here.location.name });
  });

  const scan = async (card: string) =>
    lookUp({ desk: testDesk.desk, actor: there.actor }, { ...there.tap(), source: 'scan', value: card });

  test('only once its visits have reached the platform', async () => {
    const lena = inventMember();
    there.platform.members.push(lena);
    await scan(lena.card);
    expect(await retire(there, { present: 1 })).toEqual({ kind: 'unsent', count: 1 });
    expect(await stored(there)).toMatchObject({ retiredAt: null });
    await there.pass(60_000);
    expect(await retire(there, { present: 1 })).toEqual({ kind: 'retired' });
  });

  test('and a command that passes over its unsent messages undoes them, except one that may have arrived', async () => {
    const locationId = there.location.id;
    const at = new Date(testDesk.clock.now);
    const message = (state: 'held' | 'waiting', postedAt: Date | null = null) => ({
      locationId,
      messageId: crypto.randomUUID(),
      accountId: 'of Lena',
      text: 'We miss you',
      state,
      pressedAt: at,
      nextAttemptAt: at,
      postedAt,
    });
    await db()
      .insert(memberMessages)
      .values([message('held'), message('waiting'), message('waiting', at)]);
    expect(await retire(there)).toEqual({ kind: 'unsent', count: 3 });
    const command = { locationId, by: null, among: undefined, present: 0, mayBeUnsent: true };
    expect(await retireLocation(testDesk.desk, command)).toEqual({ kind: 'retired' });
    const left = await db().select().from(memberMessages).where(eq(memberMessages.locationId, locationId));
    const undone = { state: 'undone', text: null };
    expect(left.toSorted((a, b) => a.state.localeCompare(b.state))).toMatchObject([
      undone,
      undone,
      { state: 'waiting' },
    ]);
    const entry = and(eq(auditLog.locationId, locationId), eq(auditLog.action, 'undoMessages'));
    expect(await db().select().from(auditLog).where(entry)).toMatchObject([{ staffId: null, reason: '2' }]);
  });

  test('once the manager was told how many members are in, and these are checked out at that moment', async () => {
    const [lena, omar] = [inventMember(), inventMember()];
    there.platform.members.push(lena, omar);
    await scan(lena.card);
    await scan(omar.card);
    await there.pass(60_000);
    expect(await retire(there)).toEqual({ kind: 'present', count: 2 });
    expect(await retire(there, { present: 1 })).toEqual({ kind: 'present', count: 2 });
    expect(await stored(there)).toMatchObject({ retiredAt: null });
    const retiredAt = new Date(testDesk.clock.now);
    expect(await retire(there, { present: 2 })).toEqual({ kind: 'retired' });
    testDesk.clock.now += 20_000;
    await closeLocations(testDesk.desk);
    await there.pass(60_000);
    const checkOuts = (await there.ledger()).filter(({ kind }) => kind === 'checkOut');
    const out = { tappedAt: retiredAt, state: 'sent', isAutomatic: true };
    expect(checkOuts).toMatchObject([out, out]);
    await closeLocations(testDesk.desk);
    expect(await there.ledger()).toHaveLength(4);
  });

  test('unless it is the manager’s last, also where two are retired at once', async () => {
    const outcomes = await Promise.all([retire(here), retire(there)]);
    expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual(['last', 'retired']);
  });

  test('by nobody who does not work there', async () => {
    const stranger = await contextOf(testDesk.desk, there.actor.staffId);
    const other = await testDesk.openLocation();
    await expect(retire(other)).rejects.toMatchObject({ code: 'notAllowed' });
    await expect(reopen(other)).rejects.toMatchObject({ code: 'notAllowed' });
    await expect(retire(here, { by: stranger })).rejects.toMatchObject({ code: 'notAllowed' });
    expect(await stored(other)).toEqual(other.location);
  });
});

test('who works where has the manager’s gyms and their people, and nobody else', async () => {
  const other = await testDesk.openLocation();
  const both = await insertStaff(db(), testDesk.desk, {
    email: `${crypto.randomUUID()}@example.com`,
    name: 'Ana Keller',
    role: 'reception',
    passwordHash: null,
    locationIds: [there.location.id, other.location.id],
  });
  const { gyms, people } = await listGyms(manager);
  expect(gyms.map(({ id }) => id).toSorted()).toEqual([here.location.id, there.location.id].toSorted());
  expect(people.map(({ id }) => id).toSorted()).toEqual([here.actor.staffId, there.actor.staffId, both].toSorted());
  expect(people.find(({ id }) => id === both)).toMatchObject({ gymIds: [there.location.id], isDisabled: false });
});
