import type { TestPlatform } from './platform.ts';

/** What every request writes, whether it is refused or not. */
const writtenByAll = ['rate_buckets', 'access_tokens'];

/** All rows of all tables, to be compared. */
export async function contentsOf({ rows }: Pick<TestPlatform, 'rows'>) {
  const tables = await rows<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> ALL($1) ORDER BY 1",
    [writtenByAll],
  );
  const found = tables.map(({ name }) => rows(`SELECT '${name}' AS table, t::text FROM ${name} t ORDER BY 2`));
  return (await Promise.all(found)).flat();
}
