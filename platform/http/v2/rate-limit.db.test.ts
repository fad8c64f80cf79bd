import { expect, test } from 'vitest';
import { openDatabase, type PlatformDatabase } from '#platform/db/client.ts';
import { authenticateKey } from '#platform/services/api-keys/authenticate.ts';
import { clientOf } from '#platform/testing/membership-client.ts';
import { openProcess } from '#platform/testing/open-process.ts';
import { startTestPlatform, type TestGym } from '#platform/testing/platform.ts';

const platform = startTestPlatform();

const statusesOf = async (gym: TestGym, times: number) => {
  const answers = await Promise.all(Array.from({ length: times }, () => gym.ask('listAccounts')));
  return {
    served: answers.filter(({ status }) => status === 200).length,
    refused: answers.filter(({ status }) => status === 429),
  };
};

test('a key may send sixty requests at once; the next is 429 without Retry-After', async () => {
  const gym = await platform.newGym();
  const { served, refused } = await statusesOf(gym, 65);
  expect(served).toBe(60);
  expect(refused).toHaveLength(5);
  for (const { body, headers } of refused) {
    expect(body.errorCode).toBe('tooManyRequests');
    expect(headers.get('retry-after')).toBeNull();
    expect(headers.get('x-ratelimit-remaining')).toBe('0');
  }
});

test('the bucket refills by six a second, continuously, and never above sixty', async () => {
  const gym = await platform.newGym();
  await statusesOf(gym, 60);
  platform.time.now = new Date(platform.time.now.getTime() + 500);
  expect(await statusesOf(gym, 5)).toMatchObject({ served: 3 });
  platform.time.now = new Date(platform.time.now.getTime() + 3_600_000);
  expect(await statusesOf(gym, 62)).toMatchObject({ served: 60 });
});

test('a clock that is set back does not block the bucket', async () => {
  const gym = await platform.newGym();
  await statusesOf(gym, 60);
  platform.time.now = new Date(platform.time.now.getTime() - 9 * 60_000);
  expect(await statusesOf(gym, 1)).toMatchObject({ served: 0 });
  platform.time.now = new Date(platform.time.now.getTime() + 1_000);
  expect(await statusesOf(gym, 7)).toMatchObject({ served: 6 });
});

test.each([11, 30, 59])(
  'two processes whose clocks are %s seconds apart grant no more than one does',
  async (apart) => {
    const { apiKey } = await platform.newGym();
    const behind = platform.time.now;
    const ahead = new Date(behind.getTime() + apart * 1_000);
    const granted: boolean[] = [];
    for (let i = 0; i < 200; i += 1) {
      const key = await authenticateKey(platform.db, apiKey, i % 2 === 0 ? behind : ahead);
      granted.push(key?.isWithinRate === true);
    }
    // by the second request's clock, the first request's token has been refilled
    expect(granted).toEqual([...Array(61).fill(true), ...Array(139).fill(false)]);
  },
);

test('every response to a known key contains the remaining limit, including errors', async () => {
  const gym = await platform.newGym();
  expect((await gym.ask('listAccounts')).headers.get('x-ratelimit-remaining')).toBe('59');
  expect((await gym.ask('listAccounts', { query: { limit: 101 } })).headers.get('x-ratelimit-remaining')).toBe('58');
  expect(
    (await gym.ask('getByEmail', { path: { email: 'nobody@example.org' } })).headers.get('x-ratelimit-remaining'),
  ).toBe('57');
  const unknown = await platform.app.request('/api/v2/nothing', { headers: { 'x-api-key': gym.apiKey } });
  expect(unknown.headers.get('x-ratelimit-remaining')).toBe('56');
  const stranger = await platform.askWith('fdk_aaaaaaaaaa_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa')('listAccounts');
  expect(stranger.headers.get('x-ratelimit-remaining')).toBeNull();
});

/** How many of 240 requests to two processes are accepted, half of them one second after the others. */
async function servedByTwo(ofSecond: (db: PlatformDatabase) => PlatformDatabase = (db) => db): Promise<number[]> {
  const gym = await platform.newGym();
  const db = openDatabase({ url: platform.url, maxConnections: 4 });
  const second = openProcess({ ...platform, db: ofSecond(db) });
  const asks = [gym.ask, clientOf(second, gym.apiKey)];
  const served: number[] = [];
  for (const seconds of [0, 1]) {
    platform.time.now = new Date(platform.time.now.getTime() + seconds * 1000);
    const answers = await Promise.all(Array.from({ length: 120 }, (_, i) => asks[i % 2]?.('listAccounts')));
    served.push(answers.filter((answer) => answer?.status === 200).length);
  }
  await db.close();
  return served;
}

test('two processes share the bucket of a key: of 120 simultaneous requests sixty pass, and then the six that a second refills', async () => {
  expect(await servedByTwo()).toEqual([60, 6]);
});

test('with a separate bucket per process the limit would be multiplied (negative control)', async () => {
  await platform.rows('CREATE TABLE buckets_of_second (LIKE rate_buckets INCLUDING ALL)');
  const served = await servedByTwo((db) => ({
    ...db,
    findInBatch: ({ name, text }, ...question) =>
      db.findInBatch(
        { name: `${name}_of_second`, text: text.replace('rate_buckets', 'buckets_of_second') },
        ...question,
      ),
  }));
  await platform.rows('DROP TABLE buckets_of_second');
  expect(served[0]).toBe(120);
});

test('a wrong secret does not consume the bucket', async () => {
  const gym = await platform.newGym();
  const forged = platform.askWith(`${gym.apiKey.slice(0, -1)}${gym.apiKey.endsWith('a') ? 'b' : 'a'}`);
  await Promise.all(Array.from({ length: 20 }, () => forged('listAccounts')));
  expect((await gym.ask('listAccounts')).headers.get('x-ratelimit-remaining')).toBe('59');
});
