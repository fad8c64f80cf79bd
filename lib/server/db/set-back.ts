import 'server-only';
import { and, gt, lte, or, type SQL, sql } from 'drizzle-orm';
import { toSnakeCase } from 'drizzle-orm/casing';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { aheadFrom } from '#shared/database/ahead.ts';
import type { Queryable } from './client.ts';
import { columnOf, isRow } from './row-key.ts';

/*
 * Times that a clock wrote before it was set back lie ahead of now. Nothing was done there, and nothing is to wait for it.
 */

/** Whether some of these times lie ahead. */
export async function areAhead(db: Queryable, times: readonly (Date | null)[], now: Date): Promise<boolean> {
  const known = times.filter((at) => at !== null).map((at) => at.getTime());
  if (known.length === 0) return false;
  const latest = new Date(Math.max(...known));
  const { rows } = await db.execute<{ isAhead: boolean }>(
    sql`select ${latest.toISOString()}::timestamptz > ${aheadFrom(now)} as "isAhead"`,
  );
  return rows[0]?.isAhead === true;
}

/** Holds for what is due: its time has come, or lies farther ahead than anything waits. */
export const isDueBy = (dueAt: PgColumn, now: Date, longestWaitMs: number): SQL | undefined =>
  or(lte(dueAt, now), gt(dueAt, aheadFrom(now, longestWaitMs)));

/** Whether any of these times of rows is of a clock that was set back since. */
export async function areAnyAhead(
  db: Queryable,
  table: PgTable,
  key: object,
  names: readonly string[],
  now: Date,
): Promise<boolean> {
  const isAnyLater = or(...names.map((name) => gt(columnOf(table, name), aheadFrom(now))));
  const found = await db
    .select({ found: sql`1` })
    .from(table)
    .where(and(isRow(table, key), isAnyLater))
    .limit(1);
  return found.length > 0;
}

/**
 * Takes times of rows that have not come yet for moments ago, so that what is heard now is later. What came after something
 * else still does, in the same column or another one that is named.
 */
export async function bringBack(
  tx: Queryable,
  table: PgTable,
  key: object,
  names: readonly string[],
  now: Date,
): Promise<void> {
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
