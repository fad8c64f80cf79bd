import { randomUUID } from 'node:crypto';
import { eq, isNull, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { admissionsKnownSince } from '#lib/server/admissions/known-admissions.ts';
import { admissions } from '#lib/server/db/schema/admissions.ts';
import { auditLog } from '#lib/server/db/schema/audit-log.ts';
import { type Location, locations } from '#lib/server/db/schema/locations.ts';
import { refusals } from '#lib/server/db/schema/refusals.ts';
import { elsewhereEvents, type Visit, visits } from '#lib/server/db/schema/visits.ts';
import { webhookInbox } from '#lib/server/db/schema/webhooks.ts';
import { forgetMember } from '#lib/server/members/forget-member.ts';
import { readKnownSince } from '#lib/server/stays/known-since.ts';
import { lockHours } from '#lib/server/stays/stored-hours.ts';
import { contextOf } from '#lib/testing/sessions.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import { untilOneWaits } from '#lib/testing/until-one-waits.ts';
import type { Retention } from '#lib/wire/retention.ts';
import { dayOf } from '#shared/calendar/day-in-zone.ts';
import { daysLater } from '#shared/calendar/days.ts';
import { until } from '#shared/testing/until.ts';
import { changeRetention } from './change-retention.ts';
import { expireRecords } from './expire.ts';

const testDesk = setUpTestDesk();
let here: TestLocation;

const yearMs = 365 * 24 * 3_600_000;
const keepsAll: Retention = { keepVisitsMonths: null, keepAuditLogMonths: null, keepWebhooksMonths: null };
const all: Retention = { keepVisitsMonths: 6, keepAuditLogMonths: 6, keepWebhooksMonths: 6 };

beforeEach(async () => {
  here = await testDesk.openLocation();
});

const choose = (chosen: Partial<Location>, { location } = here) =>
  testDesk.desk.db
    .update(locations)
    .set({ ...keepsAll, ...chosen })
    .where(eq(locations.id, location.id));

/** Some months before now, at the same hour of the same day. */
const monthsAgo = (months: number, hours = 0) => {
  const at = new Date(testDesk.clock.now - hours * 3_600_000);
  at.setUTCMonth(at.getUTCMonth() - months);
  return at;
};

async function visit(tappedAt: Date, as: Partial<Visit>, { location } = here): Promise<string> {
  const tapId = randomUUID();
  const times = { tappedAt, recordedAt: tappedAt, undoUntil: tappedAt, nextAttemptAt: tappedAt };
  const row = { locationId: location.id, tapId, accountId: 'account', kind: 'checkIn', ...times } as const;
  await testDesk.desk.db.insert(visits).values({ ...row, state: 'sent', ...as });
  return tapId;
}

/** One record of every kind, all with the same time. */
async function leave(at: Date, place = here): Promise<void> {
  const locationId = place.location.id;
  await visit(at, {}, place);
  const { db } = testDesk.desk;
  await db.insert(elsewhereEvents).values({ locationId, accountId: randomUUID(), kind: 'checkIn', at });
  await db.insert(refusals).values({ locationId, tapId: randomUUID(), reason: 'cardUnknown', at, recordedAt: at });
  const asked = { admissionId: randomUUID(), tapId: randomUUID(), occasion: 'counter', at } as const;
  await db.insert(admissions).values({ locationId, accountId: randomUUID(), ...asked });
  await db.insert(auditLog).values({ locationId, id: randomUUID(), at, action: 'admitAnyway' });
  const received = {
    locationId,
    digest: randomUUID(),
    type: 'GYM_CHECKIN',
    at,
    receivedAt: at,
    nextAttemptAt: at,
  } as const;
  await db.insert(webhookInbox).values(received);
}

async function left({ location: { id } } = here) {
  const { db } = testDesk.desk;
  return {
    visits: await db.$count(visits, eq(visits.locationId, id)),
    seenElsewhere: await db.$count(elsewhereEvents, eq(elsewhereEvents.locationId, id)),
    refusals: await db.$count(refusals, eq(refusals.locationId, id)),
    admissions: await db.$count(admissions, eq(admissions.locationId, id)),
    auditLog: await db.$count(auditLog, eq(auditLog.locationId, id)),
    webhooks: await db.$count(webhookInbox, eq(webhookInbox.locationId, id)),
  };
}
const ofEach = (count: number) => ({
  visits: count,
  seenElsewhere: count,
  refusals: count,
  admissions: count,
  auditLog: count,
  webhooks: count,
});

/** For the locations of other tests. */
const none = { keepVisitsMonths: null, keepAuditLogMonths: null, keepWebhooksMonths: null };

test('a location without retention periods keeps everything', async () => {
  await leave(monthsAgo(240));
  await expireRecords(testDesk.desk);
  expect(await left()).toEqual(ofEach(1));
});

test('records older than the period of their kind are deleted, and none of another location', async () => {
  const there = await testDesk.openLocation();
  for (const place of [here, there]) {
    await leave(monthsAgo(6, 2), place);
    await leave(monthsAgo(6, -2), place);
  }
  await choose({ keepVisitsMonths: 6 });
  await expireRecords(testDesk.desk);
  expect(await left()).toEqual({ ...ofEach(2), visits: 1, seenElsewhere: 1, refusals: 1, admissions: 1 });
  await choose({ keepAuditLogMonths: 6 });
  await expireRecords(testDesk.desk);
  expect(await left()).toEqual({ ...ofEach(1), webhooks: 2 });
  await choose({ keepWebhooksMonths: 6 });
  await expireRecords(testDesk.desk);
  expect(await left()).toEqual(ofEach(1));
  expect(await left(there)).toEqual(ofEach(2));
});

test('a statement knows of no earlier admissions than were kept, also once a gym keeps its records for longer', async () => {
  await choose({ admissionsSince: monthsAgo(12) });
  const since = async () => {
    const [location = here.location] = await testDesk.desk.db
      .select()
      .from(locations)
      .where(eq(locations.id, here.location.id));
    return dayOf(admissionsKnownSince(location, testDesk.clock.now).getTime(), 'Europe/Berlin');
  };
  await expireRecords(testDesk.desk);
  expect(await since()).toBe(dayOf(monthsAgo(12).getTime(), 'Europe/Berlin'));
  await choose({ keepVisitsMonths: 4 });
  await expireRecords(testDesk.desk);
  await choose({ keepVisitsMonths: 24 });
  await expireRecords(testDesk.desk);
  expect(await since()).toBe(dayOf(monthsAgo(4).getTime(), 'Europe/Berlin'));
  await choose(keepsAll);
  expect(await since()).toBe(dayOf(monthsAgo(4).getTime(), 'Europe/Berlin'));
});

test('reports know no days whose visits were deleted, although one that nobody has settled is left', async () => {
  const since = async () => {
    const [location = here.location] = await testDesk.desk.db
      .select()
      .from(locations)
      .where(eq(locations.id, here.location.id));
    return readKnownSince(testDesk.desk.db, location);
  };
  const firstDay = (months: number) => daysLater(dayOf(monthsAgo(months).getTime(), 'Europe/Berlin'), 1);
  await visit(monthsAgo(20), { state: 'refused' });
  await visit(monthsAgo(12), {});
  await visit(monthsAgo(3), {});
  await expireRecords(testDesk.desk);
  expect(await since()).toBe(dayOf(monthsAgo(20).getTime(), 'Europe/Berlin'));
  await choose({ keepVisitsMonths: 6 });
  await expireRecords(testDesk.desk);
  expect(await left()).toMatchObject({ visits: 2 });
  expect(await since()).toBe(firstDay(6));
  await choose({ keepVisitsMonths: 24 });
  await expireRecords(testDesk.desk);
  await choose({ ...keepsAll, retiredAt: new Date(testDesk.clock.now) });
  await expireRecords(testDesk.desk);
  expect(await since()).toBe(firstDay(6));
});

test('months are calendar months in the location’s time zone', async () => {
  await choose({ keepVisitsMonths: 9 });
  const now = testDesk.clock.now;
  // in Berlin it is 02:30 on the last of November, and nine months before is the last of February
  testDesk.clock.now = Date.parse('2026-11-30T01:30:00Z');
  const [gone, kept] = [new Date('2026-02-28T01:29:59Z'), new Date('2026-02-28T01:30:01Z')];
  for (const at of [gone, kept]) await visit(at, {});
  await expireRecords(testDesk.desk);
  testDesk.clock.now = now;
  expect((await here.ledger()).map(({ tappedAt }) => tappedAt)).toEqual([kept]);
});

/** Holds the lock for which a run waits in its first batch of visits. */
async function holdHours() {
  const [held, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holding = testDesk.desk.db.transaction(async (tx) => {
    await lockHours(tx, here.location.id);
    held.resolve();
    await released.promise;
  });
  await held.promise;
  return { holding, released };
}

test('nothing more is deleted by a period that is changed during a run', async () => {
  const { desk } = testDesk;
  const { db } = desk;
  await db.update(locations).set({ ...none, retiredAt: new Date(testDesk.clock.now) });
  const [since, at] = [monthsAgo(12), monthsAgo(7)];
  await choose({ ...all, admissionsSince: since, retiredAt: null });
  await leave(at);
  const times = { tappedAt: at, recordedAt: at, undoUntil: at, nextAttemptAt: at };
  const row = { locationId: here.location.id, accountId: 'account', kind: 'checkIn', state: 'sent', ...times } as const;
  await db.insert(visits).values(Array.from({ length: 1_499 }, () => ({ ...row, tapId: randomUUID() })));
  await db.insert(auditLog).values({ locationId: null, id: randomUUID(), at, action: 'signInFailed' });
  const { holding, released } = await holdHours();
  const expiring = expireRecords(desk);
  await untilOneWaits(db);
  await choose({ keepVisitsMonths: 60, keepAuditLogMonths: 60, keepWebhooksMonths: 60 });
  released.resolve();
  await Promise.all([holding, expiring]);
  expect(await left()).toEqual({ ...ofEach(1), visits: 500 });
  expect(await db.$count(auditLog, isNull(auditLog.locationId))).toBe(1);
  const kept = await db.select().from(locations).where(eq(locations.id, here.location.id));
  expect(kept).toMatchObject([{ admissionsSince: since }]);
  await db.delete(auditLog).where(isNull(auditLog.locationId));
});

/** Waits until a transaction waits for a lock of this type. */
const isWaiting = (locktype: 'advisory' | 'transactionid') =>
  until(async () => {
    const waiting = await testDesk.desk.db.execute(sql`select 1 from pg_locks join pg_stat_activity using (pid)
      where locktype = ${locktype} and not granted and datname = current_database()`);
    expect(waiting.rows).not.toEqual([]);
  });

test('a change of a period waits for the rows that are being deleted by the former one', async () => {
  const { desk } = testDesk;
  await choose({ keepVisitsMonths: 6 });
  await leave(monthsAgo(7));
  const manager = await contextOf(desk, here.actor.staffId);
  const { holding, released } = await holdHours();
  const expiring = expireRecords(desk);
  await isWaiting('advisory');
  const base = { ...keepsAll, keepVisitsMonths: 6 };
  const changing = changeRetention(manager, { base, chosen: { ...base, keepVisitsMonths: 60 } });
  await isWaiting('transactionid').finally(released.resolve);
  await Promise.all([holding, expiring]);
  expect(await changing).toMatchObject({ kind: 'saved' });
});

test('records expire and a member is forgotten at the same time, and neither fails', async () => {
  const { desk } = testDesk;
  const { db } = desk;
  await choose({ keepVisitsMonths: 6 });
  const [locationId, accountId, at] = [here.location.id, 'account', monthsAgo(7)];
  await visit(at, {});
  const event = { locationId, kind: 'checkIn', at } as const;
  await db.insert(elsewhereEvents).values([
    { ...event, accountId },
    { ...event, accountId: 'another' },
  ]);
  await db.insert(auditLog).values({ locationId, id: randomUUID(), accountId, at, action: 'admitAnyway' });
  const [held, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holding = db.transaction(async (tx) => {
    await tx.select().from(auditLog).where(eq(auditLog.locationId, locationId)).for('update');
    held.resolve();
    await released.promise;
  });
  await held.promise;
  const forgetting = db.transaction((tx) => forgetMember(tx, desk, { locationId, accountId }));
  // it has deleted the visit, and the event is next
  await isWaiting('transactionid');
  const expiring = expireRecords(desk);
  await isWaiting('advisory');
  released.resolve();
  await Promise.all([holding, forgetting, expiring]);
  expect(await left()).toMatchObject({ visits: 0, seenElsewhere: 0 });
});

describe('a visit that the platform does not have', () => {
  test.each(['held', 'waiting', 'sending', 'refused', 'unresolved'] as const)(
    'is never deleted while %s',
    async (state) => {
      await choose(all);
      const tapId = await visit(monthsAgo(100), { state });
      await expireRecords(testDesk.desk);
      expect(await here.ledger()).toMatchObject([{ tapId, state }]);
    },
  );

  test('is deleted after the chosen months once it is settled', async () => {
    await choose(all);
    const stays = await visit(monthsAgo(100), { state: 'refused', settledAt: monthsAgo(6, -2) });
    await visit(monthsAgo(100), { state: 'refused', settledAt: monthsAgo(6, 2) });
    await visit(monthsAgo(100), { state: 'undone' });
    await expireRecords(testDesk.desk);
    expect((await here.ledger()).map(({ tapId }) => tapId)).toEqual([stays]);
  });
});

test('a webhook that has not been processed yet is kept', async () => {
  await choose(all);
  await leave(monthsAgo(100));
  await testDesk.desk.db
    .update(webhookInbox)
    .set({ accountId: 'account' })
    .where(eq(webhookInbox.locationId, here.location.id));
  await expireRecords(testDesk.desk);
  expect(await left()).toEqual({ ...ofEach(0), webhooks: 1 });
});

describe('if the clock of the desk', () => {
  /** Sets the desk's clock ahead, and not the platform's. */
  function setAhead(ms: number) {
    testDesk.clock.now += ms;
    testDesk.clock.setMs += ms;
    here.platform.clock = () => testDesk.clock.now - ms;
  }
  const ofNoLocation = () => testDesk.desk.db.$count(auditLog, isNull(auditLog.locationId));

  beforeEach(async () => {
    await testDesk.desk.db.update(locations).set({ ...none, retiredAt: new Date(testDesk.clock.now) });
    await choose({ ...all, retiredAt: null });
    await leave(monthsAgo(1));
    const at = monthsAgo(1);
    await testDesk.desk.db.insert(auditLog).values({ locationId: null, id: randomUUID(), at, action: 'signInFailed' });
  });
  afterEach(async () => {
    testDesk.clock.now -= testDesk.clock.setMs;
    testDesk.clock.setMs = 0;
    await testDesk.desk.db.delete(auditLog).where(isNull(auditLog.locationId));
  });

  test('is ten years ahead of the platform’s, nothing is deleted', async () => {
    setAhead(10 * yearMs);
    await expireRecords(testDesk.desk);
    expect(await left()).toEqual(ofEach(1));
    expect(await ofNoLocation()).toBe(1);
  });

  test('was set ahead and the platform does not answer, nothing is deleted until it does', async () => {
    testDesk.clock.now += yearMs;
    testDesk.clock.setMs += yearMs;
    here.platform.loss = () => 'reset';
    await expireRecords(testDesk.desk);
    expect(await left()).toEqual(ofEach(1));
    expect(await ofNoLocation()).toBe(1);
    here.platform.loss = () => null;
    await expireRecords(testDesk.desk);
    expect(await left()).toEqual(ofEach(0));
    expect(await ofNoLocation()).toBe(0);
  });

  test('is minutes ahead, or the platform does not tell its time, old records are deleted', async () => {
    for (const platformClock of [() => testDesk.clock.now - 6 * 60_000, () => Number.NaN]) {
      here = await testDesk.openLocation({ ...keepsAll, ...all });
      here.platform.clock = platformClock;
      await leave(monthsAgo(7));
      await expireRecords(testDesk.desk);
      expect(await left()).toEqual(ofEach(0));
    }
  });
});

test('a location whose key cannot be read keeps everything', async () => {
  here = await testDesk.openLocation({ ...keepsAll, ...all, sealedApiKey: 'not sealed' });
  await leave(monthsAgo(7));
  await expireRecords(testDesk.desk);
  expect(await left()).toEqual(ofEach(1));
});

test('the periods of a retired location go on, also where only the platform of one without periods answers', async () => {
  const retiredAt = new Date(testDesk.clock.now);
  await testDesk.desk.db.update(locations).set({ ...none, retiredAt });
  await leave(monthsAgo(100));
  await choose({ ...all, retiredAt });
  await here.platform.stop();
  await expireRecords(testDesk.another());
  expect(await left()).toEqual(ofEach(1));
  const there = await testDesk.openLocation();
  await choose({}, there);
  await leave(monthsAgo(100), there);
  await expireRecords(testDesk.another());
  expect(await left()).toEqual(ofEach(0));
  expect(await left(there)).toEqual(ofEach(1));
});

describe('for records of a retired location and entries without one', () => {
  const ofNone = () => testDesk.desk.db.$count(auditLog, isNull(auditLog.locationId));
  let telling: TestLocation;
  let silent: TestLocation;

  beforeEach(async () => {
    const retiredAt = new Date(testDesk.clock.now);
    await testDesk.desk.db.update(locations).set({ ...none, retiredAt });
    await choose({ ...all, retiredAt });
    await here.platform.stop();
    [telling, silent] = [await testDesk.openLocation(all), await testDesk.openLocation(all)];
    silent.platform.clock = () => Number.NaN;
    await leave(monthsAgo(100));
    const at = monthsAgo(100);
    await testDesk.desk.db.insert(auditLog).values({ locationId: null, id: randomUUID(), at, action: 'signInFailed' });
  });
  afterEach(() => testDesk.desk.db.delete(auditLog).where(isNull(auditLog.locationId)));

  const expectKept = async (count: number) => {
    await expireRecords(testDesk.another());
    expect(await left()).toEqual(ofEach(count));
    expect(await ofNone()).toBe(count);
  };

  test('a platform that tells no time does not confirm against one that contradicts', async () => {
    telling.platform.clock = () => testDesk.clock.now - yearMs;
    await expectKept(1);
    telling.platform.clock = () => testDesk.clock.now;
    await expectKept(0);
  });

  test('nor for one that does not answer, and where none tells its time, they are deleted', async () => {
    telling.platform.loss = () => 'reset';
    await expectKept(1);
    telling.platform.loss = () => null;
    telling.platform.clock = () => Number.NaN;
    await expectKept(0);
  });

  test('its own platform suffices where it tells its time, whatever others tell', async () => {
    telling.platform.clock = () => testDesk.clock.now - yearMs;
    await here.platform.start();
    here.platform.clock = () => testDesk.clock.now - yearMs;
    await expectKept(1);
    here.platform.clock = () => testDesk.clock.now;
    await expireRecords(testDesk.another());
    expect(await left()).toEqual(ofEach(0));
    expect(await ofNone()).toBe(1);
  });

  test('the log says once a run, by ids, that they were kept and which platforms contradict', async () => {
    const lines = async () => {
      testDesk.logged.length = 0;
      await expireRecords(testDesk.another());
      return testDesk.logged.filter(([, message]) => message === 'old records were kept: the time is not sure');
    };
    telling.platform.clock = () => testDesk.clock.now - yearMs;
    expect(await lines()).toEqual([[{ locations: 2, contradicting: [telling.location.id] }, expect.any(String)]]);
    telling.platform.loss = () => 'reset';
    expect(await lines()).toEqual([[{ locations: 2, contradicting: [] }, expect.any(String)]]);
    telling.platform.loss = () => null;
    telling.platform.clock = () => testDesk.clock.now;
    expect(await lines()).toEqual([]);
  });
});

test('thousands are deleted by several statements, and the log has their numbers without names', async () => {
  const { db } = testDesk.desk;
  const at = monthsAgo(7);
  const row = { locationId: here.location.id, at, action: 'admitAnyway', accountId: 'account-of-lena' } as const;
  await db.insert(auditLog).values(Array.from({ length: 2_100 }, () => ({ ...row, id: randomUUID() })));
  await choose(all);
  testDesk.logged.length = 0;
  await Promise.all([expireRecords(testDesk.desk), expireRecords(testDesk.another())]);
  expect(await left()).toMatchObject({ auditLog: 0 });
  const logged = testDesk.logged.filter(([line]) => (line as { locationId?: string }).locationId === here.location.id); // safe because: every line of this job that is about one location has its id
  const counts = logged.map(([line]) => (line as { auditLog: number }).auditLog); // safe because: as above
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(2_100);
  expect(JSON.stringify(testDesk.logged)).not.toContain('lena');
});

test('a location that fails stops no other', async () => {
  await choose({ ...all, timeZone: 'Mars/Base' });
  const there = await testDesk.openLocation();
  await choose(all, there);
  await leave(monthsAgo(100), there);
  await expireRecords(testDesk.desk);
  await choose({});
  expect(await left(there)).toEqual(ofEach(0));
});
