import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

/** Creates a database in the tests' cluster, and drops it after the work. */
export async function withEmptyDatabase(work: (url: string, client: pg.Client) => Promise<void>): Promise<void> {
  const name = `upgrade_${randomUUID().replaceAll('-', '')}`;
  const url = new URL(inject('adminDatabaseUrl'));
  const admin = new pg.Client({ connectionString: url.href });
  await admin.connect();
  await admin.query(`create database ${name}`);
  url.pathname = `/${name}`;
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    await work(url.href, client);
  } finally {
    await client.end();
    await admin.query(`drop database ${name} with (force)`);
    await admin.end();
  }
}
