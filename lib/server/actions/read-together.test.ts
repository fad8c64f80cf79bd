import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { StaffContext } from '#lib/server/auth/load-staff.ts';
import { leaveStartedDesk } from '#lib/server/base/desk-context.ts';
import { newRequestContext, runInContext } from '#lib/server/log/request-context.ts';
import { createDeskMetrics } from '#lib/server/metrics/desk-metrics.ts';
import type { AskedRead } from '#lib/wire/reads/find-read.ts';
import { readTogether } from './read-together.ts';

const lines: object[] = [];
const write = (level: string) => (what: object) => void lines.push({ level, ...what });
const desk = {
  log: { info: write('info'), warn: write('warn'), error: write('error') },
  metrics: createDeskMetrics(),
};
// safe because: these reads use no more of it
const context = { desk, staff: { role: 'reception' } } as unknown as StaffContext;

beforeEach(() => {
  lines.length = 0;
  desk.metrics.requests.reset();
  desk.metrics.listReads.reset();
  leaveStartedDesk({ desk: context.desk });
});
afterEach(() => void vi.useRealTimers());

const refused = (status: number, error: object) => ({
  status,
  body: { ok: false, error: expect.objectContaining(error) },
});

test('each read is counted under its own route and status, not as a request, and one that fails has its own log line', async () => {
  const answer = async (_: StaffContext, { name }: AskedRead) => {
    if (name === 'tapsOfToday') throw new Error('relation "taps" does not exist');
    return name;
  };
  const ofRequest = newRequestContext();
  const { requestId } = ofRequest;
  const { answers } = await runInContext(ofRequest, () =>
    readTogether(context, { read: ['/taps/today', '/presence', '/members/lena-canary'] }, answer),
  );
  expect(answers).toEqual([
    refused(500, { code: 'unexpected', requestId }),
    { status: 200, body: 'presence' },
    refused(404, { code: 'notFound', requestId }),
  ]);
  const today = { route: '/api/desk/taps/today', status: 500 };
  const present = { route: '/api/desk/presence', status: 200 };
  const profile = { route: '/api/desk/members/[accountId]', status: 404 };
  expect((await desk.metrics.requests.get()).values).toEqual([]);
  const { values } = await desk.metrics.listReads.get();
  expect(values.map(({ labels }) => labels)).toEqual([today, present, profile]);
  expect(lines).toMatchObject([
    { level: 'error', requestId, error: { message: expect.stringContaining('does not exist') } },
    { level: 'warn', requestId, method: 'GET', ...today, code: 'unexpected' },
    { level: 'info', requestId, method: 'GET', ...profile, code: 'notFound' },
  ]);
  expect(ofRequest.code).toBeUndefined();
});

test('a request has one reading under way, however long it takes, as it has one place at the door', async () => {
  vi.useFakeTimers();
  const begun: string[] = [];
  const today = Promise.withResolvers<unknown>();
  const answer = (_: StaffContext, { name }: AskedRead) => {
    begun.push(name);
    return name === 'tapsOfToday' ? today.promise : Promise.resolve(name);
  };
  const answered = readTogether(context, { read: ['/taps/today', '/presence'] }, answer);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(begun).toEqual(['tapsOfToday']);
  today.resolve('today');
  expect(await answered).toEqual({
    answers: [
      { status: 200, body: 'today' },
      { status: 200, body: 'presence' },
    ],
  });
});
