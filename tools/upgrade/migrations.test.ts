import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

describe.each([
  ['desk', 'lib/server/db', 'locations.ts', 'capacity: integer(),'],
  ['platform', 'platform/db', 'training.ts', 'isGuest: boolean(),'],
] as const)('the migrations of the %s', (program, folder, file, column) => {
  // drizzle-kit accepts only a folder below its working directory; git and the linter ignore this one
  const copy = path.join('.data', `migrations-${program}-${process.pid}`);
  const migrationsIn = (out: string) => fs.readdirSync(out).filter((name) => name.endsWith('.sql'));

  beforeEach(() => fs.cpSync(path.join(folder, 'migrations'), copy, { recursive: true }));
  afterEach(() => fs.rmSync(copy, { recursive: true, force: true }));

  async function generate(schema: string): Promise<string[]> {
    const options = ['--dialect', 'postgresql', '--schema', schema, '--out', copy, '--casing', 'snake_case'];
    const drizzleKit = path.join('node_modules', 'drizzle-kit', 'bin.cjs');
    await promisify(execFile)(process.execPath, [drizzleKit, 'generate', ...options]);
    return migrationsIn(copy);
  }

  // one run proves both, because drizzle-kit writes all that is missing into one migration
  test('create the whole schema: only a column without a migration is noticed', async () => {
    const known = migrationsIn(copy);
    const schema = path.join(copy, 'schema');
    fs.cpSync(path.join(folder, 'schema'), schema, { recursive: true });
    const changed = path.join(schema, file);
    fs.writeFileSync(changed, fs.readFileSync(changed, 'utf8').replace(column, `${column} address: text(),`));
    const added = (await generate(`./${schema}/*.ts`)).filter((name) => !known.includes(name));
    const statements = added.map((name) => fs.readFileSync(path.join(copy, name), 'utf8'));
    expect(statements).toEqual([expect.stringMatching(/^ALTER TABLE "\w+" ADD COLUMN "address" text;$/)]);
  });

  test('come with the snapshot of the last one, and with no other', () => {
    const [last = ''] = migrationsIn(copy).toSorted().slice(-1);
    const kept = fs.readdirSync(path.join(copy, 'meta')).filter((name) => name.endsWith('_snapshot.json'));
    expect(kept).toEqual([`${last.slice(0, 4)}_snapshot.json`]);
  });
});
