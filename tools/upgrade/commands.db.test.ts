import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type pg from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import { runDeskAdmin } from '#lib/server/admin/main.ts';
import { readAdminEnv } from '#lib/server/base/env.ts';
import { runAdmin as runPlatformAdmin } from '#platform/admin/main.ts';
import type { Program } from '#programs/base/both-programs.ts';
import { earlierVersions, makeEarlierSchema } from './earlier-versions.ts';
import { withEmptyDatabase } from './empty-database.ts';

const between = fs.mkdtempSync(path.join(os.tmpdir(), 'front-desk-upgrade-'));
afterAll(() => fs.rmSync(between, { recursive: true }));

const printed: string[] = [];
const run: Record<Program, (url: string, args: string[]) => Promise<number>> = {
  desk: (url, args) =>
    runDeskAdmin(args, {
      readEnv: () => readAdminEnv({ DESK_DATABASE_URL: url, DESK_SECRET: 's'.repeat(40) }),
      readInput: async () => 'key',
      readFile: async () => '',
      writeFile: async () => {},
      print: (text) => printed.push(text),
      tell: (text) => printed.push(text),
    }),
  platform: async (url, args) => {
    try {
      return await runPlatformAdmin(args, { databaseUrl: url, write: (text) => printed.push(text) });
    } catch (error) {
      // as programs/base/run-command.ts prints it
      if (!(error instanceof Error && error.name === 'EnvironmentError')) throw error;
      printed.push(`${error.message}\n`);
      return 1;
    }
  },
};

/** Every table with its columns, and how many migrations made them. */
async function readSchema(client: pg.Client, program: Program) {
  const table = program === 'desk' ? 'public.desk_migrations' : 'drizzle.__drizzle_migrations';
  const { rows } = await client.query(
    `select table_schema, table_name, column_name, (select count(*) from ${table}) as migrations
     from information_schema.columns where table_schema not in ('pg_catalog', 'information_schema') order by 1, 2, 3`,
  );
  return rows;
}

describe.each([
  ['desk', 'list-locations'],
  ['platform', 'list-gyms'],
] as const)('a command of the %s', (program, command) => {
  const earlier = earlierVersions[0]?.[program] ?? '';

  test('leaves the database of an earlier version as it is, and says in one sentence what to do', async () => {
    await withEmptyDatabase(async (url, client) => {
      await makeEarlierSchema(program, url, earlier, between);
      const before = await readSchema(client, program);
      printed.length = 0;
      expect(await run[program](url, [command])).toBe(1);
      expect(printed.join('')).toMatch(
        new RegExp(
          `^The database of the ${program} is of an earlier Front Desk, [^\\n]*${program}:admin -- upgrade-database[^\\n]*\\n$`,
        ),
      );
      expect(await readSchema(client, program)).toEqual(before);
    });
  });

  test('works after the one that was named, and that one may be run again', async () => {
    await withEmptyDatabase(async (url, client) => {
      await makeEarlierSchema(program, url, earlier, between);
      const before = await readSchema(client, program);
      expect(await run[program](url, ['upgrade-database'])).toBe(0);
      const after = await readSchema(client, program);
      expect(after.length).toBeGreaterThan(before.length);
      expect([await run[program](url, [command]), await run[program](url, ['upgrade-database'])]).toEqual([0, 0]);
      expect(await readSchema(client, program)).toEqual(after);
    });
  });

  test('gives a database without any tables those of this version', async () => {
    await withEmptyDatabase(async (url) => {
      printed.length = 0;
      expect([await run[program](url, [command]), printed]).toEqual([0, ['[]\n']]);
    });
  });
});
