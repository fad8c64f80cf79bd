import { expect, test } from 'vitest';
import type { OperationId } from '#contracts/export/operations.ts';
import { setSharing } from '#platform/services/sharing/set.ts';
import { recordTraining } from '#platform/services/training/record.ts';
import { callOf } from '#platform/testing/calls.ts';
import { exportOperationIds, sampledDays, sampleExport } from '#platform/testing/export-samples.ts';
import { startTestPlatform, type TestGym } from '#platform/testing/platform.ts';
import { trainingOf } from '#platform/testing/training.ts';

const platform = startTestPlatform();
const eventOperations = exportOperationIds.filter((operation) =>
  /(Workouts|Assessments|Measurements)Export$/.test(operation),
);
const optOut = ({ gymId }: TestGym, accountId: string) =>
  platform.operate((operator) => setSharing(operator, { gymId, accountId, sharesData: false }));

test.each([
  ['another gym of the chain', (owner: TestGym) => ({ chainId: owner.chainId })],
  ['a gym of another chain', () => ({})],
])('%s gets no data of a gym from any operation, whatever ids it sends', async (_, newGym) => {
  const { gym, secrets, accountId, requests } = await sampleExport(platform);
  const stranger = await platform.newGym(newGym(gym));
  const naming = { gymId: gym.gymId, chainId: gym.chainId, gym: gym.gymId, accountId, externalAccountId: accountId };
  for (const operation of exportOperationIds) {
    const { query = {}, ...asked } = requests[operation];
    for (const more of [{}, naming]) {
      const { status, body } = await stranger.askExport(operation, { ...asked, query: { ...query, ...more } });
      expect([operation, status]).toEqual([
        operation,
        operation === 'getAsyncExportJobStatus' ? 404 : expect.any(Number),
      ]);
      const text = JSON.stringify(body);
      expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
    }
  }
  await optOut(gym, accountId);
  expect((await stranger.askExport('getOptedOutUsersExport')).body.data).toEqual([]);
  expect((await gym.askExport('getOptedOutUsersExport')).body.data).toHaveLength(1);
});

test('a member who trained in two gyms of the chain appears in each with that gym’s events', async () => {
  const { gym, accountId } = await sampleExport(platform);
  const sister = await platform.newGym({ chainId: gym.chainId });
  const at = '2026-11-19T08:00:00.000Z';
  await recordTraining(callOf(platform, sister), trainingOf(accountId, new Date(at)));
  for (const operation of eventOperations) {
    const timesIn = async (asking: TestGym) =>
      (await asking.askExport(operation, { query: sampledDays })).body.data.map(
        ({ eventTimestamp }: { eventTimestamp: string }) => eventTimestamp,
      );
    expect([operation, await timesIn(gym), await timesIn(sister)]).toEqual([
      operation,
      ['2026-11-20T17:05:42.000Z'],
      [at],
    ]);
  }
});

/** A gym with two pages of events of each type. */
async function sampleTwoPages() {
  const samples = await sampleExport(platform);
  const times = Array.from(
    { length: 500 },
    (_, second) => new Date(Date.parse('2026-11-20T08:00:00Z') + second * 1000),
  );
  await recordTraining(
    callOf(platform, samples.gym),
    times.flatMap((at) => trainingOf(samples.accountId, at)),
  );
  return samples;
}

test('a cursor is only valid for its gym, export and range, until it expires', async () => {
  const { gym } = await sampleTwoPages();
  const sister = await platform.newGym({ chainId: gym.chainId });
  const stranger = await platform.newGym();
  const cursors = new Map<OperationId, string>();
  for (const operation of eventOperations) {
    cursors.set(operation, (await gym.askExport(operation, { query: sampledDays })).body.nextCursor);
  }
  const go = async (asking: TestGym, operation: OperationId, query: Record<string, string>) => {
    platform.time.now = new Date(platform.time.now.getTime() + 1_000);
    const { status, body } = await asking.askExport(operation, { query: { ...sampledDays, ...query } });
    return status === 200 ? body.data.length : [status, body.message];
  };
  const notIts = [400, expect.stringMatching(/^cursor is not the nextCursor of a page/)];
  for (const [operation, cursor] of cursors) {
    for (const asking of [sister, stranger]) expect(await go(asking, operation, { cursor })).toEqual(notIts);
    for (const other of exportOperationIds.filter(
      (one) => one.endsWith('Export') && one !== 'getOptedOutUsersExport',
    )) {
      expect(await go(gym, other, { cursor })).toEqual(other === operation ? 1 : notIts);
    }
    expect(await go(gym, operation, { cursor, startDate: '2026-11-02' })).toEqual(notIts);
    expect(await go(gym, operation, { cursor, endDate: '2026-11-20' })).toEqual(notIts);
    expect(await go(gym, operation, { cursor: `${cursor}A` })).toEqual(notIts);
  }
  platform.time.now = new Date(platform.time.now.getTime() + 24 * 60 * 60 * 1000);
  for (const [operation, cursor] of cursors) {
    expect(await go(gym, operation, { cursor })).toEqual([400, expect.stringContaining('expired')]);
  }
});
