import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createLog } from '#platform/base/log.ts';
import { openSandboxProcess } from '#platform/testing/open-process.ts';
import { startTestPlatform, type TestGym } from '#platform/testing/platform.ts';
import { until } from '#shared/testing/until.ts';

const platform = startTestPlatform();

interface Served {
  /** Called before the key of a request is looked up. */
  onLookUp?: (incoming: http.IncomingMessage | undefined) => Promise<void>;
}

/** A sandbox over HTTP. */
async function serve({ onLookUp = async () => {} }: Served = {}) {
  let incoming: http.IncomingMessage | undefined;
  const db: typeof platform.db = {
    ...platform.db,
    findInBatch: async (...asked) => {
      await onLookUp(incoming);
      return platform.db.findInBatch(...asked);
    },
  };
  const lines: string[] = [];
  const app = openSandboxProcess(platform, { db, log: createLog('info', { write: (line) => lines.push(line) }) });
  const server = createAdaptorServer({ fetch: app.fetch });
  // before the adapter, which looks the key up in the same turn
  server.prependListener('request', (request) => {
    incoming = request;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo; // safe because: it listens at a port
  const logOf = async ({ gymId }: TestGym, query = '') =>
    (await (await app.request(`/sandbox/requests?gymId=${gymId}${query}`)).json()).requests;
  const post = ({ apiKey }: TestGym, path: string) =>
    http
      .request({ port, path, method: 'POST', headers: { 'x-api-key': apiKey, 'content-type': 'application/json' } })
      .on('error', () => {});
  return { logOf, post, lines };
}

test('a client that left before the response is told from a connection that a rule closed', async () => {
  const gym = await platform.newGym();
  const arrived = Promise.withResolvers<void>();
  const { logOf, post } = await serve({
    onLookUp: async (incoming) => {
      arrived.resolve();
      await until(() => expect(incoming?.socket.destroyed).toBe(true));
    },
  });
  const request = post(gym, '/api/v2/tasks').end('{}');
  await arrived.promise;
  request.destroy();
  await until(async () =>
    expect(await logOf(gym, '&status=none')).toMatchObject([{ status: null, fault: null, hasClientLeft: true }]),
  );
});

test.each([
  ['in pieces', undefined],
  ['with a length', 1_000],
])(
  'a client that left within its request is recorded too, and is no failure of the platform: %s',
  async (_, length) => {
    const gym = await platform.newGym();
    const arrived = Promise.withResolvers<void>();
    const { logOf, post, lines } = await serve({ onLookUp: async () => arrived.resolve() });
    const request = post(gym, '/api/v2/tasks');
    if (length !== undefined) request.setHeader('content-length', length);
    request.write('{');
    await arrived.promise;
    request.destroy();
    await until(async () => expect(await logOf(gym)).toMatchObject([{ status: null, hasClientLeft: true }]));
    expect(lines.filter((line) => line.includes('request failed'))).toEqual([]);
  },
);

test('the time that a client takes to send its request is not counted', async () => {
  const gym = await platform.newGym();
  const arrived = Promise.withResolvers<void>();
  const { logOf, post } = await serve({ onLookUp: async () => arrived.resolve() });
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  onTestFinished(() => void vi.restoreAllMocks());
  const request = post(gym, '/api/v2/tasks');
  request.write('{');
  await arrived.promise;
  now = 5_000;
  request.end('}');
  await until(async () => expect(await logOf(gym)).toMatchObject([{ status: 400, durationMs: 0 }]));
});

test('the time that the platform takes before it reads the body is counted', async () => {
  const gym = await platform.newGym();
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  onTestFinished(() => void vi.restoreAllMocks());
  const { logOf, post } = await serve({
    onLookUp: async (incoming) => {
      await until(() => expect(incoming?.complete).toBe(true));
      now = 2_000;
    },
  });
  post(gym, '/api/v2/tasks').end('{}');
  await until(async () => expect(await logOf(gym)).toMatchObject([{ status: 400, durationMs: 2_000 }]));
});
