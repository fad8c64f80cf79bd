import { expect, test } from 'vitest';
import type { OperationId } from '#contracts/export/operations.ts';
import { setSharing } from '#platform/services/sharing/set.ts';
import { recordTraining } from '#platform/services/training/record.ts';
import type { TrainingEvent } from '#platform/services/training/training-event.ts';
import { callOf } from '#platform/testing/calls.ts';
import { walkPages } from '#platform/testing/export-walk.ts';
import { createMember } from '#platform/testing/members.ts';
import { startTestPlatform, type TestGym } from '#platform/testing/platform.ts';
import { assessmentOf, bodyOf, flexibilityOf, trainingOf, workoutOf } from '#platform/testing/training.ts';

const platform = startTestPlatform();
const range = { startDate: '2026-11-01', endDate: '2026-11-20' };
const happenedAt = new Date('2026-11-20T17:05:42.007Z');
const person = { firstName: 'Lena', lastName: 'Vogt', email: 'lena.vogt@example.com' };
const eventOperations: OperationId[] = [
  'getSmartStrengthWorkoutsExport',
  'getSmartStrengthAssessmentsExport',
  'getFlexibilityMeasurementsExport',
  'getBodyMeasurementsExport',
];

const record = (gym: TestGym, ...events: TrainingEvent[]) => recordTraining(callOf(platform, gym), events);
const share = ({ gymId }: TestGym, accountId: string, sharesData: boolean) =>
  platform.operate((operator) => setSharing(operator, { gymId, accountId, sharesData }));
const workoutsOf = async (gym: TestGym, query: Record<string, string> = range) =>
  (await gym.askExport('getSmartStrengthWorkoutsExport', { query })).body;

test('returns the measurements and their members, with the name of the gym and no next page', async () => {
  const { chainId } = await platform.newGym({ name: 'Example Fitness' }); // the first gym gives the chain its name
  const gym = await platform.newGym({ name: 'München West', chainId });
  const accountId = await createMember(gym, { ...person, membership: { membershipId: 'M-2041' } });
  const at = [accountId, happenedAt] as const;
  await record(gym, workoutOf(...at), assessmentOf(...at), flexibilityOf(...at), bodyOf(...at, { isStaff: true }));
  const whose = { externalAccountId: accountId, mmsMembershipId: 'M-2041', ...person };
  const when = { eventTimestamp: '2026-11-20T17:05:42.007Z' };
  const measured = { chainName: 'Example Fitness', measurementCompleted: true };
  const expected = [
    { machineType: 'LEG_PRESS', trainingMethod: 'REGULAR', operationMode: 'GUIDED', trainingVisualization: 'CURVE' },
    { bodyRegion: 'LEGS', typeId: 'MAX_STRENGTH', activityName: 'Leg press', ...measured },
    { measurementType: 'HIP_FLEXOR', isStaff: false, ...measured },
    { measurementSource: 'BODY_SCALE', isStaff: true, ...measured },
  ];
  for (const [index, operation] of eventOperations.entries()) {
    const { body } = await gym.askExport(operation, { query: range });
    const item = { ...when, ...whose, ...(index === 0 && { isGuestUser: false }), ...expected[index] };
    expect(body).toEqual({ gym: { name: 'München West' }, data: [item], nextCursor: null });
  }
});

test('returns null for unknown fields of the measurement and of the member', async () => {
  const gym = await platform.newGym();
  const accountId = await createMember(gym, person);
  await gym.ask('eraseAccountMembershipData', { path: { accountId } });
  const nothing = { machineType: null, trainingMethod: null, operationMode: null, trainingVisualization: null };
  await record(gym, workoutOf(accountId, happenedAt, { isGuest: null, ...nothing }));
  const { data } = await workoutsOf(gym);
  const eventTimestamp = happenedAt.toISOString();
  expect(data).toEqual([
    { eventTimestamp, externalAccountId: accountId, mmsMembershipId: null, isGuestUser: null, ...person, ...nothing },
  ]);
});

test('a day is a UTC day in every time zone, and both boundary days of a range are included', async () => {
  const gym = await platform.newGym({ timeZone: 'Pacific/Auckland' });
  const accountId = await createMember(gym);
  const times = ['10-31T23:59:59.999', '11-01T00:00:00.000', '11-19T23:59:59.999', '11-20T00:00:00.000'];
  await record(gym, ...times.map((time) => workoutOf(accountId, new Date(`2026-${time}Z`))));
  const timesOf = async (query: Record<string, string>) =>
    (await workoutsOf(gym, query)).data.map(({ eventTimestamp }: { eventTimestamp: string }) => eventTimestamp);
  expect(await timesOf({ startDate: '2026-11-01', endDate: '2026-11-19' })).toEqual([
    '2026-11-01T00:00:00.000Z',
    '2026-11-19T23:59:59.999Z',
  ]);
  expect(await timesOf({ startDate: '2026-11-20', endDate: '2026-11-20' })).toEqual(['2026-11-20T00:00:00.000Z']);
  expect(await timesOf({ startDate: '2026-11-20', endDate: '2026-12-20' })).toHaveLength(1);
  expect(await timesOf({ startDate: '2026-12-20', endDate: '2026-12-20' })).toEqual([]);
});

test.each([
  [500, [500]],
  [501, [500, 1]],
  [1_001, [500, 500, 1]],
])('%i events come in pages of %j, oldest first, even with equal timestamps', async (count, sizes) => {
  const gym = await platform.newGym();
  const accountId = await createMember(gym);
  const from = Date.parse('2026-10-31T23:59:50.000Z'); // in the months of two partitions
  const at = (index: number) => new Date(from + Math.floor(index / 40) * 1_000);
  const labels = Array.from({ length: count }, (_, index) => `machine ${index}`);
  await record(gym, ...labels.map((machineType, index) => workoutOf(accountId, at(index), { machineType })).reverse());
  const pages = await walkPages(gym, 'getSmartStrengthWorkoutsExport', { ...range, startDate: '2026-10-31' });
  expect(pages.map((page) => page.length)).toEqual(sizes);
  const items = pages.flat();
  expect(items.map(({ machineType }) => machineType).toSorted()).toEqual(labels.toSorted());
  const times = items.map(({ eventTimestamp }) => String(eventTimestamp));
  expect(times).toEqual(times.toSorted());
});

test('a member who opts out is missing from the next response on, even during pagination, and reappears after opting in', async () => {
  const gym = await platform.newGym();
  const [stays, leaves] = [await createMember(gym), await createMember(gym)];
  const times = Array.from({ length: 600 }, (_, minute) => new Date(happenedAt.getTime() - minute * 60_000));
  await record(gym, ...times.map((at, index) => workoutOf(index % 2 === 0 ? stays : leaves, at)));
  const countOf = (data: { externalAccountId: string }[], accountId: string) =>
    data.filter(({ externalAccountId }) => externalAccountId === accountId).length;

  const first = await workoutsOf(gym);
  expect([countOf(first.data, stays), countOf(first.data, leaves)]).toEqual([250, 250]);
  await share(gym, leaves, false);
  const { data, nextCursor } = await workoutsOf(gym, { ...range, cursor: first.nextCursor });
  expect([countOf(data, stays), countOf(data, leaves), nextCursor]).toEqual([50, 0, null]);
  expect(countOf((await workoutsOf(gym)).data, leaves)).toBe(0);
  await share(gym, leaves, true);
  expect((await walkPages(gym, 'getSmartStrengthWorkoutsExport', range)).flat()).toHaveLength(600);
});

test('an erased member is in no page, and not in the list of opted-out members', async () => {
  const gym = await platform.newGym();
  const [shares, optedOut, stays] = [await createMember(gym), await createMember(gym), await createMember(gym)];
  for (const accountId of [shares, optedOut, stays]) await record(gym, ...trainingOf(accountId, happenedAt));
  for (const accountId of [optedOut, stays]) await share(gym, accountId, false);
  expect((await workoutsOf(gym)).data).toHaveLength(1);
  for (const accountId of [shares, optedOut]) {
    await gym.ask('eraseAccountMembershipData', { path: { accountId }, query: { eraseMemberData: true } });
  }
  for (const operation of eventOperations) {
    expect((await gym.askExport(operation, { query: range })).body.data).toEqual([]);
  }
  const { data } = (await gym.askExport('getOptedOutUsersExport')).body;
  expect(data).toEqual([{ externalAccountId: stays, lastSeenAt: happenedAt.toISOString() }]);
});

test('a corrected event is returned once with its current values, at its original position', async () => {
  const gym = await platform.newGym();
  const [accountId, mistaken] = [await createMember(gym), await createMember(gym)];
  const workout = workoutOf(mistaken, happenedAt);
  await record(gym, workout, workoutOf(accountId, new Date(happenedAt.getTime() + 1)));
  await record(gym, { ...workout, accountId, machineType: 'CHEST_PRESS' });
  expect((await workoutsOf(gym)).data).toMatchObject([
    { externalAccountId: accountId, machineType: 'CHEST_PRESS', eventTimestamp: happenedAt.toISOString() },
    { externalAccountId: accountId, machineType: 'LEG_PRESS' },
  ]);
});

test('a reader who starts before midnight can finish after it, although the first day is too old for new readers', async () => {
  platform.time.now = new Date('2026-11-30T23:59:59.000Z');
  const gym = await platform.newGym();
  const accountId = await createMember(gym);
  const at = (index: number) => new Date(Date.parse('2026-11-20T00:00:00Z') + index * 1_000);
  await record(gym, ...Array.from({ length: 501 }, (_, index) => workoutOf(accountId, at(index))));
  const monthAgo = { startDate: '2026-10-30', endDate: '2026-11-20' };
  const { nextCursor } = await workoutsOf(gym, monthAgo);
  platform.time.now = new Date('2026-12-01T00:00:01.000Z');
  const { data } = await workoutsOf(gym, { ...monthAgo, cursor: nextCursor });
  expect(data).toHaveLength(1);
  const { status, body } = await gym.askExport('getSmartStrengthWorkoutsExport', { query: monthAgo });
  expect([status, body.message]).toEqual([400, expect.stringContaining('startDate must be 2026-11-01 or later')]);
});
