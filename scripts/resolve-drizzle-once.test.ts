import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { drizzleOnce, root } from './run-program.ts';

const program = `
  const modules = ['drizzle-orm', 'drizzle-orm/pg-core', 'drizzle-orm/node-postgres', 'drizzle-orm/node-postgres/migrator'];
  const names = [];
  for (const name of modules) names.push(Object.keys(await import(name)));
  const urls = modules.map((name) => import.meta.resolve(name));
  console.log(JSON.stringify({ names, urls, megabytes: process.resourceUsage().maxRSS / 1000 }));`;

function load(flags: readonly string[]) {
  const args = [...flags, '--input-type=module', '--eval', program];
  const { megabytes, ...loaded } = JSON.parse(execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8' }));
  return { megabytes: Number(megabytes), loaded };
}

test('programs load the drizzle that is installed, in half of the memory that Node alone needs', () => {
  const plain = load([]);
  const once = load(drizzleOnce);
  expect(once.loaded).toEqual(plain.loaded);
  expect(once.megabytes).toBeLessThan(plain.megabytes / 2);
});
