import { afterEach, expect, test } from 'vitest';
import { getConnectivity } from '#platform/services/gyms/connectivity.ts';
import { listGyms } from '#platform/services/gyms/list.ts';
import { gymClientOf } from '#platform/testing/gym-client.ts';
import { createMember, userIdOf } from '#platform/testing/members.ts';
import { startTestPlatform, type TestGym } from '#platform/testing/platform.ts';

const startOfTests = '2026-11-21T09:41:07.000Z';
const platform = startTestPlatform({ now: startOfTests });
afterEach(() => {
  platform.time.now = new Date(startOfTests);
});

const dayMs = 24 * 60 * 60 * 1000;
const later = (ms: number) => {
  platform.time.now = new Date(platform.time.now.getTime() + ms);
};

/** The indicator, which must be the same for the owner and the operator. */
async function indicatorOf(gym: TestGym) {
  const state = await getConnectivity(platform.db, gym, platform.time.now);
  const listed = (await platform.operate(listGyms)).find(({ gymId }) => gymId === gym.gymId);
  expect(listed).toMatchObject({
    connectivity: state.connectivity,
    lastReceivedAt: state.lastReceivedAt?.toISOString() ?? null,
  });
  return state;
}

/** Counts the writes of the token's row with a trigger. */
async function countWrites(gym: TestGym) {
  await platform.rows(`
    CREATE TABLE IF NOT EXISTS written_tokens (legacy_gym_id int);
    GRANT INSERT ON written_tokens TO PUBLIC;
    CREATE OR REPLACE FUNCTION note_written_token() RETURNS trigger LANGUAGE plpgsql AS
      $$BEGIN INSERT INTO written_tokens VALUES (NEW.legacy_gym_id); RETURN NEW; END$$;
    CREATE OR REPLACE TRIGGER note_written_token AFTER UPDATE ON access_tokens
      FOR EACH ROW EXECUTE FUNCTION note_written_token()`);
  return async () => {
    const [row] = await platform.rows<{ count: number }>(
      'SELECT count(*)::int FROM written_tokens WHERE legacy_gym_id = $1',
      [gym.legacyGymId],
    );
    return row?.count;
  };
}

test('a gym without any request is neither active nor inactive', async () => {
  const gym = await platform.newGym();
  expect(await indicatorOf(gym)).toEqual({ connectivity: 'never', lastReceivedAt: null, since: null });
});

test('a gym is active until exactly 24 hours after its last request', async () => {
  const gym = await platform.newGym();
  await gym.askV1('alive');
  const heardAt = platform.time.now;
  expect(await indicatorOf(gym)).toEqual({ connectivity: 'active', lastReceivedAt: heardAt, since: heardAt });
  later(dayMs - 1);
  expect(await indicatorOf(gym)).toMatchObject({ connectivity: 'active' });
  later(1);
  const silentSince = platform.time.now;
  expect(await indicatorOf(gym)).toEqual({ connectivity: 'inactive', lastReceivedAt: heardAt, since: silentSince });
  later(dayMs);
  await gym.askV1('alive');
  expect(await indicatorOf(gym)).toMatchObject({ connectivity: 'active', lastReceivedAt: platform.time.now });
});

const json = { 'content-type': 'application/json' };
const refused: [number, string, string, Record<string, string>, string?][] = [
  [400, 'POST', '/user/checkin', json, '{'],
  [400, 'GET', '/task?modified-since=%zz', {}],
  [404, 'GET', '/nothing', {}],
  [404, 'GET', '/task/987654321', {}],
  [405, 'GET', '/alive', {}],
  [415, 'POST', '/user/checkin', {}, '{}'],
];

const send = (gym: TestGym, method: string, path: string, headers: Record<string, string>, body?: string) => {
  const address = `/v1${path}${path.includes('?') ? '&' : '?'}gymId=${gym.legacyGymId}`;
  return platform.app.request(address, { method, headers: { 'x-access-token': gym.accessToken, ...headers }, body });
};

test.each(refused)(
  'a request that is refused with %i keeps the gym active: %s %s',
  async (expected, method, path, headers, body) => {
    const gym = await platform.newGym();
    await gym.askV1('alive');
    later(dayMs - 1);
    expect((await send(gym, method, path, headers, body)).status).toBe(expected);
    later(1);
    expect(await indicatorOf(gym)).toMatchObject({ connectivity: 'active' });
  },
);

test('a conflict and a rate-limited request keep the gym active too', async () => {
  const gym = await platform.newGym();
  const [one, other] = [await createMember(gym), await createMember(gym)];
  const { membershipId } = (await gym.ask('retrieveAccount', { path: { accountId: other } })).body.membership;
  const body = { userId: await userIdOf(platform, one), membershipId };
  expect((await gym.askV1('checkIn', { body })).status).toBe(409);
  expect(await indicatorOf(gym)).toMatchObject({ lastReceivedAt: platform.time.now });
  for (let i = 0; i < 59; i += 1) await gym.askV1('alive');
  later(1);
  expect((await gym.askV1('alive')).status).toBe(429);
  expect(await indicatorOf(gym)).toMatchObject({ lastReceivedAt: platform.time.now });
});

test('a request with wrong credentials does not count as activity, and neither does version 2', async () => {
  const gym = await platform.newGym();
  const stranger = await platform.newGym();
  for (const accessToken of [undefined, 'wrong', gym.apiKey, stranger.accessToken]) {
    const wrong = gymClientOf(platform.app, { legacyGymId: gym.legacyGymId, accessToken });
    expect((await wrong('alive')).status).toBe(401);
  }
  await gym.ask('getTasks');
  expect(await indicatorOf(gym)).toMatchObject({ connectivity: 'never' });
  expect(await indicatorOf(stranger)).toMatchObject({ connectivity: 'never' });
});

test('the token’s row is updated at most once a minute, and the displayed time is still exact', async () => {
  const gym = await platform.newGym();
  const writes = await countWrites(gym);
  for (let second = 0; second < 180; second += 1) {
    await gym.askV1('alive');
    if (second % 20 === 0) expect(await indicatorOf(gym)).toMatchObject({ lastReceivedAt: platform.time.now });
    later(1000);
  }
  expect(await writes()).toBe(3);
});

test('many concurrent requests update the token’s row once', async () => {
  const gym = await platform.newGym();
  const writes = await countWrites(gym);
  await Promise.all(Array.from({ length: 30 }, () => gym.askV1('alive')));
  expect(await writes()).toBe(1);
});

test('after a database crash that empties the rate buckets, the displayed time is less than a minute behind', async () => {
  const gym = await platform.newGym();
  await gym.askV1('alive');
  later(59_999);
  await gym.askV1('alive');
  await platform.rows('TRUNCATE rate_buckets');
  const { connectivity, lastReceivedAt } = await indicatorOf(gym);
  expect([connectivity, platform.time.now.getTime() - Number(lastReceivedAt)]).toEqual(['active', 59_999]);
  later(1);
  await gym.askV1('alive');
  await platform.rows('TRUNCATE rate_buckets');
  expect((await indicatorOf(gym)).lastReceivedAt).toEqual(platform.time.now);
});

test('without the bucket the displayed time would be behind even without a crash (negative control)', async () => {
  const gym = await platform.newGym();
  await gym.askV1('alive');
  later(30_000);
  await gym.askV1('alive');
  const [token] = await platform.rows<{ at: Date }>(
    'SELECT last_received_at AS at FROM access_tokens WHERE legacy_gym_id = $1',
    [gym.legacyGymId],
  );
  expect(token?.at).not.toEqual((await indicatorOf(gym)).lastReceivedAt);
});

test('a time that was recorded with a clock ahead is replaced by the first request after it was set back', async () => {
  const gym = await platform.newGym();
  later(90 * dayMs);
  await gym.askV1('alive');
  later(-90 * dayMs);
  await gym.askV1('alive');
  expect(await indicatorOf(gym)).toMatchObject({ connectivity: 'active', lastReceivedAt: platform.time.now });
  later(dayMs);
  expect(await indicatorOf(gym)).toMatchObject({ connectivity: 'inactive' });
});
