import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { drizzleOnce, root } from './base/run-program.ts';

// On Linux, maxRSS includes the parent process's memory from before exec; VmHWM is the peak of this program alone.
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

test('programs load the installed drizzle, with less than half of Node’s default memory use', () => {
  const plain = load([]);
  const once = load(drizzleOnce);
  expect(once.loaded).toEqual(plain.loaded);
  expect(once.megabytes).toBeLessThan(plain.megabytes / 2);
});
