import { createHash, randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';

export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

/** A program whose databases are cloned, with its migrations. */
interface Schema {
  program: 'desk' | 'platform';
  migrationsFolder: string;
  migrate(databaseUrl: string): Promise<void>;
  data?: TemplateData;
}

/** Data that several test files need alike, written once, into a template of its own. */
export interface TemplateData {
  /** A part of the template's name. */
  name: string;
  write(databaseUrl: string): Promise<void>;
}

/** Creates a database for a test, cloned from a migrated template. The first caller creates the template. */
export async function cloneDatabase(adminUrl: string, schema: Schema): Promise<TestDatabase> {
  const name = `${schema.program}_${randomUUID().replaceAll('-', '')}`; // a name that needs no quotes
  await withAdmin(adminUrl, async (admin) => {
    // cloning needs exclusive access to the template, so callers take a lock
    const lock = [`template of ${schema.program}`];
    await admin.query('SELECT pg_advisory_lock(hashtext($1))', lock);
    const template = await ensureTemplate(admin, adminUrl, schema);
    // without writing the copy to the log first: takes half of the time
    await admin.query(`CREATE DATABASE "${name}" TEMPLATE "${template}" STRATEGY FILE_COPY`);
    await admin.query('SELECT pg_advisory_unlock(hashtext($1))', lock);
  });
  return {
    url: addressOf(adminUrl, name),
    drop: () =>
      withAdmin(adminUrl, async (admin) => {
        await admin.query(`DROP DATABASE "${name}" WITH (FORCE)`);
      }),
  };
}

async function ensureTemplate(admin: pg.ClientBase, adminUrl: string, schema: Schema): Promise<string> {
  const template = [schema.program, 'template', digestOf(schema.migrationsFolder), schema.data?.name ?? 'empty'].join(
    '_',
  );
  const { rowCount } = await admin.query('SELECT FROM pg_database WHERE datname = $1', [template]);
  if (rowCount === 0) {
    const unfinished = `${template}_unfinished`;
    await admin.query(`DROP DATABASE IF EXISTS "${unfinished}"`);
    await admin.query(`CREATE DATABASE "${unfinished}"`);
    await schema.migrate(addressOf(adminUrl, unfinished));
    await schema.data?.write(addressOf(adminUrl, unfinished));
    await admin.query(`ALTER DATABASE "${unfinished}" RENAME TO "${template}"`);
  }
  return template;
}

function digestOf(migrationsFolder: string): string {
  const hash = createHash('sha256');
  for (const file of fs.readdirSync(migrationsFolder).sort()) {
    if (file.endsWith('.sql')) hash.update(fs.readFileSync(path.join(migrationsFolder, file)));
  }
  return hash.digest('hex').slice(0, 12);
}

const pools = new Map<string, pg.Pool>();

/** Keeps the connection for the next file of the worker: connecting takes longer than what most of them ask. */
async function withAdmin(url: string, work: (admin: pg.ClientBase) => Promise<void>): Promise<void> {
  const pool =
    pools.get(url) ?? new pg.Pool({ connectionString: url, idleTimeoutMillis: 60_000, allowExitOnIdle: true });
  if (!pools.has(url)) pool.on('error', () => {}); // the cluster stops before the worker ends
  pools.set(url, pool);
  const admin = await pool.connect();
  try {
    await work(admin);
    admin.release();
  } catch (error) {
    admin.release(true); // with the locks of its session
    throw error;
  }
}

function addressOf(adminUrl: string, database: string): string {
  const url = new URL(adminUrl);
  url.pathname = `/${database}`;
  return url.href;
}
