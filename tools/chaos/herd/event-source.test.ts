import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { until } from '#shared/testing/until.ts';
import { eventSourceOf } from './event-source.ts';

let stream: http.ServerResponse | undefined;
const server = http.createServer((request, response) => {
  if (request.url === '/full') return void response.writeHead(503, { 'retry-after': '2' }).end();
  response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
  stream = response;
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

function open(path: string) {
  const { port } = server.address() as AddressInfo; // safe because: it listens on TCP
  const answers: (number | null)[] = [];
  const onAnswer = (status: number | null) => void answers.push(status);
  const Source = eventSourceOf({ deskUrl: `http://127.0.0.1:${port}`, cookie: () => 'session=1', onAnswer });
  const source = new Source(path);
  const [onopen, onerror] = [vi.fn(), vi.fn()];
  Object.assign(source, { onopen, onerror });
  return { Source, source, answers, onopen, onerror };
}

test('events are received by name, however the stream is chunked, and so is its end', async () => {
  const { Source, source, answers, onopen, onerror } = open('/api/live');
  const heard: string[] = [];
  for (const name of ['version', 'taps']) source.addEventListener(name, ({ data }) => heard.push(`${name} ${data}`));
  await until(() => expect(onopen).toHaveBeenCalledOnce());
  stream?.write('event: version\ndata: 1');
  stream?.write('7\n\nevent: beat\ndata:\n\nevent: taps\ndata:\n\n');
  await until(() => expect(heard).toEqual(['version 17', 'taps ']));
  stream?.end();
  await until(() => expect(onerror).toHaveBeenCalledOnce());
  expect([source.readyState, answers]).toEqual([Source.CONNECTING, [200]]);
});

test('a refusal by a full desk closes it, and after close() it emits nothing', async () => {
  const full = open('/full');
  await until(() => expect(full.onerror).toHaveBeenCalledOnce());
  expect([full.source.readyState, full.answers]).toEqual([full.Source.CLOSED, [503]]);

  const left = open('/api/live');
  await until(() => expect(left.onopen).toHaveBeenCalledOnce());
  left.source.close();
  stream?.destroy();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(left.onerror).not.toHaveBeenCalled();
});
