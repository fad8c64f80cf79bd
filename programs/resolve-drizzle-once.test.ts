import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { drizzleOnce, root } from './base/run-program.ts';

// to Linux, what the starter of a program had in memory is what the program had: only the memory itself knows its own most
const program = `
  import fs from 'node:fs';
  const modules = ['drizzle-orm', 'drizzle-orm/pg-core', 'drizzle-orm/node-postgres', 'drizzle-orm/node-postgres/migrator'];
  const names = [];
  for (const name of modules) names.push(Object.keys(await import(name)));
  const urls = modules.map((name) => import.meta.resolve(name));
  const most = fs.existsSync('/proc/self/status')
    ? /VmHWM:\\s+(\\d+)/.exec(fs.readFileSync('/proc/self/status', 'utf8'))[1]
    : process.resourceUsage().maxRSS;
  console.log(JSON.stringify({ names, urls, megabytes: Number(most) / 1000 }));`;

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
