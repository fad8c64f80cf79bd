import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { openDatabase } from '#platform/db/client.ts';
import { issueTan } from '#platform/services/tans/issue.ts';
import { collideUnserialized } from '#platform/testing/collide.ts';
import { createMember, newMember } from '#platform/testing/members.ts';
import { type Ask, clientOf } from '#platform/testing/membership-client.ts';
import { openProcess } from '#platform/testing/open-process.ts';
import { startTestPlatform, type TestGym } from '#platform/testing/platform.ts';

const platform = startTestPlatform();
const later = (ms: number) => {
  platform.time.now = new Date(platform.time.now.getTime() + ms);
};
const quarterOfAnHour = 15 * 60_000;

let gym: TestGym;
beforeEach(async () => {
  gym = await platform.newGym();
});

const newTan = async () => (await platform.operate((operator) => issueTan(operator, { startsOn: '2026-01-01' }))).tan;
const corporate = (verificationTAN: string, person = {}) =>
  newMember({ ...person, membership: { membershipType: 'CORPORATE_FITNESS', verificationTAN } });
const create = ({ ask }: { ask: Ask }, tan: string) => ask('publishAccount', { body: corporate(tan) });
const statusOf = async (asker: { ask: Ask }, tan: string) => (await create(asker, tan)).status;
/** Counts TANs that were never issued. */
let wrongTans = 0;
const wrongTan = () => {
  wrongTans += 1;
  return String(wrongTans).padStart(9, '0');
};
const guess = async (asker: { ask: Ask }, times: number) => {
  const statuses: number[] = [];
  for (let i = 0; i < times; i += 1) statuses.push(await statusOf(asker, wrongTan()));
  return statuses;
};

describe('after ten wrong TANs within a quarter of an hour', () => {
  test('a gym must wait, with any key and even for a right TAN', async () => {
    expect(await guess(gym, 12)).toEqual([...Array(10).fill(404), 429, 429]);
    later(60_000);
    const tan = await newTan();
    const another = { ask: platform.askWith(await platform.newKey(gym)) };
    for (const asker of [gym, another]) {
      const { status, body, headers } = await create(asker, tan);
      expect([status, body.errorCode, body.metadata]).toEqual([429, 'tooManyRequests', { entity: 'TAN' }]);
      expect([headers.get('retry-after'), headers.get('x-ratelimit-remaining')]).toEqual(['840', expect.any(String)]);
    }
    expect((await gym.ask('listAccounts')).body.total).toBe(0);
  });

  test('it is unlocked after that time, and attempts in between do not prolong it', async () => {
    await guess(gym, 10);
    later(quarterOfAnHour - 1);
    await guess(gym, 5);
    later(1);
    expect(await statusOf(gym, await newTan())).toBe(201);
  });

  test('failures from before the clock was set back are ignored', async () => {
    // ahead of the database's clock, so that only the platform's clock decides what is in the future
    platform.time.now = new Date(Math.max(platform.time.now.getTime(), Date.now()) + 3_600_000);
    await guess(gym, 10);
    later(-120_000);
    expect(await statusOf(gym, await newTan())).toBe(201);
  });

  test('failures recorded by another process with a clock minutes ahead still count', async () => {
    platform.time.now = new Date();
    await guess(gym, 10);
    later(-300_000);
    expect(await statusOf(gym, await newTan())).toBe(429);
  });

  test('other operations of the gym are unaffected', async () => {
    await guess(gym, 11);
    expect((await gym.ask('publishAccount', { body: newMember() })).status).toBe(201);
  });

  test('failures in a change count like those with a new member', async () => {
    const accountId = await createMember(gym);
    const change = (tan: string) => gym.ask('updateAccount', { path: { accountId }, body: corporate(tan) });
    const statuses = [];
    for (let i = 0; i < 11; i += 1) statuses.push((await change(wrongTan())).status);
    expect(statuses).toEqual([...Array(10).fill(404), 429]);
  });

  test('TANs already used by others count too', async () => {
    const used = await newTan();
    await create(gym, used);
    const statuses = [];
    for (let i = 0; i < 11; i += 1) statuses.push(await statusOf(gym, used));
    expect(statuses).toEqual([...Array(10).fill(409), 429]);
  });
});

describe('a right TAN', () => {
  test('is no failure, however many concurrent and repeated requests send it', async () => {
    const tans = await Promise.all(Array.from({ length: 20 }, newTan));
    const made = await Promise.all(tans.map((tan) => create(gym, tan)));
    expect(made.map(({ status }) => status)).toEqual(Array(20).fill(201));
    const again = await Promise.all(
      made.map(({ body: { accountId, ...person } }, i) =>
        gym.ask('updateAccount', { path: { accountId }, body: corporate(tans[i] ?? '', { email: person.email }) }),
      ),
    );
    expect(again.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(await platform.rows('SELECT FROM tan_failures WHERE gym_id = $1', [gym.gymId])).toEqual([]);
  });

  test('in a repeated creation of the same member is no failure, however often', async () => {
    const tan = await newTan();
    const body = corporate(tan);
    await gym.ask('publishAccount', { body });
    const { body: moved } = await gym.ask('publishAccount', {
      body: { ...body, email: `${randomUUID()}@example.org` },
    });
    expect(moved.errorCode).toBe('membershipExists');
    for (let i = 0; i < 11; i += 1) expect((await gym.ask('publishAccount', { body })).status).toBe(409);
    expect(await statusOf(gym, await newTan())).toBe(201);
  });

  test('of a returning member is no failure', async () => {
    const tan = await newTan();
    const person = { email: `${randomUUID()}@example.org` };
    const { body } = await gym.ask('publishAccount', { body: corporate(tan, person) });
    await gym.ask('eraseAccountMembershipData', { path: { accountId: body.accountId } });
    expect((await gym.ask('publishAccount', { body: corporate(tan, person) })).status).toBe(201);
    expect(await platform.rows('SELECT FROM tan_failures WHERE gym_id = $1', [gym.gymId])).toEqual([]);
  });

  test('of a member of another chain who joins this one is no failure, not even temporarily', async () => {
    const tan = await newTan();
    const person = { email: `${randomUUID()}@example.org` };
    expect((await gym.ask('publishAccount', { body: corporate(tan, person) })).status).toBe(201);
    const here = await platform.newGym();
    await platform.rows('ALTER TABLE tan_failures ADD CONSTRAINT none_is_counted CHECK (false) NOT VALID');
    try {
      expect(await statusOf(here, wrongTan()), 'control: a wrong one is counted').toBe(500);
      expect((await here.ask('publishAccount', { body: corporate(tan, person) })).status).toBe(201);
    } finally {
      await platform.rows('ALTER TABLE tan_failures DROP CONSTRAINT none_is_counted');
    }
  });

  test('is accepted in another chain, regardless of failures here', async () => {
    await guess(gym, 11);
    expect(await statusOf(await platform.newGym(), await newTan())).toBe(201);
  });

  test('is accepted in a gym with few failures, when other gyms have used up the limit of the chain', async () => {
    const siblings = await Promise.all(
      Array.from({ length: 4 }, () => platform.newGym({ chainId: gym.chainId, name: 'Ost' })),
    );
    const [one, other, third, fourth] = siblings as [TestGym, TestGym, TestGym, TestGym]; // safe because: four were made
    for (const guesser of [one, other]) expect(await guess(guesser, 10)).toEqual(Array(10).fill(404));
    expect(await guess(third, 8)).toEqual(Array(8).fill(404));
    expect(await guess(gym, 2)).toEqual([404, 404]);
    // the chain has thirty failures: a gym that starts to guess now is blocked soon
    expect(await guess(third, 1)).toEqual([429]);
    expect(await guess(fourth, 4)).toEqual([404, 404, 404, 429]);
    expect(await statusOf(gym, await newTan())).toBe(201);
  });
});

describe('of thirty concurrent guesses at two processes,', () => {
  test('ten are checked', async () => {
    // own connections: the pool of one process is too small for all guesses to run concurrently
    const db = openDatabase({ url: platform.url, maxConnections: 15 });
    const asks = [gym.ask, clientOf(openProcess({ ...platform, db }), gym.apiKey)];
    const guesses = Array.from({ length: 30 }, (_, i) => statusOf({ ask: asks[i % 2] ?? gym.ask }, wrongTan()));
    try {
      expect((await Promise.all(guesses)).filter((status) => status === 404)).toHaveLength(10);
    } finally {
      await db.close();
    }
  });

  test('more are, if they are not serialized (negative control)', async () => {
    const statuses = await collideUnserialized(platform, { table: 'tan_failures', times: 11 }, (db) =>
      statusOf({ ask: clientOf(openProcess({ ...platform, db }), gym.apiKey) }, wrongTan()),
    );
    expect(statuses).toEqual(Array(11).fill(404));
  });
});
