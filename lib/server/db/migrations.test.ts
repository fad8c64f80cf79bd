import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';

// drizzle-kit takes a folder below its working directory only; git and the linter leave this one out
const copy = path.join('.data', `migrations-${process.pid}`);

beforeEach(() => fs.cpSync('lib/server/db/migrations', copy, { recursive: true }));
afterEach(() => fs.rmSync(copy, { recursive: true, force: true }));

async function generate(schema: string): Promise<string[]> {
  const options = ['--dialect', 'postgresql', '--schema', schema, '--out', copy, '--casing', 'snake_case'];
  const drizzleKit = path.join('node_modules', 'drizzle-kit', 'bin.cjs');
  await promisify(execFile)(process.execPath, [drizzleKit, 'generate', ...options]);
  return fs.readdirSync(copy).filter((file) => file.endsWith('.sql'));
}

test('the migrations make the schema: none is missing', async () => {
  const known = fs.readdirSync(copy).filter((file) => file.endsWith('.sql'));
  expect(await generate('./lib/server/db/schema/*.ts')).toEqual(known);
});

test('control: a column without a migration is noticed', async () => {
  const known = fs.readdirSync(copy).filter((file) => file.endsWith('.sql'));
  const changed = path.join(copy, 'schema');
  fs.cpSync('lib/server/db/schema', changed, { recursive: true });
  const file = path.join(changed, 'locations.ts');
  const capacity = 'capacity: integer(),';
  fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace(capacity, `${capacity} address: text(),`));
  expect(await generate(`./${changed}/*.ts`)).toHaveLength(known.length + 1);
});
