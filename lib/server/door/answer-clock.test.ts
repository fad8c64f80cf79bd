import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerClock } from './answer-clock.ts';

const asked: (string | undefined)[] = [];
const next: http.RequestListener = ({ url }, response) => {
  asked.push(url);
  response.end('next');
};
const server = http.createServer(answerClock(next, () => 17));
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => void server.close());

test('only the clock is answered without Next', async () => {
  const { port } = server.address() as AddressInfo; // safe because: it listens on TCP
  const answer = await fetch(`http://127.0.0.1:${port}/api/clock`);
  expect([answer.headers.get('cache-control'), await answer.json()]).toEqual(['no-store', { now: 17 }]);
  expect(asked).toEqual([]);
  for (const path of ['/api/clocks', '/api/desk/status']) await fetch(`http://127.0.0.1:${port}${path}`);
  expect(asked).toEqual(['/api/clocks', '/api/desk/status']);
});
