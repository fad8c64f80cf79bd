import fs from 'node:fs';
import { expect, test } from 'vitest';

// safe because: npm reads it
const { scripts } = JSON.parse(fs.readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };

/** Scripts in the first column of the table of commands. */
function namedScripts(readme: string): string[] {
  const [, commands = ''] = readme.split(/^## Commands$/m);
  const [section = ''] = commands.split(/^## /m);
  const rows = section.split('\n').filter((line) => line.startsWith('| `npm '));
  const cells = rows.map((row) => row.split(' | ')[0] ?? '');
  return cells.flatMap((cell) => [...cell.matchAll(/`npm (?:run (?:-s )?)?([\w:-]+)/g)].map(([, name = '']) => name));
}

test("README's table of commands lists every script of package.json once, and nothing else", () => {
  const named = namedScripts(fs.readFileSync('README.md', 'utf8'));
  expect(named.toSorted()).toEqual(Object.keys(scripts).toSorted());
});

test('a script is found in every notation, in the first column only (control)', () => {
  const rows = ['| `npm test` | everything |', '| `npm run a`, `npm run -s b:c -- X` | as `npm run d` |'];
  expect(namedScripts(`\n## Commands\n\n${rows.join('\n')}\n\n## Next\n| \`npm run e\` | |`)).toEqual([
    'test',
    'a',
    'b:c',
  ]);
});
