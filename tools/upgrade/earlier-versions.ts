import fs from 'node:fs';
import path from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import type { Program } from '#programs/base/both-programs.ts';

/** Schemas that earlier versions have left behind, by the last migration of each; the second is that of 0.1.0. */
export const earlierVersions: readonly Record<Program, string>[] = [
  { desk: '0016_badge-keys', platform: '0008_owners' },
  { desk: '0019_kept-for-months', platform: '0014_migrations_are_readable' },
];

const kept = {
  desk: { folder: 'lib/server/db/migrations', migrationsSchema: 'public', migrationsTable: 'desk_migrations' },
  platform: { folder: 'platform/db/migrations' },
} as const;

interface Journal {
  entries: { tag: string }[];
}

/**
 * Gives an empty database the tables that a program had when `last` was its newest migration.
 * @param between a folder that may be written to
 */
export async function makeEarlierSchema(program: Program, url: string, last: string, between: string): Promise<void> {
  const { folder, ...table } = kept[program];
  const copy = path.join(between, `${program}-${last}`);
  fs.cpSync(folder, copy, { recursive: true });
  const file = path.join(copy, 'meta', '_journal.json');
  const journal = JSON.parse(fs.readFileSync(file, 'utf8')) as Journal; // safe because: drizzle-kit writes it
  const end = journal.entries.findIndex(({ tag }) => tag === last);
  if (end < 0) throw new Error(`There is no migration ${last}.`);
  fs.writeFileSync(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, end + 1) }));
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('set client_min_messages = warning');
    await migrate(drizzle({ client }), { migrationsFolder: copy, ...table });
  } finally {
    await client.end();
  }
}
