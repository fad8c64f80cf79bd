import fs from 'node:fs';
import type pg from 'pg';
import { describe, expect, test } from 'vitest';
import { runDeskAdmin } from '#lib/server/admin/main.ts';
import { readAdminEnv } from '#lib/server/base/env.ts';
import { runAdmin as runPlatformAdmin } from '#platform/admin/main.ts';
import type { Program } from '#programs/base/both-programs.ts';
import { keepers, makeEarlierSchema, readEarlierMigrations } from './before-squash.ts';
import { withEmptyDatabase } from './empty-database.ts';
import { asNextVersion } from './next-version.ts';

const printed: string[] = [];
const run: Record<Program, (url: string, args: string[]) => Promise<number>> = {
  desk: (url, args) =>
    runDeskAdmin(args, {
      readEnv: () => readAdminEnv({ DESK_DATABASE_URL: url, DESK_SECRET: 's'.repeat(40) }),
      readGymAccess: () => ({}),
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

/** Every table with its columns, and the number of applied migrations. */
async function readSchema(client: pg.Client, program: Program) {
  const { schema, name } = keepers[program].table;
  const { rows } = await client.query(
    `select table_schema, table_name, column_name, (select count(*) from ${schema}.${name}) as migrations
     from information_schema.columns where table_schema not in ('pg_catalog', 'information_schema') order by 1, 2, 3`,
  );
  return rows;
}

describe.each([
  ['desk', 'list-locations'],
  ['platform', 'list-gyms'],
] as const)('a command of the %s', (program, command) => {
  test('does not migrate the database of an earlier version, and says in one sentence what to do', async () => {
    await withEmptyDatabase(async (url, client) => {
      await makeEarlierSchema(client, program);
      expect(await run[program](url, ['upgrade-database'])).toBe(0);
      const before = await readSchema(client, program);
      await asNextVersion(keepers[program], async () => {
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
  });

  test('works after upgrade-database, which may be run again', async () => {
    await withEmptyDatabase(async (url, client) => {
      await makeEarlierSchema(client, program);
      await asNextVersion(keepers[program], async () => {
        expect(await run[program](url, ['upgrade-database'])).toBe(0);
        const after = await readSchema(client, program);
        expect((await client.query("select to_regclass('next_version') as made")).rows[0]?.made).toBe('next_version');
        expect([await run[program](url, [command]), await run[program](url, ['upgrade-database'])]).toEqual([0, 0]);
        expect(await readSchema(client, program)).toEqual(after);
      });
    });
  });

  test('is refused on a database from before the squash, as upgrade-database is, with the version that can migrate it', async () => {
    await withEmptyDatabase(async (url, client) => {
      await makeEarlierSchema(client, program, readEarlierMigrations(program).at(-2)?.tag);
      const before = await readSchema(client, program);
      for (const refused of [command, 'upgrade-database']) {
        printed.length = 0;
        expect(await run[program](url, [refused])).toBe(1);
        expect(printed.join('')).toMatch(
          new RegExp(
            `^The database of the ${program} is too old [^\\n]*its data is unchanged: run upgrade-database of commit [^\\n]*\\n$`,
          ),
        );
      }
      const [commit = 'none'] = /[0-9a-f]{40}/.exec(printed.join('')) ?? [];
      const documentation = fs.readFileSync('docs/operate.md', 'utf8').replaceAll(/\s+/g, ' ');
      expect(documentation).toContain(`back to commit \`${commit}\``);
      expect(await readSchema(client, program)).toEqual(before);
    });
  });

  test('is refused on the database of a later version', async () => {
    await withEmptyDatabase(async (url) => {
      await asNextVersion(keepers[program], async () => {
        expect(await run[program](url, ['upgrade-database'])).toBe(0);
      });
      printed.length = 0;
      expect(await run[program](url, [command])).toBe(1);
      expect(printed.join('')).toMatch(
        new RegExp(`^The database of the ${program} was last used by a later Front Desk: [^\\n]*\\n$`),
      );
    });
  });

  test('creates the schema in an empty database', async () => {
    await withEmptyDatabase(async (url) => {
      printed.length = 0;
      expect([await run[program](url, [command]), printed]).toEqual([0, ['[]\n']]);
    });
  });
});
