import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { drizzleOnce, root } from './base/run-program.ts';

test('the process that stays while the demo runs holds no package', () => {
  const start = fs.readFileSync(path.join(root, 'programs', 'start.ts'), 'utf8');
  const files = [...start.matchAll(/ from '\.\/([^']+)'/g)].map(([, file]) => `#programs/${file}`);
  expect(files).toContain('#programs/demo/demo.ts');
  const program = `
    import { registerHooks } from 'node:module';
    const loaded = [];
    registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
    for (const file of ${JSON.stringify(files)}) await import(file);
    console.log(JSON.stringify(loaded));`;
  const args = [...drizzleOnce, '--input-type=module', '--eval', program];
  const loaded: string[] = JSON.parse(execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8' }));
  expect(loaded.filter((url) => url.includes('/node_modules/'))).toEqual([]);
});
