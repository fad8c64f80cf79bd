import 'server-only';
import { and, gt, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable, PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Queryable } from '#lib/server/db/client.ts';
import { columnOf } from '#lib/server/db/row-key.ts';
import { aheadFrom } from '#shared/database/ahead.ts';

/** A table whose rows can be leased. */
type LeaseTable = PgTable & { leaseId: PgColumn; leaseEndsAt: PgColumn };

/** The exclusive right to work on a row, until it is released or, where its process has died, expires. */
export interface Lease<Table extends LeaseTable = LeaseTable, Key = Partial<Row<Table>>> {
  table: Table;
  /** The primary key of the row. */
  key: Key;
  /** A new one for every lease (a fencing token): a process that has lost the row cannot write with it. */
  id: string;
  /** Its duration: longer than any wait between renewals. */
  ms: number;
}
type Row<Table extends PgTable> = Table['$inferSelect'];

interface Release<Table extends LeaseTable> {
  set?: PgUpdateSetSource<Table>;
  notice?: SQL;
}

/**
 * Acquires the lease of a row, and inserts the row if it does not exist.
 * @returns the row; null while another process holds the lease
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
 * Renews leases of one table for their full duration, and locks the rows until the transaction ends.
 * @returns the rows whose leases are still held: results for the others must be discarded
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

/** Renews one lease, and updates the row with `set`. Null where another process has the row by now. */
export async function renewLease<Table extends LeaseTable>(
  tx: Queryable,
  { lease, ...renewal }: { lease: Lease<Table>; now: Date; set?: PgUpdateSetSource<Table> },
): Promise<Row<Table> | null> {
  const [row] = await renewLeases(tx, { leases: [lease], ...renewal });
  return row ?? null;
}

/**
 * Releases leases of one table, except rows that another process has by now.
 * @param notice evaluated for each released row: see `dueNotice`
 * @returns whether any was still held
 */
export async function releaseLeases<Table extends LeaseTable>(
  db: Queryable,
  { leases, set, notice }: Release<Table> & { leases: readonly Lease<Table>[] },
): Promise<boolean> {
  const [first, ...others] = leases;
  if (!first) return false;
  const table: LeaseTable = first.table;
  const released = await db
    .update(table)
    .set({ ...set, leaseId: null, leaseEndsAt: null })
    .where(isHeld(first, ...others))
    .returning({ notice: notice ?? sql`null` });
  return released.length > 0;
}

/** The columns that a claim of several rows sets: a lease of its own for each. */
export const holdFor = (ms: number, now: Date) => ({
  leaseId: sql<string>`gen_random_uuid()`,
  leaseEndsAt: new Date(now.getTime() + ms),
});

/** Releases one lease, and updates the row with `set`. */
export const releaseLease = <Table extends LeaseTable>(
  db: Queryable,
  { lease, ...release }: Release<Table> & { lease: Lease<Table> },
): Promise<boolean> => releaseLeases(db, { leases: [lease], ...release });

/** SQL condition: the rows of these leases that another process has not taken over. */
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

/** An upper bound of all durations plus differences between clocks: a lease that ends later was written before a clock was set back. */
const longestLeaseMs = 5 * 60_000;

/** Condition for rows without a valid lease. */
export const isLeaseFree = ({ leaseId, leaseEndsAt }: LeaseTable, now: Date): SQL | undefined =>
  or(isNull(leaseId), lt(leaseEndsAt, now), gt(leaseEndsAt, aheadFrom(now, longestLeaseMs)));

const endOf = ({ ms }: Lease, now: Date) => new Date(now.getTime() + ms);
