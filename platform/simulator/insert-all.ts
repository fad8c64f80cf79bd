import { getTableColumns, sql as statement } from 'drizzle-orm';
import { CasingCache } from 'drizzle-orm/casing';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Sql } from '#platform/db/client.ts';

const casing = new CasingCache('snake_case');

/**
 * Inserts any number of rows as one JSON document, which takes half the time of a list of values for tens of
 * thousands. A field that is missing from all rows gets its default; one that is missing from some rows is null
 * there.
 * @param onConflict what happens to a row that exists, as SQL; without it, the insert fails
 */
export async function insertAll<Table extends PgTable>(
  sql: Sql,
  table: Table,
  rows: readonly Table['$inferInsert'][],
  onConflict = statement``,
): Promise<void> {
  const fields = new Set(rows.flatMap(Object.keys));
  if (fields.size === 0) return;
  const columns = Object.entries(getTableColumns(table)).filter(([field]) => fields.has(field));
  const names = new Map(columns.map(([field, column]) => [field, casing.getColumnCasing(column)]));
  const document = JSON.stringify(
    rows.map((row) => Object.fromEntries(Object.entries(row).map(([field, value]) => [names.get(field), value]))),
  );
  const list = statement.join([...names.values()].map(statement.identifier), statement`, `);
  await sql.execute(statement`
    INSERT INTO ${table} (${list})
    SELECT ${list} FROM jsonb_populate_recordset(NULL::${table}, ${document}::jsonb) ${onConflict}`);
}
