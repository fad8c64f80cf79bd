import { randomUUID } from 'node:crypto';
import { and, count, eq } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { type OperatorDatabase, openDatabase, openOperatorDatabase } from '#platform/db/client.ts';
import { migrateDatabase } from '#platform/db/migrate.ts';
import {
  accounts,
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
import { generateDemoChain } from './demo-chain.ts';
import { demoChain, demoGyms } from './demo-gyms.ts';
import { seedDemo } from './seed-demo.ts';

const now = new Date('2026-11-21T09:41:07.000Z');
const template = `simulator_${randomUUID()}`;
const admin = new pg.Client({ connectionString: inject('adminDatabaseUrl') });

let url: string;
let operator: OperatorDatabase;

const urlOf = (database: string) => {
  const named = new URL(inject('adminDatabaseUrl'));
  named.pathname = `/${database}`;
  return named.href;
};

beforeAll(async () => {
  await admin.connect();
  await admin.query(`CREATE DATABASE "${template}"`);
  await migrateDatabase(urlOf(template));
});
afterAll(() => admin.end());

beforeEach(async () => {
  const database = `simulator_${randomUUID()}`;
  await admin.query(`CREATE DATABASE "${database}" TEMPLATE "${template}"`);
  url = urlOf(database);
  operator = openOperatorDatabase({ url });
  return () => operator.close();
});

const countOf = (table: PgTable) =>
  operator.transaction(async (sql) => (await sql.select({ rows: count() }).from(table))[0]?.rows);

describe('a database without the demo chain', () => {
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

  it('keeps who is in to the day: an unfinished visit of yesterday does not count', async () => {
    await seedDemo(operator, { seed: 1, now });
    const tomorrow = new Date(now.getTime() + 86_400_000);
    expect((await seedDemo(operator, { seed: 1, now: tomorrow })).presence).toEqual([]);
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

describe('a database with the demo chain', () => {
  it('is left as it is', async () => {
    const first = await seedDemo(operator, { seed: 1, now });
    const changed = { chainId: demoChain.chainId, membershipId: 'M-10442' };
    const lena = and(eq(memberships.chainId, changed.chainId), eq(memberships.membershipId, changed.membershipId));
    await operator.transaction((sql) => sql.update(memberships).set({ barcode: 'mine' }).where(lena));
    const second = await seedDemo(operator, { seed: 2, now: new Date(now.getTime() + 60_000) });
    expect(second).toEqual(first);
    const kept = await operator.transaction((sql) => sql.select().from(memberships).where(lena));
    expect(kept).toMatchObject([{ barcode: 'mine' }]);
    expect(await countOf(accounts)).toBe(2000);
  });
});

it('belongs to its own chain: another chain sees none of it', async () => {
  await seedDemo(operator, { seed: 1, now });
  const platform = openDatabase({ url });
  const profilesSeenBy = (chainId: string) =>
    platform.chain(chainId).read(async (sql) => (await sql.select({ rows: count() }).from(chainProfiles))[0]?.rows);
  expect(await profilesSeenBy(randomUUID())).toBe(0);
  expect(await profilesSeenBy(demoChain.chainId)).toBe(2000);
  await platform.close();
});
