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

test('a connection that asks a thousand times before it is answered begins one request, and ends', async () => {
  const { begun, socket, closed } = await open();
  socket.write(request.repeat(1_000));
  await closed;
  expect(begun).toHaveLength(1);
});

test('so does one that asks twice more a little later', async () => {
  const { begun, socket, closed } = await open();
  socket.write(request);
  await until(() => expect(begun).toHaveLength(1));
  socket.write(request.repeat(2));
  await closed;
  expect(begun).toHaveLength(1);
});

/** Sends all bytes of a response without ending it. */
const answerWhole = (response?: http.ServerResponse) => response?.writeHead(200, { 'content-length': 4 }).write('done');

test('whoever has all bytes of an answer asks again before it is ended, and is answered, again and again', async () => {
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

test('a request that waits for its turn begins after the answer before, in a context of its own', async () => {
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

test('one that waits where its connection ends is never begun', async () => {
  const { begun, arrived, socket } = await open();
  socket.write(request.repeat(2));
  await until(() => expect(arrived).toHaveLength(2));
  const ended = once(arrived[0] as http.ServerResponse, 'close'); // safe because: two have arrived
  socket.destroy();
  await ended;
  expect(begun).toHaveLength(1);
});

test('a connection is kept for whoever asks one after the other, as soon as a long answer has come', async () => {
  const { begun, socket, heard } = await open();
  const rounds = 50;
  socket.on('data', () => {
    if (heard().endsWith(`end ${begun.length}.`) && begun.length < rounds) socket.write(request);
  });
  socket.write(request);
  for (let asked = 1; asked <= rounds; asked += 1) {
    await until(() => expect(begun).toHaveLength(asked), 30_000);
    begun.at(-1)?.end(`${'x'.repeat(200_000)}end ${asked}.`);
  }
  await until(() => expect(heard().endsWith(`end ${rounds}.`)).toBe(true));
});

const answeredByNode = 'GET / HTTP/1.1\r\nhost: here\r\nexpect: something\r\n\r\n';

test('a connection that asks again after what Node answers by itself is ended, and not left without an answer', async () => {
  const { begun, socket, closed } = await open();
  socket.write(answeredByNode + request);
  await closed;
  expect(begun).toHaveLength(0);
});

test('so is one where that comes between two requests', async () => {
  const { begun, arrived, socket, closed } = await open();
  socket.write(request + answeredByNode + request);
  await until(() => expect(arrived).toHaveLength(2));
  begun[0]?.end();
  await closed;
  expect(begun).toHaveLength(1);
});
