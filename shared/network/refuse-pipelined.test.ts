import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { refusePipelined } from './refuse-pipelined.ts';

const closers: (() => unknown)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

async function open() {
  const begun: http.ServerResponse[] = [];
  const server = http.createServer(refusePipelined((_, response) => begun.push(response)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // safe because: it listens at a port
  const socket = net.connect(port, '127.0.0.1');
  let heard = '';
  socket.on('data', (data) => {
    heard += data;
  });
  const closed = new Promise((resolve) => socket.once('error', () => {}).once('close', resolve));
  closers.push(() => {
    socket.destroy();
    server.close();
    server.closeAllConnections();
  });
  return { begun, socket, closed, heard: () => heard };
}

const request = 'GET / HTTP/1.1\r\nhost: here\r\n\r\n';

test('a connection that asks a thousand times before it is answered begins one request, and ends', async () => {
  const { begun, socket, closed } = await open();
  socket.write(request.repeat(1_000));
  await closed;
  expect(begun).toHaveLength(1);
});

test('so does one that asks once more a little later', async () => {
  const { begun, socket, closed } = await open();
  socket.write(request);
  await vi.waitFor(() => expect(begun).toHaveLength(1));
  socket.write(request);
  await closed;
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
    await vi.waitFor(() => expect(begun).toHaveLength(asked), { interval: 1, timeout: 30_000 });
    begun.at(-1)?.end(`${'x'.repeat(200_000)}end ${asked}.`);
  }
  await vi.waitFor(() => expect(heard().endsWith(`end ${rounds}.`)).toBe(true));
});
