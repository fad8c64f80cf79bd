import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { findFreePort } from '#programs/base/free-ports.ts';
import type { Readiness } from '#shared/database/readiness.ts';
import { askAtOnce } from '#shared/testing/ask-at-once.ts';
import { openDeskServer } from './desk-server.ts';

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

async function open() {
  const port = await findFreePort();
  const desk = await openDeskServer({ port, host: '127.0.0.1' });
  ends.push(desk.close);
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  ends.push(() => agent.destroy());
  const ask = (path: string): Promise<[number | undefined, string]> =>
    new Promise((resolve, reject) => {
      const request = http.get({ port, path, agent }, (answer) => {
        let text = '';
        answer.on('data', (chunk) => {
          text += chunk;
        });
        answer.on('end', () => resolve([answer.statusCode, text]));
      });
      request.on('error', reject);
    });
  const serve = (readiness: Readiness) =>
    desk.serve(
      (_, answer) => answer.end('a page'),
      async () => readiness,
    );
  return { port, desk, ask, serve };
}

test('a starting desk is alive, and not ready', async () => {
  const { ask } = await open();
  expect(await ask('/health')).toEqual([200, '{"status":"alive"}']);
  expect(await ask('/ready')).toEqual([503, '{"status":"starting"}']);
  expect(await ask('/')).toEqual([503, 'The desk is starting.']);
});

test('a connection stays open for longer than proxies keep it', async () => {
  const { port } = await open();
  const { headers } = await fetch(`http://127.0.0.1:${port}/health`);
  expect(headers.get('keep-alive')).toBe('timeout=130');
});

test.each([
  ['ready', 200],
  ['databaseAway', 503],
  ['notMigrated', 503],
] as const)('a desk that is %s says so with %i, and is alive', async (readiness, status) => {
  const { ask, serve } = await open();
  serve(readiness);
  expect(await ask('/ready?at=any')).toEqual([status, `{"status":"${readiness}"}`]);
  expect(await ask('/health')).toEqual([200, '{"status":"alive"}']);
  expect(await ask('/ready/more')).toEqual([200, 'a page']);
});

test('liveness and readiness checks are answered here, and are neither logged nor counted as requests', async () => {
  const { desk, ask } = await open();
  const handled: (string | undefined)[] = [];
  desk.serve(
    ({ url }, answer) => {
      handled.push(url);
      answer.end('a page');
    },
    async () => 'ready',
  );
  for (const path of ['/health', '/health?at=any', '/ready', '/ready?at=any', '/', '/ready/more']) await ask(path);
  expect(handled).toEqual(['/', '/ready/more']);
});

test('a stopping desk is not ready, and reports it on open connections', async () => {
  const { desk, ask, serve } = await open();
  serve('ready');
  expect(await ask('/ready')).toEqual([200, '{"status":"ready"}']);
  const drained = desk.drain();
  expect(await ask('/ready')).toEqual([503, '{"status":"stopping"}']);
  await drained;
});

test('a connection that pipelines many requests begins one request, and is closed', async () => {
  const { port, desk, ask } = await open();
  const begun: http.ServerResponse[] = [];
  desk.serve(
    (_, answer) => begun.push(answer),
    async () => 'ready',
  );
  await askAtOnce(port, '/', 1_000);
  expect(begun).toHaveLength(1);
  expect(await ask('/health')).toEqual([200, '{"status":"alive"}']);
  await desk.drain();
});

test('a second program at the port of a desk is refused, until the desk has stopped', async () => {
  const { port, desk } = await open();
  const second = () => openDeskServer({ port, host: '127.0.0.1' });
  await expect(second()).rejects.toThrow(`Port ${port} on 127.0.0.1 is already in use`);
  const other = net.createServer().listen(port, '127.0.0.1');
  await expect(once(other, 'listening')).rejects.toMatchObject({ code: 'EADDRINUSE' });
  await desk.drain();
  ends.push((await second()).close);
});

test.runIf(process.platform === 'linux')('of desks that start together at a port, one opens', async () => {
  const port = await findFreePort();
  const start = () => openDeskServer({ port, host: 'localhost' });
  const starts = await Promise.allSettled(Array.from({ length: 4 }, start));
  for (const one of starts) if (one.status === 'fulfilled') ends.push(one.value.close);
  expect(starts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('a desk is refused a port that another program listens on', async () => {
  const other = net.createServer().listen(0, '127.0.0.1');
  ends.push(() => other.close());
  await once(other, 'listening');
  const { port } = other.address() as net.AddressInfo; // safe because: it listens on TCP
  await expect(openDeskServer({ port, host: '127.0.0.1' })).rejects.toThrow('is already in use');
});

test('a desk has a single socket where the system lets none share a port', async () => {
  const { listen } = net.Server.prototype;
  const listened: net.Server[] = [];
  const spy = vi.spyOn(net.Server.prototype, 'listen').mockImplementation(function (this: net.Server, ...args) {
    if ((args[0] as net.ListenOptions).reusePort) {
      process.nextTick(() => this.emit('error', Object.assign(new Error('not supported'), { code: 'ENOTSUP' })));
      return this;
    }
    listened.push(this);
    return Reflect.apply(listen, this, args);
  });
  ends.push(() => spy.mockRestore());
  const { desk, ask } = await open();
  expect(await ask('/health')).toEqual([200, '{"status":"alive"}']);
  const onTcp = listened.filter((server) => typeof server.address() === 'object' && server.listening);
  expect(onTcp).toEqual([desk.server]);
});

// Node 20 shares no ports
describe.runIf(process.platform === 'linux' && Number.parseInt(process.versions.node, 10) >= 24)(
  'two hundred connections that wait at once',
  () => {
    const connectAll = `
      const sockets = Array.from({ length: 200 }, () => require('node:net').connect(process.argv[1], '127.0.0.1'));
      Promise.all(sockets.map((socket) => require('node:events').once(socket, 'connect'))).then(() => process.exit());`;

    /** The turns of the event loop until a server has accepted them all, which wait in the kernel from the first turn on. */
    async function countTurns(server: net.Server): Promise<number> {
      let accepted = 0;
      server.on('connection', (socket) => {
        accepted += 1;
        socket.on('error', () => {});
      });
      const { port } = server.address() as net.AddressInfo; // safe because: it listens on TCP
      // by another process while this one stands still
      execFileSync(process.execPath, ['-e', connectAll, String(port)]);
      let turns = 0;
      for (; accepted < 200; turns += 1) await turn();
      return turns;
    }

    test('are accepted by a desk in few turns of its event loop', async () => {
      const { desk } = await open();
      expect(await countTurns(desk.server)).toBeLessThan(100);
    });

    test('take a turn each at a single socket, which is why a desk has several', async () => {
      const server = net.createServer().listen(0, '127.0.0.1');
      ends.push(() => server.close());
      await once(server, 'listening');
      expect(await countTurns(server)).toBeGreaterThanOrEqual(200);
    });
  },
);
