import { randomUUID } from 'node:crypto';
import { and, asc, eq, sql } from 'drizzle-orm';
import { integer, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import fc from 'fast-check';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Queryable } from '#lib/server/db/client.ts';
import { instant } from '#lib/server/db/schema/columns.ts';
import { isDueBy } from '#lib/server/db/set-back.ts';
import { holdFor, isLeaseFree, releaseLease, renewLeases } from '#lib/server/lease/lease.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import { nowAheadOfDatabase } from '#lib/testing/test-desk.ts';
import { chooseDue, claimDue, type DueRows, readNextDue } from './claim-due.ts';
import { type DueWork, openLanes } from './lanes.ts';
import { startWorker } from './worker.ts';

// the smallest kind of work: a table, when its rows are due, and what a claim writes

const chores = pgTable(
  'chores',
  {
    locationId: uuid().notNull(),
    id: uuid().notNull(),
    dueAt: instant().notNull(),
    done: integer().notNull().default(0),
    leaseId: uuid(),
    leaseEndsAt: instant(),
  },
  (table) => [primaryKey({ columns: [table.locationId, table.id] })],
);
type Chore = typeof chores.$inferSelect;

const leaseMs = 30_000;
const isOpen = eq(chores.done, 0);
const leased: DueRows<typeof chores, 'locationId' | 'id'> = {
  table: chores,
  key: ['locationId', 'id'],
  dueAt: chores.dueAt,
  isDue: (now) => and(isOpen, isDueBy(chores.dueAt, now, 600_000), isLeaseFree(chores, now)),
  hold: (now) => holdFor(leaseMs, now),
};
const shared = { ...leased, mostOfLocation: 3 };
const { hold: _, ...locked } = leased;

const testDesk = setUpTestDesk();
let db: Queryable;
let now: number;
let gyms: string[];

beforeAll(async () => {
  ({ db } = testDesk.desk);
  await db.execute(sql`
    create table chores (location_id uuid, id uuid, due_at timestamptz(3), done int default 0,
      lease_id uuid, lease_ends_at timestamptz(3), primary key (location_id, id))`);
  gyms = [];
  for (const _gym of [1, 2, 3, 4]) gyms.push((await testDesk.openLocation()).location.id);
});
beforeEach(async () => {
  now = nowAheadOfDatabase();
  await db.delete(chores);
});

const gym = (index: number): string => gyms[index] ?? '';
const at = (ms: number) => new Date(now + ms);
async function add(locationId: string, ...dueInMs: number[]): Promise<string[]> {
  const rows = dueInMs.map((ms) => ({ locationId, id: randomUUID(), dueAt: at(ms) }));
  await db.insert(chores).values(rows);
  return rows.map(({ id }) => id);
}
const idsOf = (rows: readonly Pick<Chore, 'id'>[]) => rows.map(({ id }) => id).toSorted();
const leaseOf = ({ locationId, id, leaseId }: Chore) => ({
  table: chores,
  key: { locationId, id },
  id: leaseId ?? '',
  ms: leaseMs,
});
const complete = (by: Queryable, chore: Chore) =>
  releaseLease(by, { lease: leaseOf(chore), set: { done: sql`${chores.done} + 1` } });

describe('a claim', () => {
  test('is made once, however many processes claim at the same time', async () => {
    const ids = await add(gym(0), ...Array.from({ length: 30 }, () => 0));
    const asking = Array.from({ length: 6 }, () => testDesk.another().db);
    const claims = await Promise.all(asking.map((by) => claimDue(by, leased, { now: at(0), atMost: 10 })));
    expect(idsOf(claims.flat())).toEqual(ids.toSorted());
  });

  test('control: rows that are only chosen are returned to every process', async () => {
    const ids = await add(gym(0), ...Array.from({ length: 5 }, () => 0));
    const asking = Array.from({ length: 3 }, () => testDesk.another().db);
    const choices = await Promise.all(asking.map((by) => chooseDue(by, leased, { now: at(0), atMost: 10 })));
    expect(choices.map(idsOf)).toEqual([ids, ids, ids].map((each) => each.toSorted()));
  });

  test('takes the rows that have been due longest, and none before its time', async () => {
    const [first = '', , second = ''] = await add(gym(0), -20, 1, -10);
    await add(gym(1), -5);
    const claimed = await claimDue(db, leased, { now: at(0), atMost: 2 });
    expect(idsOf(claimed)).toEqual([first, second].toSorted());
    expect(claimed[0]).toMatchObject({ leaseEndsAt: at(leaseMs) });
    expect(await claimDue(db, leased, { now: at(0), atMost: 9 })).toHaveLength(1);
    expect(await claimDue(db, leased, { now: at(1), atMost: 9 })).toHaveLength(1);
  });

  test('takes rows whose due time was written by a clock that has been set back since', async () => {
    const ids = await add(gym(0), 3_600_000);
    expect(idsOf(await claimDue(db, leased, { now: at(0), atMost: 9 }))).toEqual(ids);
  });

  test('skips rows that another process is claiming at the same moment', async () => {
    const [first = '', second = ''] = await add(gym(0), -2, -1);
    const claimed = await db.transaction(async (tx) => {
      await tx.select().from(chores).where(eq(chores.id, first)).for('update');
      return claimDue(testDesk.another().db, leased, { now: at(0), atMost: 9 });
    });
    expect(idsOf(claimed)).toEqual([second]);
  });

  test('expires once its process has died, and not before', async () => {
    await add(gym(0), 0);
    await claimDue(testDesk.another().db, leased, { now: at(0), atMost: 1 });
    expect(await claimDue(db, leased, { now: at(leaseMs), atMost: 1 })).toEqual([]);
    expect(await claimDue(db, leased, { now: at(leaseMs + 1), atMost: 1 })).toHaveLength(1);
  });

  test('of a single row takes only that row, if it is due, and writes the additional columns', async () => {
    const [wanted = '', later = ''] = await add(gym(0), 0, 1);
    await add(gym(0), -5);
    const row = { locationId: gym(0), id: wanted };
    const set = { done: 7 };
    expect(await claimDue(db, shared, { now: at(0), row, set })).toMatchObject([{ id: wanted, done: 7 }]);
    expect(await claimDue(db, shared, { now: at(0), row })).toEqual([]);
    expect(await claimDue(db, shared, { now: at(0), row: { ...row, id: later } })).toEqual([]);
  });

  test('that is a row lock lasts as long as its transaction, and is released by one that fails', async () => {
    const ids = await add(gym(0), 0);
    const other = testDesk.another().db;
    const choice = { now: at(0), atMost: 9 };
    await db
      .transaction(async (tx) => {
        expect(idsOf(await claimDue(tx, locked, choice))).toEqual(ids);
        expect(await other.transaction((theirs) => claimDue(theirs, locked, choice))).toEqual([]);
        throw new Error('killed');
      })
      .catch(() => {});
    expect(idsOf(await other.transaction((theirs) => claimDue(theirs, locked, choice)))).toEqual(ids);
  });
});

describe('limits per location', () => {
  test.each([
    ['claimed', (atMost: number) => claimDue(db, shared, { now: at(0), atMost })],
    ['chosen', (atMost: number) => chooseDue(db, shared, { now: at(0), atMost })],
  ])(
    'the first row of each location is %s before any second one, however many rows a location has',
    async (_name, take) => {
      await add(gym(0), ...Array.from({ length: 50 }, (_chore, index) => -1_000 - index));
      const [first = ''] = await add(gym(1), -1);
      const [other = ''] = await add(gym(2), 0);
      expect(idsOf(await take(3))).toEqual(expect.arrayContaining([first, other]));
    },
  );

  test('no location has more rows in one batch than its limit', async () => {
    await add(gym(0), ...Array.from({ length: 50 }, () => -1));
    expect(await claimDue(db, shared, { now: at(0), atMost: 40 })).toHaveLength(3);
    expect(await chooseDue(db, shared, { now: at(0), atMost: 40 })).toHaveLength(3);
  });

  test('only the named locations are read, without the excepted ones', async () => {
    const [, second] = [await add(gym(0), 0), await add(gym(1), 0), await add(gym(2), 0)];
    const choice = { now: at(0), atMost: 9, of: [gym(0), gym(1)], except: [gym(0)] };
    for (const rows of [shared, leased]) expect(idsOf(await chooseDue(db, rows, choice))).toEqual(second);
    expect(idsOf(await claimDue(db, leased, choice))).toEqual(second);
  });
});

test('the next moment of each location is that of its first row that is not due yet', async () => {
  await add(gym(0), -50, 200, 100);
  await add(gym(1), 300);
  await add(gym(2), -1);
  const waiting = { table: chores, dueAt: chores.dueAt, isWaiting: isOpen };
  const next = await readNextDue(db, waiting, { now: at(0) });
  const byPlace = (a: { locationId: string }, b: { locationId: string }) => a.locationId.localeCompare(b.locationId);
  expect(next.toSorted(byPlace)).toEqual(
    [
      { locationId: gym(0), at: at(100) },
      { locationId: gym(1), at: at(300) },
    ].toSorted(byPlace),
  );
  expect(await readNextDue(db, waiting, { now: at(0), of: [gym(1)] })).toEqual([{ locationId: gym(1), at: at(300) }]);
});

/** The model that the table is checked against. */
interface Truth {
  dueAt: number;
  claimedUntil: number | null;
  done: boolean;
}

const step = fc.oneof(
  fc.record({ kind: fc.constant('add'), gym: fc.nat(3), inMs: fc.integer({ min: -5_000, max: 60_000 }) }),
  fc.record({ kind: fc.constant('claim'), by: fc.nat(2), atMost: fc.integer({ min: 1, max: 5 }) }),
  fc.record({ kind: fc.constant('complete'), by: fc.nat(2) }),
  fc.record({ kind: fc.constant('renew'), by: fc.nat(2) }),
  fc.record({ kind: fc.constant('kill'), by: fc.nat(2) }),
  fc.record({ kind: fc.constant('pass'), ms: fc.integer({ min: 1, max: 40_000 }) }),
);

test('in any order of adding, claiming, completing, renewing and killing, claims return exactly the due and unclaimed rows, and each row is done once', async () => {
  const processes = [testDesk.desk.db, testDesk.another().db, testDesk.another().db];
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      await db.delete(chores);
      const truth = new Map<string, Truth>();
      const inHand = processes.map((): Chore[] => []);
      const isClaimable = ({ dueAt, claimedUntil, done }: Truth) =>
        !done && dueAt <= now && (claimedUntil === null || claimedUntil < now);
      const take = async (by: number, atMost: number) => {
        const claimable = [...truth.values()].filter(isClaimable);
        const claimed = await claimDue(processes[by] ?? db, leased, { now: at(0), atMost });
        expect(claimed).toHaveLength(Math.min(atMost, claimable.length));
        for (const chore of claimed) {
          const known = truth.get(chore.id);
          expect(known && isClaimable(known)).toBe(true);
          if (known) known.claimedUntil = now + leaseMs;
        }
        inHand[by]?.push(...claimed);
        return claimed.length;
      };
      const finish = async (by: number) => {
        for (const chore of inHand[by]?.splice(0) ?? []) {
          const known = truth.get(chore.id);
          const [before] = await db.select().from(chores).where(eq(chores.id, chore.id));
          await complete(processes[by] ?? db, chore);
          // a row that another process has claimed since is completed by that process
          if (known && before?.leaseId === chore.leaseId) Object.assign(known, { done: true, claimedUntil: null });
        }
      };
      for (const one of steps) {
        if ('inMs' in one) {
          const [id = ''] = await add(gym(one.gym), one.inMs);
          truth.set(id, { dueAt: now + one.inMs, claimedUntil: null, done: false });
        } else if ('ms' in one) now += one.ms;
        else if ('atMost' in one) await take(one.by, one.atMost);
        else if (one.kind === 'complete') await finish(one.by);
        else if (one.kind === 'kill') inHand[one.by] = [];
        else {
          const held = await renewLeases(db, { leases: (inHand[one.by] ?? []).map(leaseOf), now: at(0) });
          for (const { id } of held) Object.assign(truth.get(id) ?? {}, { claimedUntil: now + leaseMs });
        }
      }
      now += 120_000;
      for (const by of [0, 1, 2]) while ((await take(by, 5)) > 0) await finish(by);
      const rows = await db.select().from(chores).orderBy(asc(chores.id));
      expect(rows.map(({ id, done }) => ({ id, done }))).toEqual(
        [...truth.keys()].toSorted().map((id) => ({ id, done: 1 })),
      );
    }),
    { numRuns: 40 },
  );
});

test('with several workers at the same time, some of them killed between claim and completion, each row is done once', async () => {
  const total = 240;
  for (const [index, locationId] of gyms.entries()) {
    await add(locationId, ...Array.from({ length: total / gyms.length }, (_chore, place) => place * 10 * (index + 1)));
  }
  const seed = fc.sample(fc.integer({ min: 1, max: 1_000 }), 1)[0] ?? 1;
  let drawn = seed;
  const draw = (below: number) => {
    drawn = (drawn * 48_271) % 2_147_483_647;
    return drawn % below;
  };
  const clock = { clock: () => now, log: testDesk.desk.log };
  const held = new Map<string, number>();
  const twice: string[] = [];
  const startProcess = () => {
    const { db: own } = testDesk.another();
    let isDead = false;
    const work: DueWork<Chore> = {
      name: 'chores',
      broken: 'a chore failed',
      atOnce: 4,
      take: (look) => (isDead ? Promise.resolve([]) : claimDue(own, shared, look)),
      idOf: ({ id }) => id,
      locationOf: ({ locationId }) => locationId,
      work: async (chore) => {
        const until = held.get(chore.id) ?? 0;
        if (until >= now) twice.push(chore.id);
        held.set(chore.id, chore.leaseEndsAt?.getTime() ?? 0);
        await new Promise((resolve) => setTimeout(resolve, draw(4)));
        // a killed process neither returns nor settles anything
        if (draw(12) === 0) isDead = true;
        if (isDead) await new Promise(() => {});
        await complete(own, chore);
        held.delete(chore.id);
      },
    };
    const due = [{ name: work.name, lanes: openLanes(clock, work), lookEveryMs: 5 }];
    return { isDead: () => isDead, stop: startWorker(clock, { due }, { patienceMs: 10 }) };
  };
  const processes = [startProcess(), startProcess(), startProcess()];
  const killed = [];
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 10));
    now += 500;
    const dead = processes.filter(({ isDead }) => isDead());
    for (const process of dead) {
      // a killed process does not release its claims
      killed.push(process);
      processes.splice(processes.indexOf(process), 1, startProcess());
    }
    if ((await db.$count(chores, isOpen)) === 0) break;
  }
  await Promise.all([...processes, ...killed].map(({ stop }) => stop()));
  expect(killed.length).toBeGreaterThan(0);
  expect(twice).toEqual([]);
  const wrong = await db.select().from(chores).where(sql`${chores.done} <> 1`);
  expect(wrong).toEqual([]);
});
