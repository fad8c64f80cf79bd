import type { SQL } from 'drizzle-orm';
import type { QueryResultRow } from 'pg';
import { inject } from 'vitest';
import { type OperatorDatabase, openOperatorDatabase } from '#platform/db/client.ts';
import { createPlatformDatabase } from '#platform/testing/platform-database.ts';

export interface DemoDatabase {
  url: string;
  operator: OperatorDatabase;
  rows<Row extends QueryResultRow>(statement: SQL): Promise<Row[]>;
  close(): Promise<void>;
}

/** A migrated database for a test, without the demo chain. */
export async function openDemoDatabase(): Promise<DemoDatabase> {
  const { url, drop } = await createPlatformDatabase(inject('adminDatabaseUrl'));
  const operator = openOperatorDatabase({ url });
  return {
    url,
    operator,
    rows: async <Row extends QueryResultRow>(statement: SQL) =>
      (await operator.transaction((sql) => sql.execute(statement))).rows as Row[], // safe because: a test names the columns it selects
    close: async () => {
      await operator.close();
      await drop();
    },
  };
}
