import { expect, test } from 'vitest';
import { randomIds } from '#platform/base/clock-and-ids.ts';
import type { VisitKind } from '#platform/db/schema/visits.ts';
import { createMember } from '#platform/testing/members.ts';
import { startTestPlatform, type TestGym } from '#platform/testing/platform.ts';
import { recordVisit } from './record.ts';

const platform = startTestPlatform();

interface Visit {
  gym: TestGym;
  accountId: string;
  kind?: VisitKind;
  timestamp?: number;
}

/** Asks for all in the same turn of the event loop, so that the visits of a chain are one statement. */
async function recordTogether(visits: Visit[]): Promise<string[]> {
  const recorded = await Promise.allSettled(
    visits.map(({ gym: { chainId, gymId }, accountId, kind = 'CHECKIN', timestamp }) => {
      const db = platform.db.chain(chainId);
      const call = { db, chainId, gymId, seesUnmigrated: false, clock: () => platform.time.now, ids: randomIds };
      return recordVisit(call, accountId, kind, timestamp === undefined ? {} : { timestamp });
    }),
  );
  return recorded.map((result) => (result.status === 'fulfilled' ? 'recorded' : String(result.reason.code)));
}

const visitsIn = ({ gymId }: TestGym) =>
  platform.rows<{ account_id: string; kind: VisitKind; at: number }>(
    `SELECT account_id, kind, extract(epoch FROM occurred_at)::float8 * 1000 AS at FROM visits
     WHERE gym_id = $1 ORDER BY occurred_at, kind, account_id`,
    [gymId],
  );

const deliveriesTo = ({ gymId }: TestGym) =>
  platform.rows<{ type: string; account_id: string }>(
    'SELECT type, account_id FROM webhook_deliveries JOIN webhooks USING (webhook_id) WHERE gym_id = $1 ORDER BY 1, 2',
    [gymId],
  );

async function newGym(chainId?: string): Promise<TestGym> {
  const gym = await platform.newGym(chainId === undefined ? {} : { chainId });
  await gym.ask('createWebhook', { body: { url: 'https://hooks.example.org/', secret: 'a secret' } });
  return gym;
}

test('simultaneous visits of gyms of two chains are recorded and delivered for their own gym, member and time', async () => {
  const one = await newGym();
  const sibling = await newGym(one.chainId);
  const foreign = await newGym();
  const [ann, ben, eve] = [await createMember(one), await createMember(one), await createMember(foreign)];
  const at = platform.time.now.getTime() - 60_000;
  expect(
    await recordTogether([
      { gym: one, accountId: ann, timestamp: at },
      { gym: foreign, accountId: eve, timestamp: at },
      { gym: one, accountId: eve, timestamp: at },
      { gym: one, accountId: ann, timestamp: at },
      { gym: one, accountId: ann, kind: 'CHECKOUT', timestamp: at },
      { gym: sibling, accountId: ann, timestamp: at },
      { gym: foreign, accountId: ann, timestamp: at },
      { gym: one, accountId: ben },
      { gym: one, accountId: 'nobody' },
      { gym: one, accountId: ben, timestamp: at + 1 },
    ]),
  ).toEqual([
    'recorded',
    'recorded',
    'notFound',
    'recorded',
    'recorded',
    'recorded',
    'notFound',
    'recorded',
    'notFound',
    'recorded',
  ]);
  expect(await visitsIn(one)).toEqual([
    { account_id: ann, kind: 'CHECKIN', at },
    { account_id: ann, kind: 'CHECKOUT', at },
    { account_id: ben, kind: 'CHECKIN', at: at + 1 },
    { account_id: ben, kind: 'CHECKIN', at: at + 60_000 },
  ]);
  expect(await visitsIn(sibling)).toEqual([{ account_id: ann, kind: 'CHECKIN', at }]);
  expect(await visitsIn(foreign)).toEqual([{ account_id: eve, kind: 'CHECKIN', at }]);
  expect(await deliveriesTo(one)).toEqual([
    ...[ann, ben, ben].sort().map((account_id) => ({ type: 'GYM_CHECKIN', account_id })),
    { type: 'GYM_CHECKOUT', account_id: ann },
  ]);
  expect(await deliveriesTo(sibling)).toEqual([{ type: 'GYM_CHECKIN', account_id: ann }]);
  expect(await deliveriesTo(foreign)).toEqual([{ type: 'GYM_CHECKIN', account_id: eve }]);
});

test('a visit that cannot be recorded leaves those that were asked for at the same time recorded and delivered once', async () => {
  const gym = await newGym();
  const [ann, ben, eve] = [await createMember(gym), await createMember(gym), await createMember(gym)];
  await platform.rows(`ALTER TABLE visits ADD CONSTRAINT not_this_one CHECK (account_id <> '${ben}')`);
  try {
    expect(await recordTogether([ann, ben, eve].map((accountId) => ({ gym, accountId })))).toEqual([
      'recorded',
      '23514',
      'recorded',
    ]);
  } finally {
    await platform.rows('ALTER TABLE visits DROP CONSTRAINT not_this_one');
  }
  expect((await visitsIn(gym)).map(({ account_id: accountId }) => accountId)).toEqual([ann, eve].sort());
  expect(await deliveriesTo(gym)).toHaveLength(2);
});
