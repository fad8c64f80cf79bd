import fs from 'node:fs';
import path from 'node:path';
import { UserError } from '#programs/base/user-error.ts';

/** Test files by their runner, relative to the root, with `/` on every system. */
interface NamedTests {
  /** Vitest runs them, without a database. */
  unit: string[];
  /** Vitest runs them, with a database. */
  database: string[];
  /** Vitest runs them, in a browser without a desk. */
  component: string[];
  /** Playwright runs them, on the built desk. */
  browser: string[];
}

/**
 * The tests in the named files and folders, each once.
 * @param named relative to `root` or absolute
 * @throws UserError for a path that does not exist or contains no test
 */
export function findNamedTests(named: readonly string[], root: string): NamedTests {
  const files = new Set(named.flatMap((one) => testsIn(one, root)));
  const of = (kind: keyof NamedTests) => [...files].filter((file) => kindOf(file) === kind).toSorted();
  return { unit: of('unit'), database: of('database'), component: of('component'), browser: of('browser') };
}

function testsIn(named: string, root: string): string[] {
  const place = path.resolve(root, named);
  const stat = fs.statSync(place, { throwIfNoEntry: false });
  if (!stat) throw new UserError(`There is no ${named}.`);
  const files = stat.isDirectory()
    ? fs
        .globSync('**/*', { cwd: place, exclude: (name) => name === 'node_modules' })
        .map((file) => path.join(place, file))
    : [place];
  const tests = files.map((file) => path.relative(root, file).replaceAll(path.sep, '/')).filter(kindOf);
  if (tests.length === 0) throw new UserError(`No test is in ${named}.`);
  return tests;
}

/** Must match `vitest.config.ts` and `playwright.config.ts`. */
function kindOf(file: string): keyof NamedTests | undefined {
  if (file.startsWith('e2e/')) return file.endsWith('.spec.ts') ? 'browser' : undefined;
  if (file.endsWith('.db.test.ts')) return 'database';
  if (file.endsWith('.browser.test.tsx')) return 'component';
  return /\.test\.tsx?$/.test(file) ? 'unit' : undefined;
}
