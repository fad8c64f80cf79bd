import 'server-only';
import { and, gt, lte, or, type SQL, sql } from 'drizzle-orm';
import { toSnakeCase } from 'drizzle-orm/casing';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { clocksDifferMs } from '#shared/clocks-differ.ts';
import { aheadFrom } from '#shared/database/ahead.ts';
import type { Queryable } from './client.ts';
import { columnOf, isRow } from './row-key.ts';

/*
 * After a clock was set back, times it wrote before lie in the future. They must not keep due work waiting until then.
 */

/** Whether any of these times lies in the future. */
export async function areAhead(
  db: Queryable,
  { times, now }: { times: readonly (Date | null)[]; now: Date },
): Promise<boolean> {
  const known = times.filter((at) => at !== null).map((at) => at.getTime());
  const latest = new Date(Math.max(...known));
  // the database's clock can only move the limit farther ahead
  if (known.length === 0 || latest.getTime() <= now.getTime() + clocksDifferMs) return false;
  const { rows } = await db.execute<{ isAhead: boolean }>(
    sql`select ${latest.toISOString()}::timestamptz > ${aheadFrom(now)} as "isAhead"`,
  );
  return rows[0]?.isAhead === true;
}

/** Condition for rows that are due: the time has passed, or lies farther in the future than the longest wait allows. */
export const isDueBy = (dueAt: PgColumn, now: Date, longestWaitMs: number): SQL | undefined =>
  or(lte(dueAt, now), gt(dueAt, aheadFrom(now, longestWaitMs)));

interface TimeColumns {
  table: PgTable;
  /** Which rows: values by column name. */
  key: object;
  /** The columns that hold times. */
  names: readonly string[];
  now: Date;
}

/** Whether any of these columns of any of these rows lies in the future, since the clock was set back. */
export async function areAnyAhead(db: Queryable, { table, key, names, now }: TimeColumns): Promise<boolean> {
  const isAnyLater = or(...names.map((name) => gt(columnOf(table, name), aheadFrom(now))));
  const found = await db
    .select({ found: sql`1` })
    .from(table)
    .where(and(isRow(table, key), isAnyLater))
    .limit(1);
  return found.length > 0;
}

/**
 * Moves times that lie in the future to just before now, so that whatever is written from now on is later. Keeps their order,
 * also across the named columns.
 */
export async function bringBack(tx: Queryable, { table, key, names, now }: TimeColumns): Promise<void> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const columns = names.map((name, index) => {
    const [column, place] = [sql.identifier(toSnakeCase(name)), sql.identifier(`place_${index}`)];
    return {
      ahead: sql`select ${columnOf(table, name)} as at from ${table} where ${and(isRow(table, key), gt(columnOf(table, name), now))}`,
      join: sql`left join placed ${place} on ${place}.at = was.${column}`,
      set: sql`${column} = coalesce(${place}.brought, was.${column})`,
      isAhead: sql`${place}.at is not null`,
    };
  });
  const joined = (part: keyof (typeof columns)[number], by: string) =>
    sql.join(
      columns.map((column) => column[part]),
      sql.raw(by),
    );
  await tx.execute(sql`
    with placed as (
      select at, ${at} - row_number() over (order by at desc) * interval '1 millisecond' as brought
      from (${joined('ahead', ' union ')}) ahead
    )
    update ${table} set ${joined('set', ', ')}
    from ${table} was ${joined('join', ' ')}
    where was.ctid = ${table}.ctid and ${isRow(table, key)} and (${joined('isAhead', ' or ')})`);
}
