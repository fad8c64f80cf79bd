import type { TestPlatform } from './platform.ts';

/** Tables that every request writes to, even a rejected one. */
const writtenByAll = ['rate_buckets', 'access_tokens'];

/** All rows of all other tables, for comparison. */
export async function contentsOf({ rows }: Pick<TestPlatform, 'rows'>) {
  const tables = await rows<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> ALL($1) ORDER BY 1",
    [writtenByAll],
  );
  const found = tables.map(({ name }) => rows(`SELECT '${name}' AS table, t::text FROM ${name} t ORDER BY 2`));
  return (await Promise.all(found)).flat();
}
