import { AsyncLocalStorage } from 'node:async_hooks';
import { once } from 'node:events';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { until } from '#shared/testing/until.ts';
import { refusePipelined } from './refuse-pipelined.ts';

const closers: (() => unknown)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

async function open(begin = () => {}) {
  const begun: http.ServerResponse[] = [];
  const arrived: http.ServerResponse[] = [];
  const server = http.createServer(
    refusePipelined((_, response) => {
      begun.push(response);
      begin();
    }),
  );
  server.on('request', (_, response) => arrived.push(response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // safe because: it listens at a port
  const socket = net.connect(port, '127.0.0.1');
  let heard = '';
  socket.on('data', (data) => {
    heard = (heard + data).slice(-1_000);
  });
  const closed = new Promise((resolve) => socket.once('error', () => {}).once('close', resolve));
  closers.push(() => {
    socket.destroy();
    server.close();
    server.closeAllConnections();
  });
  return { begun, arrived, socket, closed, heard: () => heard };
}

const request = 'GET / HTTP/1.1\r\nhost: here\r\n\r\n';

test('a connection that pipelines a thousand requests begins one, and is closed', async () => {
  const { begun, socket, closed } = await open();
  socket.write(request.repeat(1_000));
  await closed;
  expect(begun).toHaveLength(1);
});

test('so does one that pipelines two more a little later', async () => {
  const { begun, socket, closed } = await open();
  socket.write(request);
  await until(() => expect(begun).toHaveLength(1));
  socket.write(request.repeat(2));
  await closed;
  expect(begun).toHaveLength(1);
});

/** Sends all bytes of a response without ending it. */
const answerWhole = (response?: http.ServerResponse) => response?.writeHead(200, { 'content-length': 4 }).write('done');

test('a client that has received a whole response can send the next request before the response has ended, repeatedly', async () => {
  const { begun, arrived, socket, heard } = await open();
  const rounds = 5;
  for (let round = 1; round <= rounds; round += 1) {
    socket.write(request);
    await until(() => expect(arrived).toHaveLength(round));
    begun[round - 2]?.end();
    await until(() => expect(begun).toHaveLength(round));
    answerWhole(begun.at(-1));
    await until(() => expect(heard().split('done')).toHaveLength(round + 1));
  }
});

test('a waiting request starts after the previous response, with its own async context', async () => {
  const context = new AsyncLocalStorage<number>();
  const contexts: (number | undefined)[] = [];
  const { begun, arrived, socket } = await open(() => contexts.push(context.getStore()));
  socket.write(request.repeat(2));
  await until(() => expect(arrived).toHaveLength(2));
  expect(begun).toHaveLength(1);
  context.run(1, () => begun[0]?.end());
  await until(() => expect(begun).toHaveLength(2));
  expect(contexts).toEqual([undefined, undefined]);
});

test('a request that waits when its connection closes is never started', async () => {
  const { begun, arrived, socket } = await open();
  socket.write(request.repeat(2));
  await until(() => expect(arrived).toHaveLength(2));
  const ended = once(arrived[0] as http.ServerResponse, 'close'); // safe because: two have arrived
  socket.destroy();
  await ended;
  expect(begun).toHaveLength(1);
});

test('a connection with sequential requests is kept alive, as soon as a long response has been received', async () => {
  const { begun, socket, heard } = await open();
  const rounds = 50;
  socket.on('data', () => {
    if (heard().endsWith(`end ${begun.length}.`) && begun.length < rounds) socket.write(request);
  });
  socket.write(request);
  for (let asked = 1; asked <= rounds; asked += 1) {
    await until(() => expect(begun).toHaveLength(asked));
    begun.at(-1)?.end(`${'x'.repeat(200_000)}end ${asked}.`);
  }
  await until(() => expect(heard().endsWith(`end ${rounds}.`)).toBe(true));
});

const answeredByNode = 'GET / HTTP/1.1\r\nhost: here\r\nexpect: something\r\n\r\n';

test('a request after a response by Node itself closes the connection, instead of hanging', async () => {
  const { begun, socket, closed } = await open();
  socket.write(answeredByNode + request);
  await closed;
  expect(begun).toHaveLength(0);
});

test('so does one if that response comes between two requests', async () => {
  const { begun, arrived, socket, closed } = await open();
  socket.write(request + answeredByNode + request);
  await until(() => expect(arrived).toHaveLength(2));
  begun[0]?.end();
  await closed;
  expect(begun).toHaveLength(1);
});
