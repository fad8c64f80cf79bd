import { expect, test } from 'vitest';
import { isOfTests, readSource, sourceFilesOf } from './source-files.ts';

/** The type after `as` tells a cast from SQL, in which names are lower case. */
const cast =
  /(?<=[\w)\]}'"!])(?<!\bsuch) as (?=[A-Z{[]|\((?:keyof|typeof|[A-Z])|(?:readonly|keyof|typeof|string|number|boolean|null|undefined|unknown|never|object|any)\b)/;
/** `import { DELETE as GET } from`, also over several lines. */
const renames = /^(?:import|export) [^;'"]*?\bfrom\b/gm;
/** Comments, a line of SQL, and strings on one line. */
const words = /\/\/.*$|^[^\S\n]*\/?\*.*$|^[^\S\n]*select .*$|'(?:[^'\\\n]|\\.)*'/gm;
const reason = /safe because: \S/;
/** A reason stands above the statement, or at its end: lines before and after that of the cast. */
const before = 4;
const after = 2;

/** Casts without a reason near them. Not seen: casts in templates that look like SQL, and a reason that is another cast's. */
function unexplainedCasts(source: string): string[] {
  const lines = source.split('\n');
  const code = source.replace(renames, (text) => text.replace(/[^\n]/g, '')).replace(words, "''");
  return code.split('\n').flatMap((line, index) => {
    const near = lines.slice(Math.max(0, index - before), index + after + 1).join('\n');
    return cast.test(line) && !reason.test(near) ? [(lines[index] ?? '').trim()] : [];
  });
}

test('a cast says why it is safe', () => {
  const files = sourceFilesOf('app', 'components', 'contracts', 'lib', 'platform', 'programs', 'shared');
  const found = files
    .filter((file) => !isOfTests(file))
    .flatMap((file) => unexplainedCasts(readSource(file)).map((line) => `${file}: ${line}`));
  expect(found).toEqual([]);
});

test.each([
  'const visit = row as Visit;',
  'const kinds = Object.keys(all) as (keyof typeof all)[];',
  'const place = globalThis as { [place]?: Desk };',
  'return Object.fromEntries(entries) as Record<\n  Name,\n  string\n>;',
  'initialPageParam: null as string | null,',
  'const refused = answer as unknown as Refused;',
  "const name = 'safe because: it is a name';\n\n\n\n\n\nconst visit = row as Visit;",
])('the guard detects %j (control)', (source) => {
  expect(unexplainedCasts(source)).toHaveLength(1);
});

test.each([
  "const kinds = ['in', 'out'] as const;",
  'const visit = row as Visit; // safe because: only visits are stored there',
  '// safe because: they are the same columns\nreturn Object.fromEntries(\n  columns,\n) as Row;',
  "import { DELETE as GET } from './route.ts';",
  "import {\n  visits as Visits,\n} from '#lib/visits.ts';",
  '// a row as Visit says',
  'sql`select count(*) as visits, at as at, (select 1) as found`',
])('the guard permits %j', (source) => {
  expect(unexplainedCasts(source)).toEqual([]);
});
