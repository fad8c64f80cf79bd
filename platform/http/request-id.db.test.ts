import { expect, test } from 'vitest';
import { startTestPlatform } from '#platform/testing/platform.ts';

const platform = startTestPlatform();
/** Text that no log line may contain. */
const canary = 'canary-4f1d';

async function ask(path: string, clientRequestId: string) {
  platform.logged.length = 0;
  const { headers } = await platform.app.request(path, { headers: { 'x-request-id': clientRequestId } });
  return { requestId: headers.get('x-request-id'), lines: platform.logged };
}

test.each(['/api/v2/accounts', '/api/v1/data/opted-out-users', '/healthy', '/nowhere'])(
  'the log line of a request to %s has the client’s own id, beside the id in the response',
  async (path) => {
    const clientRequestId = 'b7d2f0c4-3a91-4e57-8f1d-2c6a905be318';
    const { requestId, lines } = await ask(path, clientRequestId);
    expect(requestId).not.toBe(clientRequestId);
    expect(lines).toMatchObject([{ requestId, clientRequestId, msg: 'request' }]);
  },
);

test.each(['/health', '/ready', '/ready?full'])('a probe, %s, is not logged', async (path) => {
  const { requestId, lines } = await ask(path, 'a probe');
  expect(requestId).toBeDefined();
  expect(lines).toEqual([]);
});

test.each([
  canary,
  `b7d2f0c4-3a91-4e57-8f1d-2c6a905be318 ${canary}`,
  `b7d2f0c4-3a91-4e57-8f1d-2c6a905be318, ${canary}`,
  canary.repeat(500),
  '04A2B3C4D5E6F7',
  '',
])('a client id that is not a UUID is ignored: %.20j', async (clientRequestId) => {
  const { requestId, lines } = await ask('/api/v2/accounts', clientRequestId);
  expect(requestId).toMatch(/^[0-9a-f-]{36}$/);
  expect(lines).toHaveLength(1);
  expect(lines[0]).not.toHaveProperty('clientRequestId');
  expect(JSON.stringify(lines)).not.toMatch(/canary|04A2/);
});
