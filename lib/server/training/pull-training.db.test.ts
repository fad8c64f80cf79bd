import { and, asc, eq } from 'drizzle-orm';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { requireLocation } from '#lib/server/base/locations.ts';
import { directorySyncs } from '#lib/server/db/schema/directory.ts';
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
import { trainingSets } from '#lib/wire/training.ts';
import { dayMs, hourMs } from '#shared/calendar/durations.ts';
import { pullingTraining, pullTraining } from './pull-training.ts';
import { readLastTraining } from './read-last.ts';

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
  ...{ eventTimestamp, externalAccountId: accountId, mmsMembershipId: null, isGuestUser: false },
  ...{ firstName: 'Lena', lastName: 'Vogt', email: 'lena@example.com', machineType, trainingMethod: 'REGULAR' },
  ...{ operationMode: 'GUIDED', trainingVisualization: 'CURVE' },
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
  offer('workouts', workout(lena, '2026-11-19T17:00:00.000Z'), workout(emil, '2026-11-20T18:00:00.000Z'));
  await pull();
  offer('workouts', workout(emil, '2026-11-19T17:00:00.000Z', 'CHEST_PRESS'));
  nextDay();
  await pull();
  expect(await stored()).toEqual([['workouts', emil, '2026-11-19T17:00:00.000Z', 'CHEST_PRESS', 'REGULAR']]);
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

test('at the limit of the key the desk waits as long as the platform says', async () => {
  server.fault = { status: 429, retryAfter: '90' };
  await pull();
  expect((await state())?.nextAt).toEqual(new Date(testDesk.clock.now + 90_000));
  server.fault = { status: 429, retryAfter: 'soon' };
  testDesk.clock.now += 90_000;
  await pull();
  expect((await state())?.nextAt).toEqual(new Date(testDesk.clock.now + 5 * 60_000));
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

test('a page that was requested before somebody opted out is requested again', async () => {
  for (let other = 0; other < 30; other += 1) await join();
  offer('workouts', workout(emil, '2026-11-19T17:00:00.000Z'));
  server.accountIds = [lena];
  server.meanwhile = async () => {
    server.meanwhile = null;
    await matchOptedOut(await context());
  };
  await pull();
  expect(await stored()).toEqual([]);
  testDesk.clock.now += 1;
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

test('the floor has the last training and the last test once both were read completely', async () => {
  const last = async () => readLastTraining(await context(), { accountIds: [lena, emil] });
  expect(await last()).toBeNull();
  offer('workouts', workout(lena, '2026-11-18T17:00:00.000Z'), workout(lena, '2026-11-19T17:00:00.000Z'));
  const test = { externalAccountId: lena, measurementCompleted: true, typeId: 'MAX_STRENGTH', activityName: null };
  offer('assessments', { ...test, eventTimestamp: '2026-11-02T17:00:00.000Z' });
  await pull();
  expect(await last()).toEqual(
    new Map([
      [lena, { trainedAt: '2026-11-19T17:00:00.000Z', testedAt: '2026-11-02T17:00:00.000Z' }],
      [emil, { trainedAt: null, testedAt: null }],
    ]),
  );
});
