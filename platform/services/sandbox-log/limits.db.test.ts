import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { systemClock } from '#platform/base/clock-and-ids.ts';
import { createLog } from '#platform/base/log.ts';
import { startTestPlatform } from '#platform/testing/platform.ts';
import { until } from '#shared/testing/until.ts';
import { logAttempt } from './attempts.ts';
import { startDeletingOldEntries } from './delete-old-entries.ts';
import { listRequests } from './list-requests.ts';
import { type LoggedRequest, logLimits, openRequestLog, type RequestLog } from './request-log.ts';

const platform = startTestPlatform();

const logged: Record<string, unknown>[] = [];
const openLog = () =>
  openRequestLog({
    db: platform.db,
    clock: systemClock,
    log: createLog('info', { write: (line: string) => logged.push(JSON.parse(line)) }),
  });

const request = (changes: Partial<LoggedRequest> = {}): LoggedRequest => ({
  requestId: randomUUID(),
  at: systemClock(),
  durationMs: 1,
  interface: 'v2',
  operation: undefined,
  method: 'GET',
  path: '/',
  credential: undefined,
  gymId: undefined,
  status: 200,
  fault: undefined,
  requestBody: undefined,
  answerBody: undefined,
  ...changes,
});

const countOf = async (table: string) =>
  (await platform.rows<{ count: number }>(`SELECT count(*)::int AS count FROM ${table}`))[0]?.count;

test('the newest requests of a day are kept, however many there are', async () => {
  const log = openLog();
  const old = request({ at: new Date(systemClock().getTime() - (logLimits.hours + 1) * 3_600_000) });
  log.add(old);
  await log.flush();
  expect(await listRequests({ db: platform.db, log }, { limit: 10 })).toEqual([]);
  await platform.rows(
    `INSERT INTO sandbox_requests (request_id, at, duration_ms, interface, method, path)
     SELECT gen_random_uuid(), now(), 1, 'v2', 'GET', '/' FROM generate_series(1, $1)`,
    [logLimits.requests],
  );
  for (let index = 0; index < 1_000; index += 1) log.add(request({ path: `/${index}` }));
  await log.flush();
  expect(await countOf('sandbox_requests')).toBe(logLimits.requests);
  expect(await listRequests({ db: platform.db, log }, { limit: 1 })).toMatchObject([{ path: '/999' }]);
});

test('long bodies and paths are cut', async () => {
  const log = openLog();
  const long = 'x'.repeat(100_000);
  const { requestId } = request();
  log.add(request({ requestId, path: `/${long}`, requestBody: long, answerBody: long }));
  await log.flush();
  const [row] = await platform.rows<{ path: number; sent: number; answer: number }>(
    `SELECT length(path) AS path, length(request_body) AS sent, length(answer_body) AS answer
     FROM sandbox_requests WHERE request_id = $1`,
    [requestId],
  );
  expect(row).toEqual({ path: 2_000, sent: logLimits.bodyCharacters, answer: logLimits.bodyCharacters });
});

test('a request that cannot be stored is reported, and does not cost the others of its batch', async () => {
  const log = openLog();
  const { requestId } = request();
  log.add(request({ requestId: 'no id' }));
  log.add(request({ requestId, credential: `${'a'.repeat(19)}😀\u0000` }));
  await log.flush();
  expect(logged).toMatchObject([{ msg: 'requests of the sandbox were not logged' }]);
  expect(await platform.rows('SELECT 1 FROM sandbox_requests WHERE request_id = $1', [requestId])).toHaveLength(1);
});

test('a list waits for the requests before it, and not for those that come meanwhile', async () => {
  let writes = 0;
  const db = {
    find: async () => {
      writes += 1;
      log.add(request());
      return [];
    },
  } as unknown as typeof platform.db;
  const log: RequestLog = openRequestLog({ db, clock: systemClock, log: createLog('silent') });
  log.add(request());
  await Promise.all([log.flush(), log.flush(), log.flush()]);
  expect(writes).toBeLessThan(5);
});

test('a process that answers few requests deletes old ones too', async () => {
  const age = "now() - interval '40 days'";
  await platform.rows(
    `INSERT INTO sandbox_requests (request_id, at, duration_ms, interface, method, path)
     SELECT gen_random_uuid(), ${age}, 1, 'v2', 'GET', '/old' FROM generate_series(1, 10)`,
  );
  const log = openLog();
  log.add(request());
  await log.flush();
  expect(await platform.rows("SELECT 1 FROM sandbox_requests WHERE path = '/old'")).toEqual([]);
});

test('the newest attempts are kept, however many there are', async () => {
  await platform.rows(
    `INSERT INTO sandbox_attempts (delivery_id, gym_id, webhook_id, url, type, attempt, at, duration_ms, status)
     SELECT gen_random_uuid(), gen_random_uuid(), 1, 'x', 'TEST', 1, now(), 1, 204 FROM generate_series(1, $1)`,
    [logLimits.attempts + 99],
  );
  const ids = { deliveryId: randomUUID(), gymId: randomUUID(), webhookId: 1 };
  await platform.operate(({ sql }) =>
    logAttempt(sql, {
      ...ids,
      url: 'x',
      type: 'TEST',
      attempt: 1,
      at: systemClock(),
      durationMs: 1,
      status: 204,
      failure: null,
      signed: null,
      signature: null,
      answer: null,
    }),
  );
  expect(await countOf('sandbox_attempts')).toBe(logLimits.attempts);
});

test('old requests and attempts are deleted also while nothing happens', async () => {
  const age = "now() - interval '25 hours'";
  const addOld = async () => {
    await platform.rows(
      `INSERT INTO sandbox_requests (request_id, at, duration_ms, interface, method, path)
       VALUES (gen_random_uuid(), ${age}, 1, 'v2', 'GET', '/')`,
    );
    await platform.rows(
      `INSERT INTO sandbox_attempts (delivery_id, gym_id, webhook_id, url, type, attempt, at, duration_ms, logged_at)
       VALUES (gen_random_uuid(), gen_random_uuid(), 1, 'x', 'TEST', 1, now(), 1, ${age})`,
    );
  };
  const isOld = "at < now() - interval '24 hours'";
  const expectNone = () =>
    until(async () => {
      for (const old of [`sandbox_requests WHERE ${isOld}`, `sandbox_attempts WHERE logged_${isOld}`]) {
        expect(await countOf(old)).toBe(0);
      }
    });
  await addOld();
  const deletion = startDeletingOldEntries({ db: platform.db, log: createLog('silent'), everyMs: 20 });
  await expectNone();
  await addOld();
  await expectNone();
  await deletion.stop();
});
