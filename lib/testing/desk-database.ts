import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { migrateDatabase } from '#lib/db/migrate.ts';

const template = 'desk_template';
const lockKey = 7_305_018_843;

export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

/** A database of its own for a test file, cloned from a template that the first file makes. */
export async function createDeskDatabase(adminUrl: string): Promise<TestDatabase> {
  const name = `desk_${randomUUID().replaceAll('-', '')}`;
  await asAdmin(adminUrl, async (admin) => {
    // cloning needs the template for itself, so files take turns
    await admin.query('select pg_advisory_lock($1)', [lockKey]);
    const { rowCount } = await admin.query('select from pg_database where datname = $1', [template]);
    if (!rowCount) {
      await admin.query(`create database ${template}_unfinished`);
      await migrateDatabase(urlOf(adminUrl, `${template}_unfinished`));
      await admin.query(`alter database ${template}_unfinished rename to ${template}`);
    }
    await admin.query(`create database ${name} template ${template}`);
  });
  return {
    url: urlOf(adminUrl, name),
    drop: () => asAdmin(adminUrl, async (admin) => void (await admin.query(`drop database ${name} with (force)`))),
  };
}

async function asAdmin(adminUrl: string, work: (admin: pg.Client) => Promise<void>): Promise<void> {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  try {
    await work(admin);
  } finally {
    await admin.end();
  }
}

function urlOf(adminUrl: string, database: string): string {
  const url = new URL(adminUrl);
  url.pathname = `/${database}`;
  return url.href;
}
