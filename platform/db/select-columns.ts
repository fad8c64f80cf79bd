import { getTableColumns } from 'drizzle-orm';
import { CasingCache } from 'drizzle-orm/casing';
import type { PgTable } from 'drizzle-orm/pg-core';

const casing = new CasingCache('snake_case');

/**
 * Columns for a SELECT, each with its name in the schema as alias: `m.gym_id AS "gymId"`.
 * @param prefix comes before each of these names
 */
export const selectColumns = <Table extends PgTable>(
  table: Table,
  { alias, prefix = '' }: { alias: string; prefix?: string },
  names: readonly (keyof Table['_']['columns'] & string)[] = Object.keys(getTableColumns(table)),
): string => {
  const stored = columnNames(table, names);
  return names.map((name, index) => `${alias}.${stored[index]} AS "${prefix}${name}"`).join();
};

/** The names of columns in the database, in the same order. */
export function columnNames<Table extends PgTable>(
  table: Table,
  names: readonly (keyof Table['_']['columns'] & string)[],
): string[] {
  const columns = getTableColumns(table);
  return names.map((name) => {
    const column = columns[name];
    if (!column) throw new Error(`The table has no column ${name}.`);
    return casing.getColumnCasing(column);
  });
}
