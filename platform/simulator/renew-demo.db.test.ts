import { randomUUID } from 'node:crypto';
import { sql as statement } from 'drizzle-orm';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoCardHolders } from './demo-card-holders.ts';
import { demoChain, demoGyms } from './demo-gyms.ts';
import type { DemoChainDescription } from './describe-demo-chain.ts';
import { seedDemo } from './seed-demo.ts';
import { type DemoDatabase, openDemoDatabase, seededAt, seededDemo } from './testing/demo-database.ts';

const firstDay = seededAt;
/** 00:30 on 23 November in Berlin. */
const thirdDay = new Date('2026-11-22T23:30:00.000Z');
const fourthDay = new Date('2026-11-24T09:00:00.000Z');

let database: DemoDatabase;
let first: DemoChainDescription;
let later: DemoChainDescription;

// one demo, renewed from day to day
beforeAll(async () => {
  database = await openDemoDatabase(seededDemo);
  first = await seedDemo(database.operator, { seed: 1, now: firstDay });
});
afterAll(() => database.close());

async function memberWith(membershipId: string): Promise<Record<string, unknown> | undefined> {
  const [member] = await database.rows(statement`
    SELECT m.account_id AS "accountId", date_of_birth AS "dateOfBirth", start_of_contract AS "startOfContract",
      end_of_contract AS "endOfContract", starts_on AS "startsOn", ends_on AS "endsOn"
    FROM memberships m JOIN chain_profiles USING (chain_id, account_id) LEFT JOIN tans USING (tan)
    WHERE chain_id = ${demoChain.chainId} AND membership_id = ${membershipId}`);
  return member;
}

describe('on the same day', () => {
  it('the demo chain is unchanged', async () => {
    await database.rows(
      statement`UPDATE memberships SET end_of_contract = '2030-01-01' WHERE membership_id = 'M-10318'`,
    );
    const lateAtNight = new Date('2026-11-21T22:59:59.000Z');
    expect(await seedDemo(database.operator, { seed: 2, now: lateAtNight })).toEqual(first);
    expect(await memberWith('M-10318')).toMatchObject({ endOfContract: '2030-01-01' });
    expect(await database.rows(statement`SELECT count(*)::int AS accounts FROM accounts`)).toEqual([
      { accounts: 2012 },
    ]);
  });
});

describe('on a later day', () => {
  const admissionsOfOmar = async () => {
    const omar = await memberWith('M-11205');
    return database.rows(statement`SELECT FROM admissions WHERE account_id = ${omar?.accountId}`);
  };

  beforeAll(async () => {
    const omar = await memberWith('M-11205');
    await database.rows(statement`
      INSERT INTO admissions (chain_id, gym_id, account_id, admission_id, admitted_at)
      VALUES (${demoChain.chainId}, ${demoGyms.west.gymId}, ${omar?.accountId}, ${randomUUID()}, ${firstDay})`);
    expect(await admissionsOfOmar()).toHaveLength(1);
    later = await seedDemo(database.operator, { seed: 1, now: thirdDay });
  });

  it('the demo cards match their description again', async () => {
    for (const named of demoCardHolders(Temporal.PlainDate.from('2026-11-23'))) {
      expect(await memberWith(named.membershipId)).toMatchObject({
        dateOfBirth: named.dateOfBirth,
        startOfContract: named.startOfContract,
        endOfContract: named.endOfContract,
        startsOn: named.entitlement?.startsOn ?? null,
        endsOn: named.entitlement?.endsOn ?? null,
      });
    }
  });

  it('the first admission is the first again', async () => {
    expect(await admissionsOfOmar()).toHaveLength(0);
  });

  it('other members are in, and none of the earlier day', async () => {
    expect(later.presence.map(({ since }) => since.slice(0, 10))).toEqual(Array(49).fill('2026-11-22'));
    const idsOf = ({ presence }: DemoChainDescription) => presence.map(({ accountId }) => accountId).sort();
    expect(idsOf(later)).not.toEqual(idsOf(first));
    for (const { gymId, accountId, since } of first.presence) {
      const after = await database.rows<{ kind: string }>(statement`
        SELECT kind FROM visits WHERE gym_id = ${gymId} AND account_id = ${accountId} AND occurred_at > ${since}
        ORDER BY occurred_at`);
      expect(after[0]).toEqual({ kind: 'CHECKOUT' });
    }
    expect(await seedDemo(database.operator, { seed: 1, now: thirdDay })).toEqual(later);
  });

  it('holders of demo cards whom a visitor deleted stay deleted, the others are renewed', async () => {
    await database.rows(statement`DELETE FROM memberships WHERE membership_id IN ('M-10561', 'M-10442')`);
    await seedDemo(database.operator, { seed: 1, now: fourthDay });
    expect(await memberWith('M-10561')).toBeUndefined();
    expect(await memberWith('M-10318')).toMatchObject({ endOfContract: '2026-12-03' });
  });
});
