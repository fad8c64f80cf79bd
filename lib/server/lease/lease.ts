import 'server-only';
import { and, gt, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable, PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Queryable } from '#lib/server/db/client.ts';
import { columnOf } from '#lib/server/db/row-key.ts';
import { aheadFrom } from '#shared/database/ahead.ts';

/** A table whose rows one process at a time works on. */
type LeaseTable = PgTable & { leaseId: PgColumn; leaseEndsAt: PgColumn };

/** Who works on a row, alone, until they release it or it ends by itself: their process has died. */
export interface Lease<Table extends LeaseTable = LeaseTable, Key = Partial<Row<Table>>> {
  table: Table;
  /** The primary key of the row. */
  key: Key;
  /** Made anew for every lease: who has lost the row to another one is told apart by it, and keeps nothing. */
  id: string;
  /** How long it stands: longer than whatever is waited for before it is renewed or released. */
  ms: number;
}
type Row<Table extends PgTable> = Table['$inferSelect'];

/**
 * Acquires the lease of a row, which need not be there yet.
 * @returns the row; null while another process works on it
 */
export async function acquireLease<Table extends LeaseTable>(
  db: Queryable,
  { lease, now }: { lease: Lease<Table>; now: Date },
): Promise<Row<Table> | null> {
  const { key, id }: Lease = lease;
  const table: LeaseTable = lease.table;
  const held = { leaseId: id, leaseEndsAt: endOf(lease, now) };
  const [row] = await db
    .insert(table)
    .values({ ...key, ...held })
    .onConflictDoUpdate({
      target: Object.keys(key).map((name) => columnOf(table, name)),
      set: held,
      setWhere: isLeaseFree(table, now),
    })
    .returning();
  return row ?? null;
}

/**
 * Lets leases of one table stand for their whole time again, and locks the rows until the transaction ends.
 * @returns the rows that are still theirs: what was worked out for another must not be kept
 */
export async function renewLeases<Table extends LeaseTable>(
  tx: Queryable,
  { leases, now, set }: { leases: readonly Lease<Table>[]; now: Date; set?: PgUpdateSetSource<Table> },
): Promise<Row<Table>[]> {
  const [first, ...others] = leases;
  if (!first) return [];
  const table: LeaseTable = first.table;
  const leaseEndsAt = endOf(first, now);
  return tx
    .update(table)
    .set({ ...set, leaseEndsAt })
    .where(isHeld(first, ...others))
    .returning();
}

/** Renews one, and writes with it what it has come to. Null where another process has the row by now. */
export async function renewLease<Table extends LeaseTable>(
  tx: Queryable,
  { lease, ...renewal }: { lease: Lease<Table>; now: Date; set?: PgUpdateSetSource<Table> },
): Promise<Row<Table> | null> {
  const [row] = await renewLeases(tx, { leases: [lease], ...renewal });
  return row ?? null;
}

/** Ends leases of one table, but for those that another process has by now. */
export async function releaseLeases<Table extends LeaseTable>(
  db: Queryable,
  { leases, set }: { leases: readonly Lease<Table>[]; set?: PgUpdateSetSource<Table> },
): Promise<void> {
  const [first, ...others] = leases;
  if (!first) return;
  const table: LeaseTable = first.table;
  await db
    .update(table)
    .set({ ...set, leaseId: null, leaseEndsAt: null })
    .where(isHeld(first, ...others));
}

/** What a claim of several rows writes, for each of them a lease of its own. */
export const holdFor = (ms: number, now: Date) => ({
  leaseId: sql<string>`gen_random_uuid()`,
  leaseEndsAt: new Date(now.getTime() + ms),
});

/** Ends one, and writes with it what the work came to. */
export const releaseLease = <Table extends LeaseTable>(
  db: Queryable,
  { lease, ...release }: { lease: Lease<Table>; set?: PgUpdateSetSource<Table> },
): Promise<void> => releaseLeases(db, { leases: [lease], ...release });

/** Holds for the rows of these leases, and for none that another process has by now. */
export function isHeld(first: Lease, ...others: readonly Lease[]): SQL | undefined {
  const { table, key } = first;
  const leases = [first, ...others];
  const isTheirs = Object.keys(key).map((name) =>
    inArray(
      columnOf(table, name),
      leases.map((lease) => lease.key[name]),
    ),
  );
  const ids = leases.map(({ id }) => id);
  return and(...isTheirs, inArray(table.leaseId, ids));
}

/** No lease stands longer, whatever the clocks of machines differ: one that ends later is of a clock that was set back. */
const longestLeaseMs = 5 * 60_000;

/** Holds for rows that nobody works on. */
export const isLeaseFree = ({ leaseId, leaseEndsAt }: LeaseTable, now: Date): SQL | undefined =>
  or(isNull(leaseId), lt(leaseEndsAt, now), gt(leaseEndsAt, aheadFrom(now, longestLeaseMs)));

const endOf = ({ ms }: Lease, now: Date) => new Date(now.getTime() + ms);
