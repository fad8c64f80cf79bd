import { createHash, randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { migrateDatabase } from '#platform/db/migrate.ts';

const migrationsFolder = path.join(import.meta.dirname, '..', 'db', 'migrations');
const templateLock = 40_103;

export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

/** A fresh database in the test cluster, cloned from a migrated one that the first caller makes. */
export async function cloneDatabase(adminDatabaseUrl: string): Promise<TestDatabase> {
  const name = `platform_${randomUUID()}`;
  await withAdmin(adminDatabaseUrl, async (admin) => {
    const template = await ensureTemplate(admin, adminDatabaseUrl);
    await admin.query(`CREATE DATABASE "${name}" TEMPLATE "${template}"`);
  });
  return {
    url: addressOf(adminDatabaseUrl, name),
    drop: () =>
      withAdmin(adminDatabaseUrl, async (admin) => {
        await admin.query(`DROP DATABASE "${name}" WITH (FORCE)`);
      }),
  };
}

async function ensureTemplate(admin: pg.Client, adminDatabaseUrl: string): Promise<string> {
  const template = `platform_template_${hashOfMigrations()}`;
  await admin.query('SELECT pg_advisory_lock($1)', [templateLock]);
  const { rowCount } = await admin.query('SELECT FROM pg_database WHERE datname = $1', [template]);
  if (rowCount === 0) {
    const unfinished = `${template}_unfinished`;
    await admin.query(`DROP DATABASE IF EXISTS "${unfinished}"`);
    await admin.query(`CREATE DATABASE "${unfinished}"`);
    await migrateDatabase(addressOf(adminDatabaseUrl, unfinished));
    await admin.query(`ALTER DATABASE "${unfinished}" RENAME TO "${template}"`);
  }
  await admin.query('SELECT pg_advisory_unlock($1)', [templateLock]);
  return template;
}

function hashOfMigrations(): string {
  const hash = createHash('sha256');
  for (const file of fs.readdirSync(migrationsFolder).sort()) {
    if (file.endsWith('.sql')) hash.update(fs.readFileSync(path.join(migrationsFolder, file)));
  }
  return hash.digest('hex').slice(0, 12);
}

async function withAdmin(url: string, work: (admin: pg.Client) => Promise<void>): Promise<void> {
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  try {
    await work(admin);
  } finally {
    await admin.end();
  }
}

function addressOf(adminDatabaseUrl: string, database: string): string {
  const url = new URL(adminDatabaseUrl);
  url.pathname = `/${database}`;
  return url.href;
}
