import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { migrateDatabase, platformSchema } from '#platform/db/migrate.ts';
import { runMigrations } from '#shared/database/run-migrations.ts';
import { withEmptyDatabase } from './empty-database.ts';

interface Journal {
  entries: { idx: number }[];
}

const laterGrant = '--> statement-breakpoint\nGRANT SELECT ON SEQUENCE';

/** The platform's migrations up to 0011, with 0009 as it was in its first hour. */
function earlierMigrations(): string {
  const copy = fs.mkdtempSync(path.join(os.tmpdir(), 'front-desk-earlier-'));
  onTestFinished(() => fs.rmSync(copy, { recursive: true }));
  fs.cpSync(platformSchema.migrationsFolder, copy, { recursive: true });
  const file = path.join(copy, 'meta', '_journal.json');
  const { entries, ...rest } = JSON.parse(fs.readFileSync(file, 'utf8')) as Journal; // safe because: drizzle-kit writes it
  fs.writeFileSync(file, JSON.stringify({ ...rest, entries: entries.filter(({ idx }) => idx <= 11) }));
  const log = path.join(copy, '0009_sandbox_log.sql');
  const [first = '', grant] = fs.readFileSync(log, 'utf8').split(laterGrant);
  expect(grant).toContain('sandbox_requests_number_seq');
  fs.writeFileSync(log, first);
  return copy;
}

/** Tables and sequences that pg_dump cannot read as the operator. */
const unreadable = async (client: pg.Client) => {
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class JOIN pg_namespace n ON n.oid = relnamespace
     WHERE nspname IN ('public', 'drizzle', 'pgboss') AND NOT CASE relkind
       WHEN 'S' THEN has_sequence_privilege('front_desk_operator', pg_class.oid, 'SELECT')
       WHEN 'r' THEN has_table_privilege('front_desk_operator', pg_class.oid, 'SELECT')
       WHEN 'p' THEN has_table_privilege('front_desk_operator', pg_class.oid, 'SELECT')
       ELSE true END
     ORDER BY 1`,
  );
  return rows.map(({ name }) => name);
};

test('the operator can read every table and sequence for a backup, also after an upgrade from a version without these grants', async () => {
  await withEmptyDatabase(async (url, client) => {
    await runMigrations(client, { ...platformSchema, migrationsFolder: earlierMigrations() }, 60_000);
    expect(await unreadable(client)).toEqual(['sandbox_attempts_number_seq', 'sandbox_requests_number_seq']);
    await migrateDatabase(url);
    expect(await unreadable(client)).toEqual([]);
  });
});
