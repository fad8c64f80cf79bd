import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { refusePipelined } from '#shared/network/refuse-pipelined.ts';
import { until } from '#shared/testing/until.ts';
import { createDrain } from './drain.ts';

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/**
 * A server with its drain. A request for /slow gets its response when `finish` is called. For /unended all bytes are
 * sent at once, but the response ends only then.
 */
async function open(longestMs = 20_000) {
  const waiting: http.ServerResponse[] = [];
  const arrived: (string | undefined)[] = [];
  const server = http.createServer(
    // otherwise an idle connection would be closed without the drain too
    { keepAliveTimeout: 0 },
    refusePipelined((request, response) => {
      if (request.url === '/unended') response.writeHead(200, { 'content-length': 8 }).write('answered');
      if (request.url === '/') response.end('answered');
      else waiting.push(response);
    }),
  );
  server.on('request', ({ url }) => arrived.push(url));
  const further = net.createServer((socket) => server.emit('connection', socket));
  const drain = createDrain(server, { longestMs, further: [further] });
  const listen = async (listener: net.Server) => {
    await once(listener.listen(0, '127.0.0.1'), 'listening');
    return (listener.address() as net.AddressInfo).port; // safe because: it listens on TCP
  };
  const [port, furtherPort] = [await listen(server), await listen(further)];
  ends.push(() => server.closeAllConnections());
  const finish = () => {
    for (const response of waiting.splice(0)) response.end(response.headersSent ? '' : 'answered');
  };
  return { drain, port, furtherPort, waiting, arrived, finish };
}

/** One keep-alive connection. */
async function connect(port: number) {
  const socket = net.connect(port, '127.0.0.1');
  await once(socket, 'connect');
  let heard = '';
  let isReset = false;
  socket.on('data', (chunk) => {
    heard += chunk;
  });
  socket.on('error', () => {
    isReset = true;
  });
  const ended = once(socket, 'close');
  return {
    ask: (path: string) => socket.write(`GET ${path} HTTP/1.1\r\nHost: desk\r\n\r\n`),
    hear: async (count: number) => {
      while (answersIn(heard).length < count) await once(socket, 'data');
    },
    /** Everything received until the server closed the connection. */
    end: async () => {
      await ended;
      return { answers: answersIn(heard), isReset };
    },
  };
}

const answersIn = (heard: string) =>
  heard
    .split('HTTP/1.1 ')
    .slice(1)
    .filter((answer) => answer.endsWith('answered') || answer.endsWith('\r\n0\r\n\r\n'))
    .map((answer) => ({ status: answer.slice(0, 3), ends: /^connection: close\r$/im.test(answer) }));

test('pending requests are answered before the shutdown, with connection: close', async () => {
  const { drain, port, waiting, finish } = await open();
  const windows = await Promise.all(Array.from({ length: 8 }, () => connect(port)));
  for (const { ask } of windows) ask('/slow');
  await until(() => expect(waiting).toHaveLength(8));
  const ended = drain.end();
  await expect(connect(port)).rejects.toThrow('ECONNREFUSED');
  finish();
  await ended;
  for (const { end } of windows) {
    expect(await end()).toEqual({ answers: [{ status: '200', ends: true }], isReset: false });
  }
});

test('the connections of a further listener are answered before the shutdown, and new ones refused', async () => {
  const { drain, furtherPort, waiting, finish } = await open();
  const window = await connect(furtherPort);
  window.ask('/slow');
  await until(() => expect(waiting).toHaveLength(1));
  let hasEnded = false;
  const ended = drain.end().then(() => {
    hasEnded = true;
  });
  await expect(connect(furtherPort)).rejects.toThrow('ECONNREFUSED');
  expect(hasEnded).toBe(false);
  finish();
  await ended;
  expect(await window.end()).toEqual({ answers: [{ status: '200', ends: true }], isReset: false });
});

test('a request that is still being received is answered, too', async () => {
  const { drain, port } = await open();
  const windows = await Promise.all(Array.from({ length: 8 }, () => connect(port)));
  for (const { ask } of windows) ask('/');
  await Promise.all(windows.map(({ hear }) => hear(1)));
  for (const { ask } of windows) ask('/');
  await drain.end();
  for (const { end } of windows) {
    const answers = [
      { status: '200', ends: false },
      { status: '200', ends: true },
    ];
    expect(await end()).toEqual({ answers, isReset: false });
  }
});

test('a pipelined request behind a pending response is answered, with connection: close', async () => {
  const { drain, port, arrived, finish } = await open();
  const window = await connect(port);
  window.ask('/unended');
  await window.hear(1);
  window.ask('/');
  await until(() => expect(arrived).toEqual(['/unended', '/']));
  const ended = drain.end();
  finish();
  await ended;
  const answers = [
    { status: '200', ends: false },
    { status: '200', ends: true },
  ];
  expect(await window.end()).toEqual({ answers, isReset: false });
});

test('idle connections do not delay the shutdown', async () => {
  const { drain, port } = await open();
  const [idle, untold] = [await connect(port), await connect(port)];
  idle.ask('/');
  await idle.hear(1);
  await drain.end();
  expect(await idle.end()).toEqual({ answers: [{ status: '200', ends: false }], isReset: false });
  expect(await untold.end()).toEqual({ answers: [], isReset: false });
});

test('a response that never comes delays the shutdown only until the timeout', async () => {
  const { drain, port, waiting } = await open(50);
  const window = await connect(port);
  window.ask('/slow');
  await until(() => expect(waiting).toHaveLength(1));
  await drain.end();
  expect((await window.end()).answers).toEqual([]);
});
