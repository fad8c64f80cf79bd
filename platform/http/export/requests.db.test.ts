import { expect, onTestFinished, test } from 'vitest';
import { operations } from '#contracts/export/operations.ts';
import { readAnswer } from '#platform/testing/client.ts';
import { contentsOf } from '#platform/testing/contents.ts';
import { expectExportFailure } from '#platform/testing/export-client.ts';
import { exportOperationIds, sampleExport } from '#platform/testing/export-samples.ts';
import { startTestPlatform, type TestGym } from '#platform/testing/platform.ts';

const platform = startTestPlatform();
const pageOperations = exportOperationIds.filter((one) => one.endsWith('Export') && one !== 'getOptedOutUsersExport');

async function send({ apiKey }: TestGym, address: string, init: RequestInit = {}) {
  platform.time.now = new Date(platform.time.now.getTime() + 1000);
  const headers = { 'x-api-key': apiKey, ...init.headers };
  const answer = await readAnswer(await platform.app.request(`/api/v1/data${address}`, { ...init, headers }));
  if (answer.status >= 400) expectExportFailure(answer);
  return answer;
}

const pathOf = (operation: keyof typeof operations) =>
  operations[operation].path.slice('/api/v1/data'.length).replace('{jobId}', '7e1c9f40-2b6d-4a85-9c3e-5f0a1b2c3d4e');

test.each([
  ['', /startDate: Must be present.*endDate: Must be present/],
  ['startDate=2026-11-01', /endDate: Must be present/],
  ['startdate=2026-11-01&ENDDATE=2026-11-02', /startDate: Must be present.*endDate: Must be present/],
  ['startDate=&endDate=', /startDate: Must be one date in the format yyyy-MM-dd/],
  ['startDate=2026-11-01&startDate=2026-11-01&endDate=2026-11-02', /startDate: Must be one date/],
  ['startDate=2026-11-01&endDate=2026-11-02&endDate=2026-11-03', /endDate: Must be one date/],
  ['startDate=2026-11-31&endDate=2026-12-01', /startDate: Must be one date/],
  ['startDate=2026-02-29&endDate=2026-03-01', /startDate: Must be one date/],
  ['startDate=2026-11-1&endDate=2026-11-02', /startDate: Must be one date/],
  ['startDate=01.11.2026&endDate=20261102', /startDate: Must be one date.*endDate: Must be one date/],
  ['startDate=2026-11-01T00:00:00Z&endDate=2026-11-02', /startDate: Must be one date/],
  ['startDate=%202026-11-01&endDate=2026-11-02', /startDate: Must be one date/],
  ['startDate=+012026-11-01&endDate=2026-11-02', /startDate: Must be one date/],
  ['startDate=0000-01-01&endDate=0000-01-02', /startDate: Must be a date after the year 0/],
  ['startDate=2026-11-02&endDate=2026-11-01', /^endDate must not lie before startDate\.$/],
  ['startDate=2026-11-01&endDate=2026-11-02&cursor=', /^cursor is not the nextCursor/],
  ['startDate=2026-11-01&endDate=2026-11-02&cursor=v1.AAAA', /^cursor is not the nextCursor/],
  ['startDate=2026-11-01&endDate=2026-11-02&cursor=a&cursor=b', /cursor: Must be one nextCursor/],
  ['startDate=2026-11-01&endDate=2026-11-02&Cursor=a', /Cursor: Is written "cursor"/],
])('every page refuses ?%s with a message that says what to do', async (query, message) => {
  const gym = await platform.newGym();
  for (const operation of pageOperations) {
    const { status, body } = await send(gym, `${pathOf(operation)}?${query}`);
    expect([operation, status, body.message]).toEqual([operation, 400, expect.stringMatching(message)]);
  }
});

test('a cursor of 100,000 characters is invalid', async () => {
  const gym = await platform.newGym();
  const query = { startDate: '2026-11-01', endDate: '2026-11-02', cursor: `v1.${'A'.repeat(100_000)}` };
  for (const operation of pageOperations) {
    const { status, body } = await gym.askExport(operation, { query });
    expect([operation, status, body.message]).toEqual([
      operation,
      400,
      expect.stringContaining('is not the nextCursor'),
    ]);
  }
});

test.each([
  [31, 'getSmartStrengthWorkoutsExport'],
  [31, 'getSmartStrengthAssessmentsExport'],
  [31, 'getFlexibilityMeasurementsExport'],
  [31, 'getBodyMeasurementsExport'],
  [366, 'getAnalyticsExport'],
] as const)('%i days are one too many for %s, and one fewer are not', async (days, operation) => {
  if (!exportOperationIds.includes(operation)) return;
  const gym = await platform.newGym();
  const start = Date.parse('2026-11-01');
  const statusOf = async (length: number) => {
    const endDate = new Date(start + length * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
    return (await gym.askExport(operation, { query: { startDate: '2026-11-01', endDate } })).status;
  };
  expect([await statusOf(days - 1), await statusOf(days)]).toEqual([200, 400]);
});

test('events start at most a month ago, in UTC', async () => {
  const gym = await platform.newGym({ timeZone: 'Pacific/Auckland' });
  const { now } = platform.time;
  onTestFinished(() => {
    platform.time.now = now;
  });
  platform.time.now = new Date('2027-03-31T23:59:59.000Z');
  const ask = (startDate: string) =>
    gym.askExport('getSmartStrengthWorkoutsExport', { query: { startDate, endDate: '2027-03-01' } });
  expect((await ask('2027-02-28')).status).toBe(200);
  const { status, body } = await ask('2027-02-27');
  expect([status, body.message]).toEqual([400, expect.stringContaining('startDate must be 2027-02-28 or later')]);
});

test('unknown parameters are ignored', async () => {
  const gym = await platform.newGym();
  const address = `${pathOf('getSmartStrengthWorkoutsExport')}?startDate=2026-11-20&endDate=2026-11-21`;
  for (const more of ['_=1', 'cursors=1', '__proto__=1', 'constructor=1', 'limit=1&limit=2']) {
    expect([more, (await send(gym, `${address}&${more}`)).status]).toEqual([more, 200]);
  }
});

test.each(['/nothing', '/', '', '/Analytics', '/analytics/', '/async/jobs', '/async/jobs/1/2'])(
  'the path %j is 404 with a message',
  async (path) => {
    const gym = await platform.newGym();
    const { status, body } = await send(gym, path);
    expect([status, Object.keys(body)]).toEqual([404, ['message']]);
  },
);

test.each(Object.values(operations))(
  '$path answers another method than $method with 405 and Allow',
  async (operation) => {
    const gym = await platform.newGym();
    const path = operation.path.slice('/api/v1/data'.length).replace('{jobId}', 'x');
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].filter(
      (one) => one !== operation.method,
    )) {
      const { status, headers } = await send(gym, path, { method });
      expect([method, status, headers.get('allow')]).toEqual([method, 405, operation.method]);
    }
  },
);

test.each(['/analytics?startDate=%zz', '/body-measurements?cursor=%', '/analytics?startDate=a%00b'])(
  'a value that cannot be decoded or contains NUL is 400: %s',
  async (path) => {
    expect((await send(await platform.newGym(), path)).status).toBe(400);
  },
);

test('reading changes nothing', async () => {
  const { gym, requests } = await sampleExport(platform);
  const before = await contentsOf(platform);
  for (const operation of exportOperationIds.filter((one) => operations[one].method === 'GET')) {
    await gym.askExport(operation, requests[operation]);
  }
  expect(await contentsOf(platform)).toEqual(before);
});

test('an unexpected failure is a constant 500; its cause is only in the log', async () => {
  const { gym, requests } = await sampleExport(platform);
  await platform.rows('ALTER TABLE strength_workouts RENAME TO workouts_hidden');
  try {
    platform.logged.length = 0;
    const { status, body, headers } = await gym.askExport(
      'getSmartStrengthWorkoutsExport',
      requests.getSmartStrengthWorkoutsExport,
    );
    expect([status, body]).toEqual([500, { message: 'Something went wrong on our side.' }]);
    const cause = platform.logged.find((line) => line.requestId === headers.get('x-request-id') && line.error);
    expect(JSON.stringify(cause)).toContain('strength_workouts');
  } finally {
    await platform.rows('ALTER TABLE workouts_hidden RENAME TO strength_workouts');
  }
});

test('no log line contains a key, a cursor, or personal data of a member', async () => {
  const { gym, requests, secrets } = await sampleExport(platform);
  platform.logged.length = 0;
  for (const operation of exportOperationIds) {
    const { query = {}, ...asked } = requests[operation];
    await gym.askExport(operation, { ...asked, query });
    await gym.askExport(operation, { ...asked, query: { ...query, cursor: 'canary', email: secrets.at(-1) ?? '' } });
  }
  await send(gym, `/nothing?account=${secrets[0]}`);
  expect(platform.logged.length).toBeGreaterThan(2 * exportOperationIds.length);
  const text = JSON.stringify(platform.logged);
  for (const secret of [...secrets, gym.apiKey, 'canary']) expect(text).not.toContain(secret);
});
