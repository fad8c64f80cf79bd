import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { ErrorCode } from '#contracts/v2/errors.ts';
import { randomIds } from '#platform/base/clock-and-ids.ts';
import { issueTan, type NewTan } from '#platform/services/tans/issue.ts';
import { listPresentMembers } from '#platform/services/visits/present.ts';
import { deliveriesOf } from '#platform/testing/deliveries.ts';
import { createMember } from '#platform/testing/members.ts';
import { startTestPlatform, type TestGym } from '#platform/testing/platform.ts';

const platform = startTestPlatform();

const visitsOf = (accountId: string) =>
  platform.rows<{ kind: string; occurred_at: Date; gym_id: string }>(
    'SELECT kind, occurred_at, gym_id FROM visits WHERE account_id = $1 ORDER BY occurred_at',
    [accountId],
  );

const presentIn = async ({ chainId, gymId }: TestGym) => {
  const db = platform.db.chain(chainId);
  const call = { db, chainId, gymId, seesUnmigrated: false, clock: () => platform.time.now, ids: randomIds };
  return (await listPresentMembers(call, new Date(0))).map(({ accountId }) => accountId);
};

describe('visits', () => {
  test('are recorded with their own time, or the current time if absent', async () => {
    const gym = await platform.newGym();
    const accountId = await createMember(gym);
    expect((await gym.ask('checkin', { path: { accountId }, body: { timestamp: 1612790783123 } })).status).toBe(204);
    expect((await gym.ask('checkout', { path: { accountId }, body: {} })).status).toBe(204);
    expect(await visitsOf(accountId)).toEqual([
      { kind: 'CHECKIN', occurred_at: new Date(1612790783123), gym_id: gym.gymId },
      { kind: 'CHECKOUT', occurred_at: platform.time.now, gym_id: gym.gymId },
    ]);
  });

  test('may be made by a member of another gym of the chain', async () => {
    const gym = await platform.newGym();
    const sibling = await platform.newGym({ chainId: gym.chainId });
    const accountId = await createMember(gym);
    expect((await sibling.ask('checkin', { path: { accountId }, body: {} })).status).toBe(204);
    expect(await visitsOf(accountId)).toMatchObject([{ gym_id: sibling.gymId }]);
  });

  test('may be at most five minutes in the future', async () => {
    const gym = await platform.newGym();
    const accountId = await createMember(gym);
    const limit = platform.time.now.getTime() + 5 * 60_000;
    expect((await gym.ask('checkin', { path: { accountId }, body: { timestamp: limit } })).status).toBe(204);
    const ahead = await gym.ask('checkin', { path: { accountId }, body: { timestamp: limit + 1 } });
    expect([ahead.status, ahead.body.fieldErrors[0].name]).toEqual([400, 'timestamp']);
  });

  test.each([-1, 1.5, '1612790783000', 8.64e15 + 1])('reject %s as a time', async (timestamp) => {
    const gym = await platform.newGym();
    const accountId = await createMember(gym);
    const { status, body } = await gym.ask('checkin', { path: { accountId }, body: { timestamp } });
    expect([status, body.fieldErrors[0].name]).toEqual([400, 'timestamp']);
  });

  const fireAtOnce = async () => {
    const gym = await platform.newGym();
    await gym.ask('createWebhook', { body: { url: 'https://hooks.example.org/', secret: 'a secret' } });
    const accountId = await createMember(gym);
    const timestamp = platform.time.now.getTime();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => gym.ask('checkin', { path: { accountId }, body: { timestamp } })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(204));
    return { visits: (await visitsOf(accountId)).length, told: (await deliveriesOf(platform, gym)).length };
  };

  test('are recorded and delivered once, although twenty clients send the same event concurrently', async () => {
    expect(await fireAtOnce()).toEqual({ visits: 1, told: 1 });
  });

  test('would be recorded and delivered many times without the unique key (negative control)', async () => {
    await platform.rows('ALTER TABLE visits DROP CONSTRAINT visits_chain_id_gym_id_account_id_kind_occurred_at_pk');
    try {
      const { visits, told } = await fireAtOnce();
      expect(visits).toBeGreaterThan(1);
      expect(told).toBe(visits);
    } finally {
      await platform.rows('TRUNCATE visits');
      await platform.rows(
        'ALTER TABLE visits ADD CONSTRAINT visits_chain_id_gym_id_account_id_kind_occurred_at_pk PRIMARY KEY (chain_id, gym_id, account_id, kind, occurred_at)',
      );
    }
  });

  test('determine who is present by their time, not by their order of arrival', async () => {
    const gym = await platform.newGym();
    const [stays, left, late] = [await createMember(gym), await createMember(gym), await createMember(gym)];
    const at = platform.time.now.getTime() - 3_600_000;
    await gym.ask('checkin', { path: { accountId: stays }, body: { timestamp: at } });
    await gym.ask('checkin', { path: { accountId: left }, body: { timestamp: at } });
    await gym.ask('checkout', { path: { accountId: left }, body: { timestamp: at + 1 } });
    await gym.ask('checkout', { path: { accountId: late }, body: { timestamp: at + 1 } });
    await gym.ask('checkin', { path: { accountId: late }, body: { timestamp: at } });
    expect(await presentIn(gym)).toEqual([stays]);
    await gym.ask('checkin', { path: { accountId: left }, body: { timestamp: at + 2 } });
    expect((await presentIn(gym)).sort()).toEqual([stays, left].sort());
  });

  test('of an unknown member are 404', async () => {
    const gym = await platform.newGym();
    for (const accountId of [randomUUID(), 'nobody']) {
      const { status, body } = await gym.ask('checkin', { path: { accountId }, body: {} });
      expect([status, body.metadata.entity]).toEqual([404, 'ACCOUNT']);
    }
  });
});

describe('admission of a corporate member', () => {
  const newCorporateMember = async (gym: TestGym, entitlement: NewTan) => {
    const { tan } = await platform.operate((operator) => issueTan(operator, entitlement));
    return createMember(gym, { membership: { membershipType: 'CORPORATE_FITNESS', verificationTAN: tan } });
  };
  const current: NewTan = { startsOn: '2026-01-01', endsOn: '2027-01-01' };
  const refusalOf = async (gym: TestGym, accountId: string): Promise<ErrorCode> => {
    const { status, body } = await gym.ask('checkAdmission', { path: { accountId } });
    expect(status).toBe(403);
    return body.errorCode;
  };
  const admissionsOf = (accountId: string) =>
    platform.rows('SELECT * FROM admissions WHERE account_id = $1', [accountId]);

  test('is granted, reported as the first only once per gym, and logged each time', async () => {
    const gym = await platform.newGym({ isInCorporateNetwork: true });
    const sibling = await platform.newGym({ chainId: gym.chainId, isInCorporateNetwork: true });
    const accountId = await newCorporateMember(gym, current);
    const path = { accountId };
    expect((await gym.ask('checkAdmission', { path })).body).toEqual({ firstAdmission: true });
    expect((await gym.ask('checkAdmission', { path })).body).toEqual({ firstAdmission: false });
    expect((await sibling.ask('checkAdmission', { path })).body).toEqual({ firstAdmission: true });
    expect(await admissionsOf(accountId)).toHaveLength(3);
  });

  test('is the first for one of ten concurrent requests', async () => {
    const gym = await platform.newGym({ isInCorporateNetwork: true });
    const path = { accountId: await newCorporateMember(gym, current) };
    const answers = await Promise.all(Array.from({ length: 10 }, () => gym.ask('checkAdmission', { path })));
    expect(answers.filter(({ body }) => body.firstAdmission)).toHaveLength(1);
  });

  test.each(['BASIC', 'PREMIUM', 'PROSPECT'] as const)('does not apply to a %s member', async (membershipType) => {
    const gym = await platform.newGym({ isInCorporateNetwork: true });
    const accountId = await createMember(gym, { membership: { membershipType } });
    expect(await refusalOf(gym, accountId)).toBe('forbiddenAction');
  });

  test('is refused for the first applicable reason, and then not logged', async () => {
    const home = await platform.newGym({ isInCorporateNetwork: true, takesPartInPlus1: true });
    const { chainId } = home;
    const outside = await platform.newGym({ chainId, takesPartInPlus1: true });
    const withoutPlus1 = await platform.newGym({ chainId, isInCorporateNetwork: true });
    const guest = await newCorporateMember(home, { startsOn: '2026-12-01', endsOn: '2026-12-02', isPlus1: true });
    expect(await refusalOf(outside, guest)).toBe('corporateFitnessGymNotInNetwork');
    expect(await refusalOf(withoutPlus1, guest)).toBe('corporateFitnessGymNotInNetworkPlus1');
    expect(await refusalOf(home, guest)).toBe('corporateFitnessMembershipNotStarted');
    const ended = await newCorporateMember(home, { startsOn: '2026-01-01', endsOn: '2026-11-20' });
    expect(await refusalOf(home, ended)).toBe('corporateFitnessMembershipExpired');
    expect(await admissionsOf(guest)).toEqual([]);
    expect(await admissionsOf(ended)).toEqual([]);
  });

  test('counts days in the gym’s time zone: the first and the last day are included', async () => {
    const auckland = await platform.newGym({ isInCorporateNetwork: true, timeZone: 'Pacific/Auckland' });
    const { chainId } = auckland;
    const honolulu = await platform.newGym({ chainId, isInCorporateNetwork: true, timeZone: 'Pacific/Honolulu' });
    platform.time.now = new Date('2026-11-21T11:30:00Z'); // the 22nd in Auckland, still the 21st in Honolulu
    const only22nd = await newCorporateMember(auckland, { startsOn: '2026-11-22', endsOn: '2026-11-22' });
    const only21st = await newCorporateMember(auckland, { startsOn: '2026-11-21', endsOn: '2026-11-21' });
    expect((await auckland.ask('checkAdmission', { path: { accountId: only22nd } })).status).toBe(200);
    expect(await refusalOf(honolulu, only22nd)).toBe('corporateFitnessMembershipNotStarted');
    expect((await honolulu.ask('checkAdmission', { path: { accountId: only21st } })).status).toBe(200);
    expect(await refusalOf(auckland, only21st)).toBe('corporateFitnessMembershipExpired');
  });
});
