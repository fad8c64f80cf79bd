import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type pg from 'pg';
import { deskSchema } from '#lib/server/db/migrate.ts';
import { platformSchema } from '#platform/db/migrate.ts';
import type { Program } from '#programs/base/both-programs.ts';
import type { SchemaKeeper } from '#shared/database/schema-keeper.ts';
import { runStatements } from '#shared/testing/run-statements.ts';

export const keepers: Readonly<Record<Program, SchemaKeeper>> = { desk: deskSchema, platform: platformSchema };

interface EarlierMigration {
  tag: string;
  /** Epoch milliseconds, as in the table of applied migrations. */
  createdAt: number;
  sql: string;
}

/** The migrations before the squash, exactly as they were applied to gyms' databases. */
export function readEarlierMigrations(program: Program): EarlierMigration[] {
  const file = path.join(import.meta.dirname, 'before-squash', `${program}.sql`);
  const [, ...parts] = fs.readFileSync(file, 'utf8').split(/^--> migration (\S+) (\d+)$/m);
  return Array.from({ length: parts.length / 3 }, (_, index) => {
    const [tag = '', createdAt, sql = ''] = parts.slice(3 * index, 3 * index + 3);
    return { tag, createdAt: Number(createdAt), sql };
  });
}

/** Applies the migrations before the squash to an empty database: all of them, or those up to `last`. */
export async function makeEarlierSchema(client: pg.Client, program: Program, last?: string): Promise<void> {
  const migrations = readEarlierMigrations(program);
  const end = last === undefined ? migrations.length - 1 : migrations.findIndex(({ tag }) => tag === last);
  if (end < 0) throw new Error(`There is no migration ${last}.`);
  const { schema, name } = keepers[program].table;
  await client.query('begin; set local client_min_messages = warning');
  await client.query(`create schema if not exists ${schema}`);
  await client.query(`create table ${schema}.${name} (id serial primary key, hash text not null, created_at bigint)`);
  for (const { sql, createdAt } of migrations.slice(0, end + 1)) {
    await runStatements((statement) => client.query(statement), sql);
    const hash = createHash('sha256').update(sql).digest('hex');
    await client.query(`insert into ${schema}.${name} (hash, created_at) values ($1, $2)`, [hash, createdAt]);
  }
  await client.query('commit');
}
