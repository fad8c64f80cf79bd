import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { StaffContext } from '#lib/server/auth/load-staff.ts';
import { leaveStartedDesk } from '#lib/server/base/desk-context.ts';
import { newRequestContext, runInContext } from '#lib/server/log/request-context.ts';
import { createDeskMetrics } from '#lib/server/metrics/desk-metrics.ts';
import type { AskedRead } from '#lib/wire/reads/find-read.ts';
import { longestPartMs, readTogether } from './read-together.ts';

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
  leaveStartedDesk({ desk: context.desk });
});
afterEach(() => void vi.useRealTimers());

const refused = (status: number, error: object) => ({
  status,
  body: { ok: false, error: expect.objectContaining(error) },
});

test('each read is counted under its own route and status, and one that fails has its own log line', async () => {
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
  const method = 'GET';
  const today = { method, route: '/api/desk/taps/today', status: 500 };
  const present = { method, route: '/api/desk/presence', status: 200 };
  const profile = { method, route: '/api/desk/members/[accountId]', status: 404 };
  const { values } = await desk.metrics.requests.get();
  expect(values.map(({ labels }) => labels)).toEqual([today, present, profile]);
  expect(lines).toMatchObject([
    { level: 'error', requestId, error: { message: expect.stringContaining('does not exist') } },
    { level: 'warn', requestId, ...today, code: 'unexpected' },
    { level: 'info', requestId, ...profile, code: 'notFound' },
  ]);
  expect(ofRequest.code).toBeUndefined();
});

test('a read that takes long, as while its table is locked, is to be retried, and the others are answered', async () => {
  vi.useFakeTimers();
  const answer = (_: StaffContext, { name }: AskedRead) =>
    name === 'tapsOfToday' ? new Promise(() => {}) : Promise.resolve(name);
  const told = vi.fn();
  void readTogether(context, { read: ['/taps/today', '/presence'] }, answer).then(told);
  await vi.advanceTimersByTimeAsync(longestPartMs);
  const late = refused(503, { code: 'deskUnreachable', retryable: true });
  expect(told.mock.calls).toEqual([[{ answers: [late, { status: 200, body: 'presence' }] }]]);
});
