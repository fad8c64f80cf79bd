import type { SQL } from 'drizzle-orm';
import type { QueryResultRow } from 'pg';
import { inject } from 'vitest';
import { type OperatorDatabase, openOperatorDatabase } from '#platform/db/client.ts';
import { seedDemo } from '#platform/simulator/seed-demo.ts';
import { createPlatformDatabase } from '#platform/testing/platform-database.ts';
import type { TemplateData } from '#shared/testing/cloned-database.ts';

export interface DemoDatabase {
  url: string;
  operator: OperatorDatabase;
  rows<Row extends QueryResultRow>(statement: SQL): Promise<Row[]>;
  close(): Promise<void>;
}

export const seededAt = new Date('2026-11-21T09:41:07.000Z');

/** The demo chain as `seedDemo` writes it at that time with seed 1. */
export const seededDemo: TemplateData = {
  name: 'demo',
  write: async (url) => {
    const operator = openOperatorDatabase({ url });
    await seedDemo(operator, { seed: 1, now: seededAt }).finally(() => operator.close());
  },
};

/** A migrated database for a test, without the demo chain unless `data` has it. */
export async function openDemoDatabase(data?: TemplateData): Promise<DemoDatabase> {
  const { url, drop } = await createPlatformDatabase(inject('adminDatabaseUrl'), data);
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
