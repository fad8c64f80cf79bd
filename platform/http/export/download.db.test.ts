import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPlatformSeal } from '#platform/base/seal.ts';
import type { RunningJobs } from '#platform/jobs/start.ts';
import { openServer } from '#platform/server.ts';
import { pathOfFile } from '#platform/services/exports/files/link.ts';
import { readSettings } from '#platform/settings.ts';
import { askFile, finished, record, statusOf } from '#platform/testing/export-files.ts';
import { exportRules } from '#platform/testing/export-rules.ts';
import { startTestJobs } from '#platform/testing/jobs.ts';
import { createMember } from '#platform/testing/members.ts';
import { startTestPlatform, type TestGym } from '#platform/testing/platform.ts';
import { workoutOf } from '#platform/testing/training.ts';

const now = '2026-11-21T09:41:07.000Z';
const platform = startTestPlatform({ now });
let jobs: RunningJobs;
let gym: TestGym;
let jobId: string;
let path: string;
let whole: string;
const load = (headers: Record<string, string> = {}, method = 'GET') => platform.app.request(path, { headers, method });

beforeAll(async () => {
  jobs = await startTestJobs(platform);
  gym = await platform.newGym();
  const accountId = await createMember(gym, { firstName: 'Zoë' });
  const days = Array.from({ length: 20 }, (_, day) => new Date(Date.UTC(2026, 10, day + 1)));
  await record(
    platform,
    gym,
    days.map((when) => workoutOf(accountId, when)),
  );
  jobId = await askFile(gym, { fileType: 'CSV' });
  path = await finished(platform, gym, jobId);
  whole = await (await load()).text();
});
afterAll(() => jobs.stop());

test('the URL starts with the configured base, whatever host was requested', async () => {
  const headers = { host: 'evil.example.com', 'x-forwarded-host': 'evil.example.com' };
  const { body } = await gym.askExport('getAsyncExportJobStatus', { path: { jobId }, headers });
  expect(body.downloadURL).toMatch(/^https:\/\/platform\.example\.org\/exports\/[\w.-]{100,300}$/);
});

test('the file needs no key, is an attachment with its name, and must not be cached', async () => {
  const answer = await load();
  expect(answer.status).toBe(200);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'text/csv; charset=utf-8; header=present',
    'content-disposition': 'attachment; filename="smart-strength-workouts_2026-11-01_2026-11-30.csv"',
    'content-length': String(Buffer.byteLength(whole)),
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    vary: 'Accept-Encoding',
    etag: expect.stringMatching(/^"[0-9a-f]{64}"$/),
  });
  expect(answer.headers.get('set-cookie')).toBeNull();
});

test('an interrupted download resumes where it ended', async () => {
  const etag = (await load()).headers.get('etag') ?? '';
  const half = Math.floor(Buffer.byteLength(whole) / 2);
  const first = await load({ range: `bytes=0-${half - 1}` });
  const rest = await load({ range: `bytes=${half}-`, 'if-range': etag });
  expect([first.status, rest.status]).toEqual([206, 206]);
  expect(rest.headers.get('content-range')).toBe(
    `bytes ${half}-${Buffer.byteLength(whole) - 1}/${Buffer.byteLength(whole)}`,
  );
  const bytes = [await first.arrayBuffer(), await rest.arrayBuffer()].map((part) => Buffer.from(part));
  expect(Buffer.concat(bytes).toString()).toBe(whole);
});

test('it starts again if the partial download is of another file', async () => {
  const answer = await load({ range: 'bytes=10-', 'if-range': '"of another file"' });
  expect([answer.status, await answer.text()]).toEqual([200, whole]);
});

test('a range beyond the end is refused with the length', async () => {
  const answer = await load({ range: 'bytes=999999999-' });
  expect([answer.status, answer.headers.get('content-range')]).toEqual([416, `bytes */${Buffer.byteLength(whole)}`]);
});

test('an unchanged file is not sent again', async () => {
  const etag = (await load()).headers.get('etag') ?? '';
  const answer = await load({ 'if-none-match': `"other", W/${etag}` });
  expect([answer.status, await answer.text()]).toEqual([304, '']);
  expect((await load({ 'if-none-match': '"other"' })).status).toBe(200);
});

test('a client that accepts gzip gets it, with a separate ETag; ranges apply to the uncompressed file', async () => {
  const plain = await load({ 'accept-encoding': 'gzip;q=0, identity' });
  const packed = await load({ 'accept-encoding': 'br, gzip' });
  expect(packed.headers.get('content-encoding')).toBe('gzip');
  expect(packed.headers.get('content-length')).toBeNull();
  expect(packed.headers.get('accept-ranges')).toBeNull();
  expect(gunzipSync(Buffer.from(await packed.arrayBuffer())).toString()).toBe(whole);
  expect(plain.headers.get('content-encoding')).toBeNull();
  expect(packed.headers.get('etag')).not.toBe(plain.headers.get('etag'));

  const range = await load({ 'accept-encoding': 'gzip', range: 'bytes=0-3' });
  expect([range.status, range.headers.get('content-encoding'), await range.text()]).toEqual([
    206,
    null,
    whole.slice(0, 4),
  ]);
  const mixed = await load({ range: 'bytes=4-', 'if-range': packed.headers.get('etag') ?? '' });
  expect([mixed.status, await mixed.text()]).toEqual([200, whole]);
});

test('over a socket, HEAD returns the length without a body, and an aborted download closes the file', async () => {
  const settings = readSettings({
    PLATFORM_DATABASE_URL: platform.url,
    PLATFORM_SECRET: 'x'.repeat(32),
    PLATFORM_PORT: '0',
  });
  const server = await openServer(platform.app.fetch, settings);
  try {
    const head = await fetch(server.url + path, { method: 'HEAD', headers: { 'accept-encoding': 'identity' } });
    expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(whole)));
    expect(await head.text()).toBe('');
    const packed = await fetch(server.url + path, { headers: { 'accept-encoding': 'gzip' } });
    expect([packed.headers.get('content-encoding'), await packed.text()]).toEqual(['gzip', whole]);
    await (await fetch(server.url + path)).body?.cancel();
  } finally {
    await server.close();
  }
});

test('guessed, forged, foreign, expired and deleted links are the same 404', async () => {
  const owner = { chainId: gym.chainId, gymId: gym.gymId, jobId };
  const { seal } = exportRules;
  const waiting = await platform.newGym();
  const unwritten = { chainId: waiting.chainId, gymId: waiting.gymId, jobId: '7e1c9f40-2b6d-4a85-9c3e-5f0a1b2c3d4e' };
  const changed = path.slice(0, -1) + (path.endsWith('A') ? 'B' : 'A');
  const wrong = [
    '/exports/x',
    '/exports/%00',
    '/exports/%E0%A4%A',
    `/exports/${jobId}`,
    changed,
    `${path}A`,
    pathOfFile(createPlatformSeal('a seal of somebody else, long enough'), owner),
    `/exports/${seal.close(JSON.stringify(Object.values(owner)), 'something else')}`,
    pathOfFile(seal, unwritten),
    pathOfFile(seal, { ...owner, gymId: waiting.gymId }),
    pathOfFile(seal, { ...owner, chainId: waiting.chainId }),
  ];
  const answers = await Promise.all(wrong.map((link) => platform.app.request(link)));
  const bodies = await Promise.all(answers.map((answer) => answer.text()));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]));
  expect([...new Set(bodies)]).toEqual(['{"message":"There is nothing at this path."}']);
});

test('a file missing in the store is the same 404, for every kind of request', async () => {
  const lostId = await askFile(gym);
  const lost = await finished(platform, gym, lostId);
  const [job] = await platform.rows<{ file_name: string }>('SELECT file_name FROM export_jobs WHERE job_id = $1', [
    lostId,
  ]);
  expect((await platform.app.request(lost)).status).toBe(200);
  await exportRules.store.remove(job?.file_name ?? '');
  const ways: Record<string, string>[] = [{}, { 'accept-encoding': 'gzip' }, { range: 'bytes=0-3' }];
  for (const headers of ways) {
    const answer = await platform.app.request(lost, { headers });
    expect([answer.status, await answer.text()]).toEqual([404, '{"message":"There is nothing at this path."}']);
    const { headers: told } = answer;
    for (const name of ['content-length', 'content-encoding', 'content-range', 'content-disposition', 'etag'])
      expect([name, told.get(name)]).toEqual([name, null]);
    expect(told.get('content-type')).toBe('application/json');
  }
});

test('remote clients need HTTPS, here as everywhere', async () => {
  const from = (socket: object) => ({ incoming: { socket: { remoteAddress: '192.168.1.5', ...socket } } });
  const others = ['/reference', '/console', '/api/v2/accounts', '/v1/alive', '/api/v1/data/analytics'];
  for (const address of [path, ...others]) {
    const plain = await platform.app.request(address, {}, from({}));
    expect([address, plain.status, await plain.text()]).toEqual([address, 403, expect.stringContaining('HTTPS')]);
    expect([address, (await platform.app.request(address, {}, from({ encrypted: true }))).status]).not.toContain(403);
  }
  expect(await (await platform.app.request(path, {}, from({ encrypted: true }))).text()).toBe(whole);
});

test('the log contains the route of a link, never the link', () => {
  const log = JSON.stringify(platform.logged);
  expect(log).toContain('"route":"/exports/:token"');
  expect(log).not.toContain(path.slice('/exports/'.length, 40));
});

test('after 24 hours the job has expired, and the link is 404, even before a worker has processed the expiry', async () => {
  const written = platform.time.now.getTime();
  platform.time.now = new Date(written + 24 * 60 * 60 * 1000 - 1);
  expect((await load()).status).toBe(200);
  platform.time.now = new Date(written + 24 * 60 * 60 * 1000);
  expect(await statusOf(gym, jobId)).toEqual({ status: 'EXPIRED' });
  expect((await load()).status).toBe(404);
  platform.time.now = new Date(now);
});
