import 'server-only';
import { and, asc, inArray, notInArray, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable, PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Queryable } from '#lib/server/db/client.ts';
import { columnOf, isRow } from '#lib/server/db/row-key.ts';
import { locations } from '#lib/server/db/schema/locations.ts';

type DueTable = PgTable & { locationId: PgColumn };
type Row<Table extends DueTable> = Table['$inferSelect'];
type ColumnName<Table extends DueTable> = keyof Row<Table> & string;

/** A table whose rows hold the time at which each is due. */
export interface DueRows<Table extends DueTable, Key extends ColumnName<Table> = ColumnName<Table>> {
  table: Table;
  /** The columns of its primary key. */
  key: readonly Key[];
  /** When a row is due. Rows that have been due longest are claimed first. */
  dueAt: PgColumn;
  /** Holds for rows that are due and not claimed. */
  isDue: (now: Date) => SQL | undefined;
  /**
   * What a claim writes so that no other process claims the row meanwhile. Left out where the row lock itself is the
   * claim, which ends with the transaction.
   */
  hold?: (now: Date) => PgUpdateSetSource<Table>;
  /**
   * The most rows of one location in a batch, for tables where a location may have many: the first row of every location
   * comes before any second one, in random order of locations. Left out where a location has a row or two.
   */
  mostOfLocation?: number;
}

export interface Choice {
  now: Date;
  atMost: number;
  /** Only these locations; all if left out. */
  of?: readonly string[] | undefined;
  /** Not these locations. */
  except?: readonly string[] | undefined;
  /** A further condition on the due rows. */
  where?: SQL | undefined;
}

/** A single row, by the values of its key; the share of its location does not limit it. */
type NamedRow = Pick<Choice, 'now'> & { row: object };

type Claiming<Table extends DueTable> = (Choice | NamedRow) & {
  /** What the claim writes in addition. */
  set?: PgUpdateSetSource<Table>;
};

/**
 * Claims rows that are due, each at most once however many processes ask: rows that another process is claiming at the
 * same moment are skipped (SKIP LOCKED), and a claimed row is no longer due.
 * @returns the rows as they are after the claim
 */
export async function claimDue<Table extends DueTable>(
  db: Queryable,
  rows: DueRows<Table>,
  choice: Claiming<Table>,
): Promise<Row<Table>[]> {
  const table: DueTable = rows.table;
  const { now } = choice;
  const isChosen = and(rows.isDue(now), 'row' in choice ? isRow(table, choice.row) : isOfChoice(rows, choice));
  const atMost = 'row' in choice ? 1 : choice.atMost;
  const order = asc(rows.dueAt);
  if (!rows.hold) {
    return db.select().from(table).where(isChosen).orderBy(order).limit(atMost).for('update', { skipLocked: true });
  }
  // a CTE with FOR UPDATE runs once, whatever plan the update has: it never locks more rows than it claims
  const locked = db.select(columnsOf(rows)).from(table).where(isChosen).orderBy(order).limit(atMost);
  const due = db.$with('due').as(locked.for('update', { skipLocked: true }));
  return db
    .with(due)
    .update(table)
    .set({ ...choice.set, ...rows.hold(now) })
    .where(isAmong(rows, sql`select * from ${due}`))
    .returning();
}

/**
 * Selects due rows without claiming them, for work that claims each row by its key once it knows what the claim has to
 * write. Two processes may select the same row; only one of them can claim it.
 * @returns the keys, in the order in which they are to be worked on
 */
export async function chooseDue<Table extends DueTable, Key extends ColumnName<Table>>(
  db: Queryable,
  rows: DueRows<Table, Key>,
  choice: Choice,
): Promise<Pick<Row<Table>, Key>[]> {
  const { rows: chosen } = await db.execute(choosing(rows, choice));
  // safe because: it selects the columns of the key, under their own names
  return chosen as Pick<Row<Table>, Key>[];
}

/** When the next row of a location is due. */
export interface Moment {
  locationId: string;
  at: Date;
}

/** For each location, when the first row that is not due yet will be due. */
export async function readNextDue<Table extends DueTable>(
  db: Queryable,
  { table, dueAt, isWaiting }: Pick<DueRows<Table>, 'table' | 'dueAt'> & { isWaiting: SQL | undefined },
  { now, of }: Pick<Choice, 'now' | 'of'>,
): Promise<Moment[]> {
  const isLater = sql`${dueAt} > ${now.toISOString()}::timestamptz`;
  const { rows } = await db.execute<{ locationId: string; at: string }>(sql`
    select ${locations.id} as "locationId", (extract(epoch from next.at) * 1000)::float8 as at
    from ${locations} cross join lateral (
      select ${dueAt} as at from ${table}
      where ${and(sql`${table.locationId} = ${locations.id}`, isWaiting, isLater)}
      order by ${dueAt} limit 1
    ) as next
    where ${isAt(locations.id, { of })}`);
  return rows.map(({ locationId, at }) => ({ locationId, at: new Date(Number(at)) }));
}

/** Selects the keys of due rows, with the same limit for each location. */
function choosing<Table extends DueTable>(rows: DueRows<Table>, choice: Choice): SQL {
  const { now, atMost, where } = choice;
  const table: DueTable = rows.table;
  const names = sql.join(
    rows.key.map((name) => sql`${columnOf(table, name)} as ${sql.identifier(name)}`),
    sql`, `,
  );
  const chosen = sql.join(
    rows.key.map((name) => sql`due.${sql.identifier(name)}`),
    sql`, `,
  );
  return sql`
    select ${chosen}
    from ${locations} cross join lateral (
      select ${names}, row_number() over (order by ${rows.dueAt}) as place
      from ${table}
      where ${and(sql`${table.locationId} = ${locations.id}`, rows.isDue(now), where)}
      order by ${rows.dueAt} limit ${rows.mostOfLocation ?? atMost}
    ) as due
    where ${isAt(locations.id, choice)}
    order by due.place, random() limit ${atMost}`;
}

const columnsOf = <Table extends DueTable>({ table, key }: DueRows<Table>): Record<string, PgColumn> =>
  Object.fromEntries(key.map((name) => [name, columnOf(table, name)]));

function isAmong<Table extends DueTable>(rows: DueRows<Table>, keys: SQL): SQL {
  const columns = sql.join(Object.values(columnsOf(rows)), sql`, `);
  return sql`(${columns}) in (${keys})`;
}

function isOfChoice<Table extends DueTable>(rows: DueRows<Table>, choice: Choice): SQL | undefined {
  const hasShare = rows.mostOfLocation === undefined ? undefined : isAmong(rows, choosing(rows, choice));
  return and(choice.where, isAt(rows.table.locationId, choice), hasShare);
}

const isAt = (locationId: PgColumn, { of, except = [] }: Pick<Choice, 'of' | 'except'>): SQL | undefined =>
  and(of ? inArray(locationId, [...of]) : sql`true`, notInArray(locationId, [...except]));
