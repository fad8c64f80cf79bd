import http from 'node:http';
import type net from 'node:net';
import { Hono } from 'hono';
import { Counter, Histogram, Registry } from 'prom-client';
import { afterEach, expect, test } from 'vitest';
import { createLog as createDeskLog } from '#lib/server/log/log.ts';
import { createLog as createPlatformLog } from '#platform/base/log.ts';
import type { PlatformEnv } from '#platform/http/environment.ts';
import { nameAndLogRequests } from '#platform/http/request-id.ts';
import { until } from '#shared/testing/until.ts';
import { readSource, sourceFilesOf } from '#tools/guards/source-files.ts';
import { watchRequests } from './desk/watch-requests.ts';

type Line = Record<string, unknown>;

/** Both logs, each with the lines it has written. */
function openLogs() {
  const lines = { desk: [] as Line[], platform: [] as Line[] };
  const into = (program: keyof typeof lines) => ({
    write: (line: string) => void lines[program].push(JSON.parse(line)),
  });
  const logs = { desk: createDeskLog(into('desk')), platform: createPlatformLog('info', into('platform')) };
  return { lines, logs };
}

const fieldsOf = (value: unknown): string[] => Object.keys(value as Line).sort(); // safe because: a line is an object
const servers: http.Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

test('a failure is logged with the same fields by both programs', () => {
  const { lines, logs } = openLogs();
  const cause = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:1'), {
    code: 'ECONNREFUSED',
    syscall: 'connect',
  });
  for (const log of [logs.desk, logs.platform]) {
    log.error({ requestId: 'r-1', error: new Error('the database is away', { cause }) }, 'a request failed');
  }
  const [desk = {}, platform = {}] = [lines.desk[0], lines.platform[0]];
  expect(fieldsOf(desk)).toEqual(['error', 'hostname', 'level', 'msg', 'pid', 'program', 'requestId', 'time']);
  expect({ ...desk, program: '', time: 0 }).toEqual({ ...platform, program: '', time: 0 });
  expect([desk.program, platform.program]).toEqual(['desk', 'platform']);
  expect(desk.error).toMatchObject({
    type: 'Error',
    message: 'the database is away',
    cause: { message: 'connect ECONNREFUSED 127.0.0.1:1', code: 'ECONNREFUSED' },
  });
});

test.each([200, 404, 503])(
  'a request answered with %d is logged with the same fields and level by both',
  async (status) => {
    const { lines, logs } = openLogs();
    const registers = [new Registry()];
    const metrics = {
      requests: new Counter({ name: 'requests', help: 'r', labelNames: ['route', 'method', 'status'], registers }),
      requestDuration: new Histogram({ name: 'duration', help: 'd', labelNames: ['route'], registers }),
    };
    const answer: http.RequestListener = (_request, response) => void response.writeHead(status).end();
    const names = { routeOf: () => '/members', actionOf: () => undefined };
    const server = http.createServer(watchRequests(answer, { log: logs.desk, metrics }, names));
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as net.AddressInfo; // safe because: it listens on TCP
    await (await fetch(`http://127.0.0.1:${port}/members`)).text();
    await until(() => expect(lines.desk).toHaveLength(1));

    const app = new Hono<PlatformEnv>().use(nameAndLogRequests(logs.platform));
    app.get('/members', () => new Response(null, { status }));
    await app.request('/members');

    const [desk = {}, platform = {}] = [lines.desk[0], lines.platform[0]];
    expect(fieldsOf(desk)).toEqual(fieldsOf(platform));
    const same = ({ level, method, route, status, msg }: Line) => ({ level, method, route, status, msg });
    expect(same(desk)).toEqual(same(platform));
  },
);

test('both programs open their logs with the shared format', () => {
  const opening = /\bpino\(/;
  const sources = sourceFilesOf('app', 'lib', 'platform', 'shared', 'programs', 'tools').filter(
    (file) => !/test|chaos|conformance|bench/.test(file),
  );
  expect(sources.filter((file) => opening.test(readSource(file)))).toEqual(['shared/log/log.ts']);
});
