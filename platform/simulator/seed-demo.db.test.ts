import { randomUUID } from 'node:crypto';
import { sql as statement } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '#platform/db/client.ts';
import { generateDemoChain } from './demo-chain.ts';
import { demoChain, demoGyms } from './demo-gyms.ts';
import type { DemoChainDescription } from './describe-demo-chain.ts';
import { seedDemo } from './seed-demo.ts';
import { type DemoDatabase, openDemoDatabase, seededAt, seededDemo } from './testing/demo-database.ts';

const now = seededAt;

const countOf = async (database: DemoDatabase, table: string) =>
  (
    await database.rows<{ rows: number }>(statement`SELECT count(*)::int AS rows FROM ${statement.identifier(table)}`)
  )[0]?.rows;

describe('a seeded database', () => {
  const demo = generateDemoChain({ seed: 1, now });
  const isIn = demo.visits.filter(({ checkedOutAt }) => checkedOutAt === null);
  let database: DemoDatabase;
  let description: DemoChainDescription;

  beforeAll(async () => {
    database = await openDemoDatabase(seededDemo);
    description = await seedDemo(database.operator, { seed: 1, now });
  });
  afterAll(() => database.close());

  it('is described: gyms, cards and present members', () => {
    expect(description).toMatchObject({
      chainId: demoChain.chainId,
      gyms: [
        { name: 'München West', timeZone: 'Europe/Berlin', capacity: 120, corporateNetwork: true, plus1: false },
        { name: 'München Ost', timeZone: 'Europe/Berlin', capacity: 80, corporateNetwork: false, plus1: false },
      ],
      cards: demo.cards,
    });
    expect(new Set(description.gyms.map(({ legacyGymId }) => legacyGymId)).size).toBe(2);
    expect(description.trainers).toHaveLength(6);
    const isTrainer = new Set(demo.members.flatMap(({ trainer, accountId }) => (trainer ? [accountId] : [])));
    expect(description.trainers.filter(({ accountId }) => !isTrainer.has(accountId))).toEqual([]);
    expect(description.presence).toHaveLength(49);
    expect(new Set(description.presence)).toEqual(
      new Set(
        isIn.map(({ accountId, gym, checkedInAt }) => ({
          gymId: demoGyms[gym].gymId,
          accountId,
          since: checkedInAt.toISOString(),
        })),
      ),
    );
  });

  it('has as many rows of each kind as were generated', async () => {
    const { members } = demo;
    const expected = {
      accounts: 2012,
      chain_profiles: 2012,
      memberships: 2012,
      rfids: members.flatMap(({ cards }) => cards).length + 12,
      nfc_tokens: members.filter(({ pass }) => pass).length,
      tans: members.filter(({ entitlement }) => entitlement).length,
      gym_roles: members.filter(({ trainer, gymOwner }) => trainer || gymOwner).length,
      products: 4,
      bookings: demo.bookings.length,
      visits: demo.visits.length * 2 - isIn.length,
      admissions: demo.admissions.length,
      tasks: demo.tasks.length,
    };
    for (const [table, rows] of Object.entries(expected)) expect(await countOf(database, table), table).toBe(rows);
  });

  it('has every member with all their data', async () => {
    const stored = await database.rows(statement`
      SELECT membership_id, email, first_name, last_name, date_of_birth, gender, phone, zip_code, shares_data, gym_id,
        agreement_number, membership_type, membership_sub_type, start_of_contract, end_of_contract, barcode,
        referring_member_id, is_known_to_v2, tan, starts_on, ends_on, is_plus1, m.created_at <= updated_at AS is_in_order
      FROM memberships m JOIN chain_profiles USING (chain_id, account_id)
      LEFT JOIN tans t USING (tan)
      WHERE t.account_id IS NOT DISTINCT FROM (CASE WHEN tan IS NULL THEN NULL ELSE m.account_id END)
        AND updated_at <= ${now} AND is_known_to_v2
      ORDER BY membership_id`);
    expect(stored).toEqual(
      demo.members.map((member) => ({
        membership_id: member.membershipId,
        email: member.email,
        first_name: member.firstName,
        last_name: member.lastName,
        date_of_birth: member.dateOfBirth,
        gender: member.gender,
        phone: member.contact?.phone ?? null,
        zip_code: member.contact?.zipCode ?? null,
        shares_data: member.sharesData,
        gym_id: demoGyms[member.gym].gymId,
        agreement_number: member.agreementNumber,
        membership_type: member.membershipType,
        membership_sub_type: member.membershipSubType,
        start_of_contract: member.startOfContract,
        end_of_contract: member.endOfContract,
        barcode: member.barcode,
        referring_member_id: member.referringMemberId,
        is_known_to_v2: true,
        tan: member.entitlement?.verificationTan ?? null,
        starts_on: member.entitlement?.startsOn ?? null,
        ends_on: member.entitlement?.endsOn ?? null,
        is_plus1: member.entitlement?.plus1 ?? null,
        is_in_order: true,
      })),
    );
  });

  it('has unmigrated members of München West, whose user ids follow all others', async () => {
    const stored = await database.rows(statement`
      SELECT legacy_user_id AS "userId", gym_id AS "gymId", count(rfid)::int AS cards
      FROM memberships m JOIN chain_profiles p USING (chain_id, account_id) JOIN rfids USING (chain_id, account_id)
      WHERE NOT is_known_to_v2 GROUP BY 1, 2 ORDER BY 1`);
    const expected = Array.from({ length: 12 }, (_, index) => ({
      userId: String(102_001 + index),
      gymId: demoGyms.west.gymId,
      cards: 1,
    }));
    expect(stored.map((row) => ({ ...row, userId: String(row.userId) }))).toEqual(expected);
  });

  it('keeps the demo in its own chain: another chain sees none of it', async () => {
    const platform = openDatabase({ url: database.url });
    const count = { name: 'count_profiles', text: 'SELECT count(*)::int AS profiles FROM chain_profiles' };
    expect(await platform.chain(randomUUID()).find(count, [])).toEqual([{ profiles: 0 }]);
    expect(await platform.chain(demoChain.chainId).find(count, [])).toEqual([{ profiles: 2012 }]);
    await platform.close();
  });
});

describe('an empty database', () => {
  let database: DemoDatabase;

  beforeEach(async () => {
    database = await openDemoDatabase();
    return () => database.close();
  });

  it('is seeded once despite two concurrent attempts', async () => {
    const [one, other] = await Promise.all([
      seedDemo(database.operator, { seed: 1, now }),
      seedDemo(database.operator, { seed: 2, now }),
    ]);
    expect(one).toEqual(other);
    expect(await countOf(database, 'memberships')).toBe(2012);
  });

  it('stays empty if a part cannot be written', async () => {
    await database.rows(statement`
      INSERT INTO tans (tan, starts_on, created_at) VALUES ('410000004', '2026-01-01', ${now})`);
    await expect(seedDemo(database.operator, { seed: 1, now })).rejects.toThrow();
    for (const table of ['chains', 'gyms', 'accounts', 'visits']) expect(await countOf(database, table)).toBe(0);
  });
});
