import { expect, test } from 'vitest';
import { isOfTests, readSource, sourceFilesOf } from './source-files.ts';

const sources = sourceFilesOf('app', 'components', 'lib').filter((file) => !isOfTests(file));
const filesWith = (pattern: RegExp) => sources.filter((file) => pattern.test(readSource(file))).toSorted();

/** The handlers of a route that read something, each as text. */
const readsOf = (text: string) =>
  text.split(/^export (?=(?:const|async function|function) [A-Z]+\b)/m).filter((part) => /^\w+ \w*\s?GET\b/.test(part));
/** Both take the location from the address, and nothing else. */
const namesItsLocation = (handler: string) => /\banswer(Read\(request\)|Get\(\s*request,)/.test(handler);

test('every read of a screen is answered for the location that its address names', () => {
  const routes = sources.filter((file) => /^app\/api\/(desk|live)\/.*route\.ts$/.test(file));
  const reads = routes.flatMap((file) => readsOf(readSource(file)).map((handler) => ({ file, handler })));
  expect(reads.length).toBeGreaterThanOrEqual(8);
  expect(reads.filter(({ handler }) => !namesItsLocation(handler)).map(({ file }) => file)).toEqual([]);
});

/** An address of the desk's own interface in a text of a program. */
const addresses = /['"`]\/api\/(desk|live)\b/g;
const isNamed = (before: string) => /\bpathAt\(\s*\w+(\.\w+)?,\s*$/.test(before);
const unnamedIn = (text: string) =>
  [...text.matchAll(addresses)].filter(({ index }) => !isNamed(text.slice(Math.max(0, index - 60), index)));

test('no screen asks for an address that names no location', () => {
  expect(sources.filter((file) => unnamedIn(readSource(file)).length > 0)).toEqual([
    // no question: in which lane it waits, and how long what is sent may be
    'lib/server/door/admit-requests.ts',
    'lib/server/door/body-limits.ts',
    // reads, each of which has its location put before it
    'lib/wire/reads/find-read.ts',
  ]);
});

/** What a query is kept under is made in one place, of its list and its location. */
const keys = /queryKey: (?!QueryKey)([^\n]*)/g;
const isOfLocation = (key: string) => /^(keyOf\(.*, locationId, |\[list, locationId\])/.test(key);

test('what a screen has read is kept under its location', () => {
  const kept = sourceFilesOf('lib/browser/queries')
    .filter((file) => !isOfTests(file))
    .flatMap((file) => [...readSource(file).matchAll(keys)].map(([, key = '']) => ({ file, key })));
  expect(kept.length).toBeGreaterThanOrEqual(3);
  expect(kept.filter(({ key }) => !isOfLocation(key))).toEqual([]);
});

test('which location a browser showed last counts for addresses that name none', () => {
  expect(filesWith(/\b(lastLocationId|lastLocation|hasLostLast|readLastPage|locationCookie)\b/)).toEqual([
    // where somebody goes on who was led away
    'app/(auth)/no-access/page.tsx',
    'app/(away)/away/page.tsx',
    'app/[...former]/page.tsx',
    'lib/browser/page/last-location.ts',
    // of what was refused before its location was known
    'lib/server/auth/audit-refusal.ts',
    'lib/server/auth/first-page.ts',
    'lib/server/auth/open-page.ts',
    // at which location somebody signed in, for the log
    'lib/server/auth/options.ts',
    'lib/server/auth/page-location.ts',
    'lib/wire/last-location.ts',
  ]);
});

/** Ways to lead to a page of the desk by an address that is written there, or made without its gym. */
const leading = /(?:href=\{?|push\(|replace\(|assign\(|redirect\(|State\(null, '', )/.source;
const toNoGym = [
  new RegExp(`${leading}['"\`]\\/(?!sign-in\\b|no-access\\b)`),
  new RegExp(`${leading}(?:memberPath|directoryPath|newMemberPath)\\b`),
];

test('a link or a press in a page of a gym leads to a page of the same gym', () => {
  const ways = ["push('/members')", 'href="/"', 'href={memberPath(id)}', "redirect('/floor')", 'replace(`/visits'];
  for (const way of ways)
    expect(
      toNoGym.some((pattern) => pattern.test(way)),
      way,
    ).toBe(true);
  for (const way of ["push(toGym('/members'))", "push('/sign-in')", 'href="#main"']) {
    expect(
      toNoGym.some((pattern) => pattern.test(way)),
      way,
    ).toBe(false);
  }
  expect(sources.filter((file) => toNoGym.some((pattern) => pattern.test(readSource(file))))).toEqual([
    // of no gym: where somebody signs in or is led on, and a page that is not there
    'app/global-error.tsx',
  ]);
});

test('the guard sees a read, a question and a key without a location (control)', () => {
  const bare =
    "export const GET = (request: Request): Promise<Response> =>\n  answerRequest(async () => {\n    await requireStaff('readFloor');\n  });";
  expect(readsOf(bare)).toHaveLength(1);
  expect(readsOf(bare).filter(namesItsLocation)).toEqual([]);
  expect(unnamedIn("readJson<X>('/api/desk/presence', signal)")).toHaveLength(1);
  expect(unnamedIn("new EventSource('/api/live')")).toHaveLength(1);
  expect(unnamedIn("readJson<X>(pathAt(locationId, '/api/desk/presence'), signal)")).toEqual([]);
  expect(
    [
      ...`queryKey: ['presence'],\nqueryKey: ['visits', day],\nqueryKey: keyOf(presence, locationId, {}),`.matchAll(
        keys,
      ),
    ]
      .map(([, key = '']) => key)
      .filter(isOfLocation),
  ).toEqual(['keyOf(presence, locationId, {}),']);
});
