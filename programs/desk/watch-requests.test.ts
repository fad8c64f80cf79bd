import http from 'node:http';
import type net from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { noteFailure, noteProblem } from '#lib/server/log/request-context.ts';
import { createDeskMetrics } from '#lib/server/metrics/desk-metrics.ts';
import type { Log } from '#shared/log/log.ts';
import { until } from '#shared/testing/until.ts';
import { readMetrics } from '#tools/testing/read-metrics.ts';
import { watchRequests } from './watch-requests.ts';

const routeOf = (url: string) => {
  if (url.startsWith('/_next/static/')) return '/_next/static/';
  return url.startsWith('/members/') ? '/members/[accountId]' : 'unknown';
};
const actionOf = (id: string) => (id === '40ab' ? 'saveMember' : undefined);
const lines: { level: string; what: object; message: string }[] = [];
const logAs = (level: string) => (what: object, message: string) => void lines.push({ level, what, message });

let server: http.Server;
afterEach(() => {
  lines.length = 0;
  server.close();
});

async function serve(handle: http.RequestListener) {
  const metrics = createDeskMetrics();
  // safe because: a line is written by one of these
  const log = { info: logAs('info'), warn: logAs('warn'), error: logAs('error') } as Log;
  server = http.createServer(watchRequests(handle, { log, metrics }, { routeOf, actionOf }));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as net.AddressInfo; // safe because: it listens on TCP
  return { url: `http://127.0.0.1:${port}`, metrics };
}

test('a request is one log line, and neither log nor metrics contain its address, headers or response', async () => {
  const { url, metrics } = await serve((request, response) => {
    response.end(`Lena Canary ${request.headers['x-request-id']}`);
  });
  const answer = await fetch(`${url}/members/canary@example.com?value=0x04CANARY`, {
    method: 'POST',
    headers: { 'x-request-id': 'canary', cookie: 'canary=1', referer: `${url}/canary` },
    body: 'canary',
  });
  await until(() => expect(lines).toHaveLength(1));
  const requestId = answer.headers.get('x-request-id');
  expect(requestId).toMatch(/^[0-9a-f-]{36}$/);
  expect(await answer.text()).toBe(`Lena Canary ${requestId}`);
  expect(lines[0]).toEqual({
    level: 'info',
    what: {
      requestId,
      method: 'POST',
      route: '/members/[accountId]',
      status: 200,
      ms: expect.any(Number),
    },
    message: 'request',
  });
  const served = await metrics.registry.metrics();
  expect(readMetrics(served).get('desk_requests_total')?.samples).toEqual([
    { name: 'desk_requests_total', labels: { route: '/members/[accountId]', method: 'POST', status: '200' }, value: 1 },
  ]);
  expect(served + JSON.stringify(lines)).not.toMatch(/canary/i);
});

test('a failure is a warning, and a file of the build is not logged', async () => {
  const { url } = await serve((request, response) => {
    response.writeHead(request.url?.startsWith('/_next') ? 200 : 500).end();
  });
  await fetch(`${url}/_next/static/a.js`);
  await fetch(`${url}/elsewhere`);
  await until(() => expect(lines).toHaveLength(1));
  expect(lines).toMatchObject([{ level: 'warn', what: { route: 'unknown', status: 500 } }]);
});

test('the notes and the server action of a request are in its own line, even with concurrent requests', async () => {
  const { url } = await serve(async (_, response) => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    noteFailure('conflict');
    noteProblem({ operation: 'replaceAccount', kind: 'rejected', status: 409, platformRequestId: 'p-1' });
    response.end();
  });
  const answers = await Promise.all(
    ['40ab', 'canary'].map((action) => fetch(url, { method: 'POST', headers: { 'next-action': action } })),
  );
  await until(() => expect(lines).toHaveLength(2));
  const told = { code: 'conflict', platform: [{ operation: 'replaceAccount', platformRequestId: 'p-1' }] };
  for (const answer of answers) {
    const requestId = answer.headers.get('x-request-id');
    expect(lines.filter(({ what }) => 'requestId' in what && what.requestId === requestId)).toMatchObject([
      { level: 'info', what: told },
    ]);
  }
  expect(lines.map(({ what }) => 'action' in what && what.action).toSorted()).toEqual([false, 'saveMember']);
  expect(JSON.stringify(lines)).not.toContain('canary');
});
