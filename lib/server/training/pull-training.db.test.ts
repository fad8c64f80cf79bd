import { and, asc, eq, sql } from 'drizzle-orm';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { requireLocation } from '#lib/server/base/locations.ts';
import { directorySyncs } from '#lib/server/db/schema/directory.ts';
import { locations } from '#lib/server/db/schema/locations.ts';
import { trainingPulls, trainings, weeklyMetrics } from '#lib/server/db/schema/training.ts';
import { upsertMembers } from '#lib/server/directory/directory.ts';
import { memberOf } from '#lib/server/directory/member.ts';
import { workNow } from '#lib/server/due/location-work.ts';
import { setLocation } from '#lib/server/locations/set-location.ts';
import { forgetMember } from '#lib/server/members/forget-member.ts';
import { matchOptedOut } from '#lib/server/opt-outs/match-opted-out.ts';
import { expireRecords } from '#lib/server/retention/expire.ts';
import { FakeExport } from '#lib/testing/fake-export.ts';
import { inventMember } from '#lib/testing/members.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import { keepRetiredTrainingDays, trainingSets } from '#lib/wire/training.ts';
import { dayMs, hourMs } from '#shared/calendar/durations.ts';
import { until } from '#shared/testing/until.ts';
import { correctAway } from './correct.ts';
import { pullTrainingNow } from './pull-now.ts';
import { pullingTraining, pullTraining } from './pull-training.ts';
import { readLastTraining } from './read-last.ts';
import { readTrainingPulls } from './read-pulls.ts';

const testDesk = setUpTestDesk();
const desk = () => testDesk.desk;
const paths = {
  workouts: '/api/v1/data/smart-strength-workouts',
  assessments: '/api/v1/data/smart-strength-assessments',
  flexibility: '/api/v1/data/flexibility-measurements',
  body: '/api/v1/data/body-measurements',
  weeks: '/api/v1/data/analytics',
};
const requestsPerReading = Object.keys(paths).length;

let here: TestLocation;
let server: FakeExport;
let lena: string;
let emil: string;

async function join(): Promise<string> {
  const { account } = inventMember();
  await upsertMembers(desk().db, {
    locationId: here.location.id,
    members: [memberOf(account)],
    askedAt: new Date(testDesk.clock.now),
  });
  return account.accountId;
}

beforeEach(async () => {
  here = await testDesk.openLocation();
  testDesk.clock.now = Date.parse('2026-11-21T10:30:00Z');
  server = await new FakeExport().start();
  onTestFinished(() => server.stop());
  const change = { exportUrl: server.url, exportKey: server.apiKey };
  await setLocation(desk(), { locationId: here.location.id, change, by: null });
  [lena, emil] = [await join(), await join()];
});

const workout = (accountId: string, eventTimestamp: string, machineType: string | null = 'LEG_PRESS') => ({
  eventTimestamp,
  externalAccountId: accountId,
  mmsMembershipId: null,
  isGuestUser: false,
  firstName: 'Lena',
  lastName: 'Vogt',
  email: 'lena@example.com',
  machineType,
  trainingMethod: 'REGULAR',
  operationMode: 'GUIDED',
  trainingVisualization: 'CURVE',
});
const offer = (dataSet: keyof typeof paths, ...events: NonNullable<ReturnType<FakeExport['events']['get']>>) =>
  server.events.set(paths[dataSet], events);

async function context() {
  return { desk: desk(), actor: { location: await requireLocation(desk().db, here.location.id) } };
}
const pull = async (given?: Parameters<typeof pullTraining>[1]) => pullTraining(await context(), given);
const isHere = () => eq(trainings.locationId, here.location.id);
const stored = async () =>
  (await desk().db.select().from(trainings).where(isHere()).orderBy(asc(trainings.at))).map(
    ({ dataSet, accountId, at, subject, detail }) => [dataSet, accountId, at.toISOString(), subject, detail],
  );
async function state(dataSet: (typeof trainingSets)[number] = 'workouts') {
  const isSet = and(eq(trainingPulls.locationId, here.location.id), eq(trainingPulls.dataSet, dataSet));
  const [found] = await desk().db.select().from(trainingPulls).where(isSet);
  return found;
}
/** The next day, after its data sets are due. */
const nextDay = () => {
  testDesk.clock.now += dayMs + 2 * hourMs;
};

test('stores of each data set what reports need: of members, neither names nor what was not measured to its end', async () => {
  const at = '2026-11-19T17:05:42.007Z';
  const measured = { eventTimestamp: at, externalAccountId: lena, measurementCompleted: true };
  offer('workouts', workout(lena, at), workout('nobody the desk knows', at), workout(emil, at, null));
  const test = { ...measured, typeId: 'MAX_STRENGTH', activityName: 'Leg press', bodyRegion: 'LEGS' };
  offer('assessments', test, { ...test, externalAccountId: emil, measurementCompleted: false });
  const flexible = { ...measured, measurementType: 'HIP_FLEXOR' };
  offer('flexibility', { ...flexible, isStaff: false }, { ...flexible, externalAccountId: emil, isStaff: true });
  offer('body', { ...measured, isStaff: null, measurementSource: 'BODY_SCALE' }, { ...measured, eventTimestamp: null });
  const week = { periodStart: '2026-11-09', periodEnd: '2026-11-15', metricType: 'WORKOUTS' };
  offer('weeks', { ...week, metricKey: 'TOTAL', metricSubType: 'COUNT', value: 412 });
  await pull();
  expect((await stored()).toSorted()).toEqual(
    [
      ['workouts', lena, at, 'LEG_PRESS', 'REGULAR'],
      ['workouts', emil, at, '', 'REGULAR'],
      ['assessments', lena, at, 'MAX_STRENGTH', 'Leg press'],
      ['flexibility', lena, at, 'HIP_FLEXOR', null],
      ['body', lena, at, 'BODY_SCALE', null],
    ].toSorted(),
  );
  const isGym = eq(weeklyMetrics.locationId, here.location.id);
  expect(await desk().db.select().from(weeklyMetrics).where(isGym)).toMatchObject([
    { week: '2026-11-09', type: 'WORKOUTS', key: 'TOTAL', subType: 'COUNT', value: 412 },
  ]);
  expect(await state()).toMatchObject({ read: 3, unknown: 1, since: '2026-10-25', until: '2026-11-20', failure: null });
});

test('the background reads once the members have been read, once a day, and only what is new', async () => {
  await workNow(desk(), pullingTraining);
  expect(server.requests).toEqual([]);
  const read = { locationId: here.location.id, allReadAt: new Date(testDesk.clock.now) };
  await desk()
    .db.insert(directorySyncs)
    .values(read)
    .onConflictDoUpdate({ target: directorySyncs.locationId, set: read });
  await workNow(desk(), pullingTraining);
  await workNow(desk(), pullingTraining);
  expect(server.requests).toHaveLength(requestsPerReading);
  expect(server.requests[0]).toBe(`${paths.workouts}?startDate=2026-10-25&endDate=2026-11-20`);
  nextDay();
  await workNow(desk(), pullingTraining);
  expect(server.requests).toHaveLength(2 * requestsPerReading);
  expect(server.requests[requestsPerReading]).toBe(`${paths.workouts}?startDate=2026-11-17&endDate=2026-11-21`);
});

test('a correction replaces what was read before, and what the platform does not return any more is deleted', async () => {
  const same = workout(lena, '2026-11-18T17:00:00.000Z');
  offer('workouts', same, workout(lena, '2026-11-19T17:00:00.000Z'), workout(emil, '2026-11-20T18:00:00.000Z'));
  await pull();
  offer('workouts', same, workout(emil, '2026-11-19T17:00:00.000Z', 'CHEST_PRESS'));
  nextDay();
  await pull();
  expect(await stored()).toEqual([
    ['workouts', lena, '2026-11-18T17:00:00.000Z', 'LEG_PRESS', 'REGULAR'],
    ['workouts', emil, '2026-11-19T17:00:00.000Z', 'CHEST_PRESS', 'REGULAR'],
  ]);
});

const days = (...ofNovember: number[]) => ofNovember.map((day) => workout(lena, `2026-11-${day}T17:00:00.000Z`));

test.each([
  ['nothing', []],
  ['less than half', [10]],
])('a reading that returns %s deletes nothing, and the second one in a row does', async (_, returned) => {
  offer('workouts', ...days(10, 11, 12, 13));
  await pull();
  offer('workouts', ...days(...returned));
  testDesk.clock.now += 7 * dayMs;
  await pull();
  expect(await stored()).toHaveLength(4);
  expect((await state())?.doubtedAt).toEqual(new Date(testDesk.clock.now));
  // one that somebody asks for at once confirms nothing
  const again = { allReadAt: null, nextAt: new Date(testDesk.clock.now) };
  const isGym = eq(trainingPulls.locationId, here.location.id);
  await desk().db.update(trainingPulls).set(again).where(isGym);
  await pull();
  expect(await stored()).toHaveLength(4);
  testDesk.clock.now += 7 * dayMs;
  await pull();
  expect(await stored()).toHaveLength(returned.length);
  expect((await state())?.doubtedAt).toBeNull();
});

/** Reads everything again, on each of the next days. */
async function pullEachDay(count: number, before: (day: number) => void): Promise<void> {
  for (let day = 1; day <= count; day += 1) {
    testDesk.clock.now += dayMs;
    const isGym = eq(trainingPulls.locationId, here.location.id);
    await desk()
      .db.update(trainingPulls)
      .set({ nextAt: new Date(testDesk.clock.now) })
      .where(isGym);
    before(day);
    await pull();
  }
}

test('a doubted reading completes nothing, and the next day decides', async () => {
  offer('workouts', ...days(12, 13));
  await pull();
  await pullEachDay(7, (day) => day === 5 && offer('workouts'));
  expect(await stored()).toHaveLength(2);
  expect(await state()).toMatchObject({ until: '2026-11-26', doubtedFrom: '2026-11-01' });
  await pullEachDay(1, () => {});
  expect(await stored()).toEqual([]);
  expect(await state()).toMatchObject({ until: '2026-11-28', doubtedAt: null, doubtedFrom: null });
});

test('a doubted reading of four days does not confirm one of a month', async () => {
  const all = days(10, 11, 13, 15, 17, 19, 20);
  offer('workouts', ...all);
  await pull();
  await pullEachDay(10, (day) => {
    if (day === 1) offer('workouts', ...all, ...days(21, 22, 23, 24, 25, 26));
    if (day === 6 || day === 7) server.events.clear();
    if (day === 8) offer('workouts', ...all, ...days(21, 22, 23, 24, 25, 26));
  });
  expect(await stored()).toHaveLength(13);
  expect(await state()).toMatchObject({ doubtedAt: null });
});

test('a reading that returns enough again ends the doubt', async () => {
  offer('workouts', ...days(18, 19, 20));
  await pull();
  server.events.clear();
  nextDay();
  await pull();
  offer('workouts', ...days(18, 19, 20));
  nextDay();
  await pull();
  expect(await state()).toMatchObject({ doubtedAt: null, failure: null });
  server.events.clear();
  nextDay();
  await pull();
  expect(await stored()).toHaveLength(3);
});

test('a reading that was overtaken deletes nothing that the later one stored', async () => {
  offer('workouts', ...days(11, 12));
  await pull();
  const row = await state();
  if (!row) throw new Error('There is no reading.');
  const startedAt = new Date(testDesk.clock.now);
  const walk = { ...row, walk: 4, firstDay: '2026-10-25', lastDay: '2026-11-20', startedAt };
  const doubt = { at: new Date(testDesk.clock.now - dayMs), from: walk.firstDay };
  const isWorkouts = and(eq(trainingPulls.locationId, here.location.id), eq(trainingPulls.dataSet, 'workouts'));
  await desk().db.update(trainingPulls).set({ walk: 5, startedAt }).where(isWorkouts);
  for (const [stored, corrected] of [
    [5, 'corrected'],
    [3, 'over'],
  ] as const) {
    await desk().db.update(trainings).set({ walk: stored }).where(isHere());
    expect(await correctAway(await context(), { walk, doubt })).toBe(corrected);
  }
  expect(await stored()).toHaveLength(2);
});

test.each([{}, { nextCursor: '' }])('a page with %j for a cursor is the last one', async (end) => {
  server.meanwhile = async () => {
    server.fault = { status: 200, body: JSON.stringify({ data: [], ...end }) };
  };
  await pull();
  expect(await state()).toMatchObject({ failure: null, until: '2026-11-20' });
});

test.each([
  ['is the last one where it is not full', 499, 1, null],
  ['is a failure where it is the first one, and full: the rest may be missing', 500, 1, 'unreadable'],
  ['is the last one where a provider has larger pages', 700, 1, null],
  ['is the last one after a page with a cursor', 500, 2, null],
])('a page without a cursor %s', async (_, items, pages, failure) => {
  const data = Array.from({ length: items }, () => ({
    eventTimestamp: '2026-11-11T10:00:00Z',
    externalAccountId: 'a',
  }));
  server.meanwhile = async () => {
    const url = new URL(server.requests.at(-1) ?? '', server.url);
    const isLast = pages === 1 || url.searchParams.has('cursor');
    const body = { data, ...(!isLast && { nextCursor: 'second' }) };
    server.fault = { status: 200, body: JSON.stringify(url.pathname === paths.workouts ? body : { data: [] }) };
  };
  await pull();
  expect(await state()).toMatchObject({ failure, until: failure ? null : '2026-11-20' });
});

test.each([
  ['cursors that return', (asked: string | null) => (asked === 'a' ? 'b' : 'a')],
  ['cursors that are always new', (asked: string | null) => String(Number(asked) + 1)],
])('pages without an end, with %s, are a failure that keeps no other data set from being read', async (_, nextOf) => {
  server.meanwhile = async () => {
    const url = new URL(server.requests.at(-1) ?? '', server.url);
    const nextCursor = nextOf(url.searchParams.get('cursor'));
    server.fault =
      url.pathname === paths.workouts ? { status: 200, body: JSON.stringify({ data: [], nextCursor }) } : null;
  };
  expect(await pull({ mostPages: 20 })).toBe(false);
  expect(await state()).toMatchObject({ failure: 'unreadable', startedAt: null, until: null });
  expect((await state())?.nextAt).toEqual(new Date(testDesk.clock.now + dayMs));
  expect(await state('weeks')).toMatchObject({ failure: null, until: '2026-11-20' });
});

test('a reading that takes longer than its cursors are valid is a failure, and one that was interrupted is not', async () => {
  server.pageSize = 1;
  offer('workouts', ...days(11, 12, 13));
  await pull({ longestMs: 0 });
  const begin = async () => {
    const begun = { startedAt: new Date(testDesk.clock.now), firstDay: '2026-10-25', lastDay: '2026-11-20' };
    const due = { nextAt: begun.startedAt, failure: null, failureCause: null, failingSince: null };
    const isGym = eq(trainingPulls.locationId, here.location.id);
    await desk()
      .db.update(trainingPulls)
      .set({ ...begun, ...due })
      .where(isGym);
  };
  await begin();
  testDesk.clock.now += 23 * hourMs;
  await pull();
  expect(await state()).toMatchObject({ failure: 'unreadable', startedAt: null });
  expect(server.requests).toEqual([]);
  await begin();
  testDesk.clock.now += 25 * hourMs;
  await pull();
  expect(await stored()).toHaveLength(3);
  expect(await state()).toMatchObject({ failure: null });
});

test('of a week that was not asked for, the whole page is refused', async () => {
  const week = { periodStart: '9999-11-09', periodEnd: '2026-11-15', metricType: 'WORKOUTS' };
  offer('weeks', { ...week, metricKey: 'TOTAL', metricSubType: 'COUNT', value: 412 });
  await pull();
  expect(await state('weeks')).toMatchObject({ failure: 'unreadable', until: null });
});

test('what is older than the days that are read again stays', async () => {
  offer('workouts', workout(lena, '2026-11-10T17:00:00.000Z'));
  await pull();
  server.events.clear();
  nextDay();
  await pull();
  expect(await stored()).toHaveLength(1);
});

test('a reading whose process was killed goes on where it was, and each event is stored once', async () => {
  server.pageSize = 2;
  const days = [11, 12, 13, 14, 15];
  offer('workouts', ...days.map((day) => workout(lena, `2026-11-${day}T17:00:00.000Z`)));
  server.meanwhile = async () => {
    // the second page never arrives: the process is gone
    if (server.requests.at(-1)?.includes('cursor=2')) await server.stop();
  };
  await pull();
  expect(await stored()).toHaveLength(2);
  expect(await state()).toMatchObject({ cursor: '2', until: null });
  server.meanwhile = null;
  await server.start();
  testDesk.clock.now += hourMs;
  await pull();
  expect(await stored()).toHaveLength(days.length);
  expect(server.requests.filter((path) => path.includes('workouts') && !path.includes('cursor'))).toHaveLength(1);
  expect(await state()).toMatchObject({ read: days.length, cursor: null, until: '2026-11-20' });
});

test('a page that is not as documented is refused whole, and read again from the same place', async () => {
  server.pageSize = 1;
  offer('workouts', workout(lena, '2026-11-11T17:00:00.000Z'), workout(emil, '2026-11-12T17:00:00.000Z'));
  const junk = [
    '<p>',
    '{"data":{}}',
    JSON.stringify({ data: [workout(lena, 'yesterday')], nextCursor: null }),
    JSON.stringify({ data: [workout(lena, '2031-01-01T00:00:00.000Z')], nextCursor: null }),
    JSON.stringify({ data: [{ ...workout(lena, '2026-11-12T17:00:00.000Z'), machineType: 7 }], nextCursor: null }),
    JSON.stringify({ data: [workout(lena, '2026-11-12T17:00:00.000Z', 'x'.repeat(101))], nextCursor: null }),
    JSON.stringify({ data: [], nextCursor: '1' }),
  ];
  server.meanwhile = async () => {
    const isSecond = server.requests.at(-1)?.includes('cursor=1');
    server.fault = isSecond ? { status: 200, body: junk[0] ?? '' } : null;
  };
  await pull();
  for (const _ of junk) {
    expect(await stored()).toHaveLength(1);
    expect(await state()).toMatchObject({ failure: 'unreadable', cursor: '1', until: null });
    // the others are not affected
    expect(await state('body')).toMatchObject({ failure: null, until: '2026-11-20' });
    testDesk.clock.now += hourMs;
    junk.shift();
    if (junk.length > 0) await pull();
    else break;
  }
  server.meanwhile = null;
  server.fault = null;
  testDesk.clock.now += hourMs;
  await pull();
  expect(await stored()).toHaveLength(2);
  expect(await state()).toMatchObject({ failure: null, cursor: null, until: '2026-11-20' });
});

test.each([
  [{ status: 401 }, 'refused', null],
  [{ status: 403 }, 'permissionMissing', null],
  [{ status: 503 }, 'unreachable', 'failing'],
] as const)(
  'an answer of %o ends the turn for all data sets, and is tried again after an hour',
  async (fault, failure, cause) => {
    server.fault = fault;
    await pull();
    expect(server.requests).toHaveLength(1);
    for (const dataSet of trainingSets) {
      expect(await state(dataSet)).toMatchObject({
        failure,
        failureCause: cause,
        failingSince: new Date(testDesk.clock.now),
      });
    }
    await pull();
    expect(server.requests).toHaveLength(1);
    server.fault = null;
    testDesk.clock.now += hourMs;
    await pull();
    expect(await state('weeks')).toMatchObject({ failure: null, failingSince: null, until: '2026-11-20' });
  },
);

test.each([
  ['as long as the platform says', { retryAfter: '90' }, 90_000],
  ['six hours at most', { retryAfter: '99999999999' }, 6 * hourMs],
  ['a second at least', { retryAfter: '0' }, 1_000],
  ['five minutes where the platform does not say how long', {}, 5 * 60_000],
  ['five minutes where that is not understood', { retryAfter: 'soon' }, 5 * 60_000],
])('at the limit of the key the desk waits %s', async (_, told, waitMs) => {
  server.fault = { status: 429, ...told };
  await pull();
  expect((await state())?.nextAt).toEqual(new Date(testDesk.clock.now + waitMs));
});

test('a cursor that the platform does not accept any more: the next reading begins at the first page', async () => {
  server.pageSize = 1;
  offer('workouts', workout(lena, '2026-11-11T17:00:00.000Z'), workout(emil, '2026-11-12T17:00:00.000Z'));
  server.meanwhile = async () => {
    server.fault = server.requests.at(-1)?.includes('cursor=') ? { status: 400 } : null;
  };
  await pull();
  server.meanwhile = null;
  server.fault = null;
  testDesk.clock.now += hourMs;
  await pull();
  expect(await stored()).toHaveLength(2);
});

test('nothing is stored of a member who is erased while a page is on its way', async () => {
  offer('workouts', workout(lena, '2026-11-19T17:00:00.000Z'), workout(emil, '2026-11-19T17:30:00.000Z'));
  server.meanwhile = async () => {
    server.meanwhile = null;
    await forgetMember(desk().db, desk(), { locationId: here.location.id, accountId: lena });
  };
  await pull();
  expect((await stored()).map(([, accountId]) => accountId)).toEqual([emil]);
});

test('an opt-out deletes the training at once, each time, also of members of whom everything else stays', async () => {
  for (let other = 0; other < 30; other += 1) await join();
  for (const _ of ['first', 'second']) {
    offer('workouts', workout(lena, '2026-11-19T17:00:00.000Z'));
    server.accountIds = [];
    await pull();
    expect(await stored()).toHaveLength(1);
    server.accountIds = [lena];
    server.events.clear();
    testDesk.clock.now += 1;
    await matchOptedOut(await context());
    expect(await stored()).toEqual([]);
    await upsertMembers(desk().db, {
      locationId: here.location.id,
      members: [memberOf({ ...inventMember().account, accountId: lena })],
      askedAt: new Date(testDesk.clock.now + 1),
    });
    nextDay();
  }
});

test.each([
  ['the same clock', 0],
  ['a clock that is behind', 30_000],
])('a page that was requested before somebody opted out is requested again, by %s', async (_, behindMs) => {
  for (let other = 0; other < 30; other += 1) await join();
  offer('workouts', workout(emil, '2026-11-19T17:00:00.000Z'));
  server.accountIds = [lena];
  server.meanwhile = async () => {
    server.meanwhile = null;
    testDesk.clock.now -= behindMs;
    await matchOptedOut(await context());
    testDesk.clock.now += behindMs;
  };
  await pull();
  expect(await stored()).toEqual([]);
  await pull();
  expect(await stored()).toHaveLength(1);
});

test('a page of a key that was replaced meanwhile is not stored', async () => {
  offer('workouts', workout(lena, '2026-11-19T17:00:00.000Z'));
  server.meanwhile = async () => {
    server.meanwhile = null;
    const change = { exportKey: 'the right one' };
    await setLocation(desk(), { locationId: here.location.id, change, by: null });
  };
  await pull();
  expect(await stored()).toEqual([]);
});

test('training is kept for 13 months, and not at all without the data export', async () => {
  const row = { locationId: here.location.id, dataSet: 'workouts', accountId: lena, subject: '', walk: 1 } as const;
  await desk()
    .db.insert(trainings)
    .values([
      { ...row, at: new Date('2025-10-20T12:00:00Z') },
      { ...row, at: new Date('2025-10-22T12:00:00Z') },
    ]);
  await expireRecords(desk());
  expect((await stored()).map(([, , at]) => at)).toEqual(['2025-10-22T12:00:00.000Z']);
  const none = { exportUrl: null, exportKey: null };
  await setLocation(desk(), { locationId: here.location.id, change: none, by: null });
  await expireRecords(desk());
  expect(await stored()).toEqual([]);
});

test('training of people who are no members is deleted, of one location also where another fails', async () => {
  const broken = await testDesk.openLocation();
  const row = { dataSet: 'workouts', subject: '', walk: 1, at: new Date('2026-11-19T12:00:00Z') } as const;
  const { id: locationId } = here.location;
  await desk()
    .db.insert(trainings)
    .values([
      { ...row, locationId, accountId: lena },
      { ...row, locationId, accountId: 'erased by an earlier version' },
      { ...row, locationId: broken.location.id, accountId: lena },
    ]);
  await desk().db.execute(
    sql.raw(`create function refuse_deletion() returns trigger language plpgsql as
    $$ begin if old.location_id = '${broken.location.id}' then raise exception 'broken'; end if; return old; end $$`),
  );
  await desk().db.execute(
    sql`create trigger refuse before delete on trainings for each row execute function refuse_deletion()`,
  );
  onTestFinished(async () => {
    await desk().db.execute(sql`drop trigger refuse on trainings`);
    await desk().db.execute(sql`drop function refuse_deletion`);
  });
  await expireRecords(desk());
  expect((await stored()).map(([, accountId]) => accountId)).toEqual([lena]);
});

test('a retired gym keeps its training for 30 days, and one that is reopened later has everything read anew', async () => {
  offer('workouts', workout(lena, '2026-11-19T17:00:00.000Z'));
  await pull();
  const retire = (retiredAt: Date | null) =>
    desk().db.update(locations).set({ retiredAt }).where(eq(locations.id, here.location.id));
  const retiredAt = testDesk.clock.now;
  await retire(new Date(retiredAt));
  testDesk.clock.now += keepRetiredTrainingDays * dayMs - 1;
  await expireRecords(desk());
  expect(await stored()).toHaveLength(1);
  testDesk.clock.now += 1;
  // not by a clock that only the desk has set ahead
  here.platform.clock = () => retiredAt;
  await expireRecords(testDesk.another());
  expect(await stored()).toHaveLength(1);
  here.platform.clock = () => testDesk.clock.now;
  await expireRecords(testDesk.another());
  await retire(null);
  expect(await stored()).toEqual([]);
  expect(await state()).toMatchObject({ since: null, until: null, allReadAt: null });
});

test('a gym that is reopened while its training is about to be deleted keeps it', async () => {
  offer('workouts', workout(lena, '2026-11-19T17:00:00.000Z'));
  await pull();
  const { db } = desk();
  const isHere = eq(locations.id, here.location.id);
  await db
    .update(locations)
    .set({ retiredAt: new Date(testDesk.clock.now) })
    .where(isHere);
  testDesk.clock.now += keepRetiredTrainingDays * dayMs;
  here.platform.clock = () => testDesk.clock.now;
  const known = await state();
  let expiring: Promise<void> = Promise.resolve();
  await db.transaction(async (tx) => {
    await tx.update(locations).set({ retiredAt: null }).where(isHere);
    expiring = expireRecords(testDesk.another());
    await until(async () => {
      const { rows } = await db.execute(
        sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
      );
      expect(rows).toHaveLength(1);
    });
  });
  await expiring;
  expect(await stored()).toHaveLength(1);
  expect(await state()).toEqual(known);
});

test('the floor has what is known of the last training and the last test, and nothing of whom nothing is known', async () => {
  const last = async () => readLastTraining(await context(), { accountIds: [lena, emil] });
  offer('workouts', workout(lena, '2026-11-18T17:00:00.000Z'), workout(lena, '2026-11-19T17:00:00.000Z'));
  const test = { externalAccountId: lena, measurementCompleted: true, typeId: 'MAX_STRENGTH', activityName: null };
  offer('assessments', { ...test, eventTimestamp: '2026-11-02T17:00:00.000Z' });
  await pull();
  const trainedAt = '2026-11-19T17:00:00.000Z';
  expect(await last()).toEqual(new Map([[lena, { trainedAt, testedAt: '2026-11-02T17:00:00.000Z' }]]));
  // a data set that is not read completely, or not for a week, may lack a later one
  const of = (dataSet: 'workouts' | 'assessments') =>
    and(eq(trainingPulls.locationId, here.location.id), eq(trainingPulls.dataSet, dataSet));
  await desk().db.update(trainingPulls).set({ until: null }).where(of('assessments'));
  expect(await last()).toEqual(new Map([[lena, { trainedAt, testedAt: null }]]));
  await desk().db.update(trainingPulls).set({ until: '2026-11-13' }).where(of('workouts'));
  expect(await last()).toEqual(new Map());
});

test('a manager sees how far each data set is, and has all read now, once', async () => {
  const read = async () => readTrainingPulls(await context());
  const ofWorkouts = async () => (await read()).dataSets.find(({ dataSet }) => dataSet === 'workouts');
  expect(await read()).toMatchObject({ isConnected: true, hasReadMembers: false });
  expect((await read()).dataSets.map(({ dataSet }) => dataSet)).toEqual(trainingSets);
  offer('workouts', workout(lena, '2026-11-19T17:00:00.000Z'), workout('nobody', '2026-11-19T17:00:00.000Z'));
  await pull();
  const lastReadAt = new Date(testDesk.clock.now).toISOString();
  const done = { since: '2026-10-25', until: '2026-11-20', read: 2, unknown: 1, lastReadAt, failure: null };
  expect(await ofWorkouts()).toEqual({
    dataSet: 'workouts',
    isDoubted: false,
    ...done,
    nextReadAt: expect.stringMatching(/^2026-11-22T/),
  });
  testDesk.clock.now += hourMs;
  await pullTrainingNow(await context());
  expect(await ofWorkouts()).toMatchObject({ ...done, nextReadAt: null });
  const dueAt = (await state())?.nextAt;
  testDesk.clock.now += 1_000;
  await pullTrainingNow(await context());
  expect((await state())?.nextAt).toEqual(dueAt);
  server.fault = { status: 429, retryAfter: '90' };
  await pull();
  const failure = { kind: 'busy', since: new Date(testDesk.clock.now).toISOString(), cause: null };
  const waits = { ...done, failure, nextReadAt: new Date(testDesk.clock.now + 90_000).toISOString() };
  expect(await ofWorkouts()).toMatchObject(waits);
  await pullTrainingNow(await context());
  expect(await ofWorkouts()).toMatchObject(waits);
});

test('nobody has training read at a location without the data export', async () => {
  const change = { exportUrl: null, exportKey: null };
  await setLocation(desk(), { locationId: here.location.id, change, by: null });
  await expect(pullTrainingNow(await context())).rejects.toMatchObject({ code: 'conflict' });
});
