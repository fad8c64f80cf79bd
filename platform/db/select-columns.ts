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
  const columns = getTableColumns(table);
  const nameOf = (name: string) => columns[name] && casing.getColumnCasing(columns[name]);
  return names.map((name) => `${alias}.${nameOf(name)} AS "${prefix}${name}"`).join();
};
