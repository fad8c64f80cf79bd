import type pg from 'pg';

/**
 * Training is partitioned by month, with partitions created on demand: creates in the new database the months that the
 * old one has, as the platform itself does.
 */
export async function makePartitions(from: pg.Client, to: pg.Client): Promise<void> {
  const { rows } = await from.query<{ first: string | null; last: string | null }>(
    `select to_char(min(month), 'YYYY-MM-DD') as first, to_char(max(month), 'YYYY-MM-DD') as last
     from (
       select substring(pg_get_expr(relpartbound, pg_class.oid) from 'FROM \\(''([^'']+)''')::timestamptz at time zone 'UTC' as month
       from pg_inherits
       join pg_class on pg_class.oid = inhrelid
       where inhparent = to_regclass('strength_workouts')
     ) months`,
  );
  const { first, last } = rows[0] ?? {};
  if (first && last) await to.query('select ensure_training_partitions($1::date, $2::date)', [first, last]);
}
