import { randomUUID } from 'node:crypto';
import { and, count, eq, gt, inArray } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { Temporal } from 'temporal-polyfill';
import { beforeEach, describe, expect, inject, it } from 'vitest';
import { type OperatorDatabase, openDatabase, openOperatorDatabase } from '#platform/db/client.ts';
import {
  accounts,
  admissions,
  bookings,
  chainProfiles,
  chains,
  memberships,
  nfcTokens,
  products,
  rfids,
  tans,
  tasks,
  visits,
} from '#platform/db/schema.ts';
import { cloneDatabase } from '#platform/testing/database.ts';
import { generateDemoChain } from './demo-chain.ts';
import { demoChain, demoGyms } from './demo-gyms.ts';
import { namedMembers } from './named-members.ts';
import { seedDemo } from './seed-demo.ts';

const now = new Date('2026-11-21T09:41:07.000Z');
const adminDatabaseUrl = inject('adminDatabaseUrl');
let operator: OperatorDatabase;
let url: string;

async function openFreshDatabase(): Promise<() => Promise<void>> {
  const database = await cloneDatabase(adminDatabaseUrl);
  url = database.url;
  operator = openOperatorDatabase({ url });
  return async () => {
    await operator.close();
    await database.drop();
  };
}

const countOf = (table: PgTable) =>
  operator.transaction(async (sql) => (await sql.select({ rows: count() }).from(table))[0]?.rows);

describe('a database without the demo chain', () => {
  beforeEach(openFreshDatabase);

  it('has all of it afterwards, and is told what is in it', async () => {
    const description = await seedDemo(operator, { seed: 1, now });
    const demo = generateDemoChain({ seed: 1, now });
    expect(description).toMatchObject({
      chainId: demoChain.chainId,
      gyms: [
        { name: 'München West', timeZone: 'Europe/Berlin', capacity: 120, corporateNetwork: true, plus1: false },
        { name: 'München Ost', timeZone: 'Europe/Berlin', capacity: 80, corporateNetwork: false, plus1: false },
      ],
      cards: demo.cards,
    });
    expect(new Set(description.gyms.map(({ legacyGymId }) => legacyGymId)).size).toBe(2);
    const isIn = demo.visits.filter(({ checkedOutAt }) => checkedOutAt === null);
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

    expect(await countOf(accounts)).toBe(2000);
    expect(await countOf(memberships)).toBe(2000);
    expect(await countOf(rfids)).toBe(demo.members.flatMap(({ cards }) => cards).length);
    expect(await countOf(nfcTokens)).toBe(demo.members.filter(({ pass }) => pass).length);
    expect(await countOf(tans)).toBe(demo.members.filter(({ entitlement }) => entitlement).length);
    expect(await countOf(products)).toBe(4);
    expect(await countOf(bookings)).toBe(demo.bookings.length);
    expect(await countOf(visits)).toBe(demo.visits.length * 2 - 49);
    expect(await countOf(tasks)).toBe(demo.tasks.length);
  });

  it('has every member with all that is known of them', async () => {
    await seedDemo(operator, { seed: 1, now });
    const stored = await operator.transaction((sql) =>
      sql
        .select()
        .from(chainProfiles)
        .innerJoin(memberships, eq(memberships.accountId, chainProfiles.accountId))
        .leftJoin(tans, eq(tans.tan, memberships.tan))
        .orderBy(memberships.membershipId),
    );
    const nobody = { phone: null, street: null, streetNumber: null, zipCode: null, city: null, country: null };
    const expected = generateDemoChain({ seed: 1, now }).members.map((member) => ({
      chain_profiles: {
        email: member.email,
        firstName: member.firstName,
        lastName: member.lastName,
        dateOfBirth: member.dateOfBirth,
        gender: member.gender,
        sharesData: member.sharesData,
        ...(member.contact ?? nobody),
      },
      memberships: {
        gymId: demoGyms[member.gym].gymId,
        agreementNumber: member.agreementNumber,
        membershipType: member.membershipType,
        membershipSubType: member.membershipSubType,
        startOfContract: member.startOfContract,
        endOfContract: member.endOfContract,
        barcode: member.barcode,
        referringMemberId: member.referringMemberId,
        isKnownToV2: true,
      },
      tans: member.entitlement && {
        tan: member.entitlement.verificationTan,
        startsOn: member.entitlement.startsOn,
        endsOn: member.entitlement.endsOn,
        isPlus1: member.entitlement.plus1,
        accountId: member.accountId,
      },
    }));
    expect(stored).toMatchObject(expected);
    for (const {
      memberships: { createdAt, updatedAt },
    } of stored)
      expect(createdAt <= updatedAt && updatedAt <= now).toBe(true);
  });

  it('is written once by two that come at the same time', async () => {
    const [one, other] = await Promise.all([
      seedDemo(operator, { seed: 1, now }),
      seedDemo(operator, { seed: 2, now }),
    ]);
    expect(one).toEqual(other);
    expect(await countOf(memberships)).toBe(2000);
  });

  it('has nothing of it when a part cannot be written', async () => {
    const takenTan = '410000004';
    await operator.transaction((sql) =>
      sql.insert(tans).values({ tan: takenTan, startsOn: '2026-01-01', createdAt: now }),
    );
    await expect(seedDemo(operator, { seed: 1, now })).rejects.toThrow();
    expect([await countOf(chains), await countOf(accounts), await countOf(visits)]).toEqual([0, 0, 0]);
  });
});

const membersBy = (membershipId: string) =>
  and(eq(memberships.chainId, demoChain.chainId), eq(memberships.membershipId, membershipId));

describe('a database with the demo chain', () => {
  beforeEach(async () => {
    const close = await openFreshDatabase();
    await seedDemo(operator, { seed: 1, now });
    return close;
  });

  it('is left as it is on the same day', async () => {
    const first = await seedDemo(operator, { seed: 1, now });
    await operator.transaction((sql) =>
      sql.update(memberships).set({ endOfContract: '2030-01-01' }).where(membersBy('M-10318')),
    );
    const second = await seedDemo(operator, { seed: 2, now: new Date('2026-11-21T22:59:59.000Z') });
    expect(second).toEqual(first);
    const kept = await operator.transaction((sql) => sql.select().from(memberships).where(membersBy('M-10318')));
    expect(kept).toMatchObject([{ endOfContract: '2030-01-01' }]);
    expect(await countOf(accounts)).toBe(2000);
  });

  describe('of an earlier day', () => {
    const thirdDay = new Date('2026-11-22T23:30:00.000Z');
    const stored = async (membershipId: string) => {
      const isMember = and(eq(chainProfiles.accountId, memberships.accountId), membersBy(membershipId));
      const rows = await operator.transaction((sql) =>
        sql.select().from(memberships).innerJoin(chainProfiles, isMember).leftJoin(tans, eq(tans.tan, memberships.tan)),
      );
      return rows[0];
    };

    it('has demo cards that show again what they are listed for', async () => {
      const omar = await stored('M-11205');
      await operator.transaction((sql) =>
        sql.insert(admissions).values({
          chainId: demoChain.chainId,
          gymId: demoGyms.west.gymId,
          accountId: omar?.memberships.accountId ?? '',
          admissionId: randomUUID(),
          admittedAt: now,
        }),
      );
      await seedDemo(operator, { seed: 1, now: thirdDay });
      for (const named of namedMembers(Temporal.PlainDate.from('2026-11-23'))) {
        const { dateOfBirth, startOfContract, endOfContract, entitlement } = named;
        expect(await stored(named.membershipId)).toMatchObject({
          chain_profiles: { dateOfBirth },
          memberships: { startOfContract, endOfContract },
          tans: entitlement && { startsOn: entitlement.startsOn, endsOn: entitlement.endsOn },
        });
      }
      const admitted = await operator.transaction((sql) =>
        sql
          .select()
          .from(admissions)
          .where(eq(admissions.accountId, omar?.memberships.accountId ?? '')),
      );
      expect(admitted).toEqual([]);
    });

    it('has other members in, and none of the earlier day', async () => {
      const first = await seedDemo(operator, { seed: 1, now });
      const later = await seedDemo(operator, { seed: 1, now: thirdDay });
      expect(later.presence).toHaveLength(49);
      expect(later.presence.map(({ since }) => since.slice(0, 10))).toEqual(Array(49).fill('2026-11-22'));
      expect(new Set(later.presence.map(({ accountId }) => accountId))).not.toEqual(
        new Set(first.presence.map(({ accountId }) => accountId)),
      );
      for (const { gymId, accountId, since } of first.presence) {
        const theirs = and(
          eq(visits.gymId, gymId),
          eq(visits.accountId, accountId),
          gt(visits.occurredAt, new Date(since)),
        );
        const [left] = await operator.transaction((sql) =>
          sql.select().from(visits).where(theirs).orderBy(visits.occurredAt).limit(1),
        );
        expect(left).toMatchObject({ kind: 'CHECKOUT' });
      }
      expect(await seedDemo(operator, { seed: 1, now: thirdDay })).toEqual(later);
    });

    it('keeps working when holders of demo cards were deleted', async () => {
      await operator.transaction((sql) =>
        sql.delete(memberships).where(inArray(memberships.membershipId, ['M-10561', 'M-10442'])),
      );
      await seedDemo(operator, { seed: 1, now: thirdDay });
      expect(await stored('M-10318')).toMatchObject({ memberships: { endOfContract: '2026-12-02' } });
    });
  });

  it('belongs to its own chain: another chain sees none of it', async () => {
    const platform = openDatabase({ url });
    const profilesSeenBy = (chainId: string) =>
      platform.chain(chainId).read(async (sql) => (await sql.select({ rows: count() }).from(chainProfiles))[0]?.rows);
    expect(await profilesSeenBy(randomUUID())).toBe(0);
    expect(await profilesSeenBy(demoChain.chainId)).toBe(2000);
    await platform.close();
  });
});
