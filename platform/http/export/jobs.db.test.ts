import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { askFile, fileRequest, statusOf } from '#platform/testing/export-files.ts';
import { startTestPlatform } from '#platform/testing/platform.ts';

const platform = startTestPlatform();

test('a job is in progress from the start, and has no URL before its file exists', async () => {
  const gym = await platform.newGym();
  const { body } = await gym.askExport('createAsyncExportJob', { body: fileRequest() });
  expect(body.status).toBe('IN_PROGRESS');
  expect(await statusOf(gym, body.jobId)).toEqual({ status: 'IN_PROGRESS' });
});

test.each([
  ['left out', undefined],
  ['null', null],
])('a file type that is %s is JSONL', async (_, fileType) => {
  const gym = await platform.newGym();
  const { body } = await gym.askExport('createAsyncExportJob', { body: { ...fileRequest(), fileType } });
  const rows = await platform.rows('SELECT file_type FROM export_jobs WHERE job_id = $1', [body.jobId]);
  expect(rows).toEqual([{ file_type: 'JSONL' }]);
});

const { exportType: _, ...withoutType } = fileRequest();
test.each<[string, unknown, RegExp]>([
  ['no start', { ...fileRequest(), startDate: undefined }, /startDate: Must be present/],
  ['no type', withoutType, /exportType: Must be present/],
  ['an unknown type', { ...fileRequest(), exportType: 'ANALYTICS' }, /exportType: .*SMART_STRENGTH_WORKOUTS/],
  ['an unknown format', { ...fileRequest(), fileType: 'XML' }, /fileType: .*JSONL/],
  ['a format in lower case', { ...fileRequest(), fileType: 'csv' }, /fileType: /],
  ['a day that does not exist', { ...fileRequest(), endDate: '2026-11-31' }, /endDate: Must be one date/],
  ['a number as a day', { ...fileRequest(), startDate: 20261101 }, /startDate: /],
  ['a reversed range', { ...fileRequest(), endDate: '2026-10-31' }, /endDate must not lie before startDate/],
  [
    'a day older than a year',
    { ...fileRequest(), startDate: '2025-11-20', endDate: '2025-12-01' },
    /startDate must be 2025-11-21 or later/,
  ],
  ['a list', [fileRequest()], /not a JSON object/],
  ['text', '"all of it"', /not a JSON object/],
  ['a body that is not JSON', '{"startDate":', /not valid JSON/],
  ['1 MB and more', { ...fileRequest(), more: 'x'.repeat(1024 * 1024) }, /longer than 1 MB/],
])('%s is refused with one sentence', async (_, body, message) => {
  const gym = await platform.newGym();
  const answer = await gym.askExport('createAsyncExportJob', { body });
  expect(answer.status).toBe(400);
  expect(answer.body.message).toMatch(message);
  expect(await platform.rows('SELECT FROM export_jobs WHERE gym_id = $1', [gym.gymId])).toEqual([]);
});

test('365 days that end in the future are accepted', async () => {
  const gym = await platform.newGym();
  await askFile(gym, { startDate: '2025-11-21', endDate: '2026-11-21' });
  await askFile(gym, { startDate: '2026-11-21', endDate: '2027-11-21' });
  const tooLong = await gym.askExport('createAsyncExportJob', {
    body: fileRequest({ startDate: '2025-11-21', endDate: '2026-11-22' }),
  });
  expect(tooLong.body.message).toMatch(/at most 365 days/);
});

test('a body that is not declared as JSON is refused', async () => {
  const gym = await platform.newGym();
  const headers = { 'content-type': 'text/plain' };
  const { status, body } = await gym.askExport('createAsyncExportJob', { body: fileRequest(), headers });
  expect([status, body.message]).toEqual([400, 'The Content-Type must be application/json.']);
});

test('a job is visible only to its gym, and everything else is the same 404', async () => {
  const gym = await platform.newGym();
  const sibling = await platform.newGym({ chainId: gym.chainId });
  const stranger = await platform.newGym();
  const jobId = await askFile(gym);
  const answers = [
    await sibling.askExport('getAsyncExportJobStatus', { path: { jobId } }),
    await stranger.askExport('getAsyncExportJobStatus', { path: { jobId } }),
    await gym.askExport('getAsyncExportJobStatus', { path: { jobId: randomUUID() } }),
    await gym.askExport('getAsyncExportJobStatus', { path: { jobId: 'job 1' } }),
  ];
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]));
  expect(new Set(answers.map(({ body }) => body.message)).size).toBe(1);
  expect(await statusOf(gym, jobId.toUpperCase())).toEqual({ status: 'IN_PROGRESS' });
});

test('a key without the permission "export" gets neither a file nor information about one', async () => {
  const gym = await platform.newGym();
  const jobId = await askFile(gym);
  const headers = { 'x-api-key': await platform.newKey(gym, ['accounts']) };
  for (const { status } of [
    await gym.askExport('createAsyncExportJob', { body: fileRequest(), headers }),
    await gym.askExport('getAsyncExportJobStatus', { path: { jobId }, headers }),
  ]) {
    expect(status).toBe(403);
  }
});

test.each(['a%00b', 'a%zzb', '%ff'])('a job id that cannot be decoded is not found: %s', async (jobId) => {
  const gym = await platform.newGym();
  const response = await platform.app.request(`/api/v1/data/async/jobs/${jobId}`, {
    headers: { 'x-api-key': gym.apiKey },
  });
  expect(response.status).toBe(404);
});
