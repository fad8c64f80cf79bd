import 'server-only';
import { and, eq, getTableColumns, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';

/** @throws Error where the table has no such column */
export function columnOf(table: PgTable, name: string): PgColumn {
  const column: PgColumn | undefined = getTableColumns(table)[name];
  if (!column) throw new Error(`There is no column ${name}.`);
  return column;
}

/** Condition for the row with this key: values by column name. */
export const isRow = (table: PgTable, key: object): SQL | undefined =>
  and(...Object.entries(key).map(([name, value]) => eq(columnOf(table, name), value)));
