import { beforeAll, describe, expect, it } from 'vitest';
import { permissions } from '#contracts/v2/operations.ts';
import { openOperatorDatabase } from '#platform/db/client.ts';
import { createApiKey } from '#platform/services/api-keys/create.ts';
import type { TestAnswer } from '#platform/testing/client.ts';
import type { Ask } from '#platform/testing/membership-client.ts';
import { startTestPlatform } from '#platform/testing/platform.ts';
import type { DemoCase } from './demo-card.ts';
import { type DemoGymKey, demoChain, demoGyms } from './demo-gyms.ts';
import type { DemoChainDescription } from './describe-demo-chain.ts';
import { seedDemo } from './seed-demo.ts';
import { seededAt, seededDemo } from './testing/demo-database.ts';

const today = '2026-11-21';
const platform = startTestPlatform({ now: seededAt.toISOString(), data: seededDemo });
let demo: DemoChainDescription;

beforeAll(async () => {
  const operator = openOperatorDatabase({ url: platform.url });
  demo = await seedDemo(operator, { seed: 1, now: platform.time.now });
  await operator.close();
});

/** Calls the platform as the desk of a gym, with its own key. */
async function deskOf(gym: DemoGymKey): Promise<Ask> {
  const { apiKey } = await platform.operate((operator) =>
    createApiKey(operator, { chainId: demoChain.chainId, gymId: demoGyms[gym].gymId, permissions: [...permissions] }),
  );
  return platform.askWith(apiKey);
}

const cardOf = (shows: DemoCase) => {
  const card = demo.cards.find((candidate) => candidate.shows === shows);
  if (!card) throw new Error(`There is no card for ${shows}.`);
  return card;
};

const scan = (ask: Ask, shows: DemoCase): Promise<TestAnswer> =>
  shows === 'walletPass'
    ? ask('getByNfc', { path: { nfc: cardOf(shows).value } })
    : ask('getByRfid', { path: { rfid: cardOf(shows).value } });

const askAdmission = async (ask: Ask, shows: DemoCase): Promise<TestAnswer> => {
  const { body } = await scan(ask, shows);
  return ask('checkAdmission', { path: { accountId: body.accountId } });
};

describe('a card scanned at München West', () => {
  const found: readonly (readonly [shows: DemoCase, membership: Record<string, unknown>])[] = [
    ['admitted', { membershipId: 'M-10442', membershipType: 'PREMIUM', startOfContract: '2019-04-01' }],
    ['contractEndsSoon', { membershipType: 'BASIC', endOfContract: '2026-11-30' }],
    ['contractEnded', { membershipType: 'BASIC', endOfContract: '2026-11-09' }],
    ['prospect', { membershipType: 'PROSPECT' }],
    ['birthday', { membershipType: 'PREMIUM' }],
    ['firstAdmission', { membershipType: 'CORPORATE_FITNESS' }],
    ['corporateMembershipEnded', { membershipType: 'CORPORATE_FITNESS' }],
    ['corporateMembershipNotStarted', { membershipType: 'CORPORATE_FITNESS' }],
    ['noGuestProgramme', { membershipType: 'CORPORATE_FITNESS' }],
    ['walletPass', { membershipType: 'PREMIUM' }],
    ['otherGym', { membershipType: 'PREMIUM' }],
  ];

  it.each(found)('%s: is found under its name, and may check in', async (shows, membership) => {
    const ask = await deskOf('west');
    const { status, body } = await scan(ask, shows);
    expect(status).toBe(200);
    expect(`${body.firstName} ${body.lastName}`).toBe(cardOf(shows).name);
    expect(body.membership).toMatchObject(membership);
    expect(body.dateOfBirth.endsWith(today.slice(4))).toBe(shows === 'birthday');
    expect(await ask('checkin', { path: { accountId: body.accountId }, body: {} })).toMatchObject({ status: 204 });
  });

  it('cardUnknown: is unknown', async () => {
    const { status, body } = await scan(await deskOf('west'), 'cardUnknown');
    expect([status, body.metadata.entity]).toEqual([404, 'ACCOUNT']);
  });

  it('otherGym: belongs to München Ost', async () => {
    const { body } = await scan(await deskOf('west'), 'otherGym');
    const rows = await platform.rows('SELECT gym_id FROM memberships WHERE account_id = $1', [body.accountId]);
    expect(rows).toEqual([{ gym_id: demoGyms.ost.gymId }]);
  });

  it('admitted: needs no admission', async () => {
    const { status, body } = await askAdmission(await deskOf('west'), 'admitted');
    expect([status, body.errorCode]).toEqual([403, 'forbiddenAction']);
  });
});

describe('admission of corporate members', () => {
  it('firstAdmission: is granted for the first time, then as usual', async () => {
    const ask = await deskOf('west');
    expect(await askAdmission(ask, 'firstAdmission')).toMatchObject({ status: 200, body: { firstAdmission: true } });
    expect(await askAdmission(ask, 'firstAdmission')).toMatchObject({ status: 200, body: { firstAdmission: false } });
  });

  const refused: readonly (readonly [DemoCase, DemoGymKey, errorCode: string])[] = [
    ['corporateMembershipEnded', 'west', 'corporateFitnessMembershipExpired'],
    ['corporateMembershipNotStarted', 'west', 'corporateFitnessMembershipNotStarted'],
    ['noGuestProgramme', 'west', 'corporateFitnessGymNotInNetworkPlus1'],
    ['firstAdmission', 'ost', 'corporateFitnessGymNotInNetwork'],
  ];

  it.each(refused)('%s at %s: %s', async (shows, gym, errorCode) => {
    const { status, body } = await askAdmission(await deskOf(gym), shows);
    expect([status, body.errorCode]).toEqual([403, errorCode]);
  });

  it('the desk can show the start or the end of the entitlement', async () => {
    const ask = await deskOf('west');
    const ended = await scan(ask, 'corporateMembershipEnded');
    expect(ended.body.membership.corporateFitness.endTimestamp.slice(0, 10)).toBe('2026-10-31');
    const notStarted = await scan(ask, 'corporateMembershipNotStarted');
    expect(Date.parse(notStarted.body.membership.corporateFitness.startTimestamp)).toBe(
      Date.parse('2026-11-30T23:00:00Z'),
    );
  });

  it('admissions of earlier visits are recorded, so that the next is not the first', async () => {
    const ask = await deskOf('west');
    const [came] = await platform.rows<{ account_id: string }>(
      'SELECT account_id FROM admissions WHERE gym_id = $1 AND admitted_at < $2 ORDER BY admitted_at DESC',
      [demoGyms.west.gymId, platform.time.now],
    );
    const asked = await ask('checkAdmission', { path: { accountId: came?.account_id ?? '' } });
    expect(asked).toMatchObject({ status: 200, body: { firstAdmission: false } });
  });
});

describe('the interface returns everything that was seeded', () => {
  it('every member, in the format of the contract', async () => {
    const ask = await deskOf('west');
    const { body } = await ask('listAccounts', { query: { currentGymOnly: false, limit: 100 } });
    expect(body.total).toBe(2000);
    for (let offset = 100; offset < 2000; offset += 100) {
      const page = await ask('listAccounts', { query: { currentGymOnly: false, limit: 100, offset } });
      expect(page.body.items).toHaveLength(100);
    }
  });

  it('tasks, products, and corporate members whose entitlement ends', async () => {
    const ask = await deskOf('west');
    expect((await ask('getTasks')).body.length).toBeGreaterThan(100);
    expect((await ask('listGymProducts')).body).toHaveLength(2);
    const ending = await ask('getCorporateFitnessMemberAccounts', {
      query: { endDateFrom: '2026-10-01', endDateTo: '2026-10-31' },
    });
    expect(ending.body.map(({ lastName }: { lastName: string }) => lastName)).toContain('Pohl');
  });
});
