import { expect, test } from 'vitest';
import { isOfTests, readSource, sourceFilesOf } from './source-files.ts';

const sources = sourceFilesOf('app', 'components', 'lib').filter((file) => !isOfTests(file));
const filesWith = (pattern: RegExp) => sources.filter((file) => pattern.test(readSource(file))).toSorted();

/** The read handlers of a route, each as text. */
const readsOf = (text: string) =>
  text.split(/^export (?=(?:const|async function|function) [A-Z]+\b)/m).filter((part) => /^\w+ \w*\s?GET\b/.test(part));
/** They take the location only from the address. */
const namesItsLocation = (handler: string) =>
  /\banswer(Read\(request\)|Live\(request\)|Get\(\s*request,)/.test(handler);

test('every read of a screen is answered for the location in its address', () => {
  const routes = sources.filter((file) => /^app\/api\/(desk|live)\/.*route\.ts$/.test(file));
  const reads = routes.flatMap((file) => readsOf(readSource(file)).map((handler) => ({ file, handler })));
  expect(reads.length).toBeGreaterThanOrEqual(8);
  expect(reads.filter(({ handler }) => !namesItsLocation(handler)).map(({ file }) => file)).toEqual([]);
});

/** A URL of the desk's own interface in the source of a program. */
const addresses = /['"`]\/api\/(desk|live)\b/g;
const isNamed = (before: string) => /\bpathAt\(\s*\w+(\.\w+)?,\s*$/.test(before);
const unnamedIn = (text: string) =>
  [...text.matchAll(addresses)].filter(({ index }) => !isNamed(text.slice(Math.max(0, index - 60), index)));

test('no screen requests an address without a location', () => {
  expect(sources.filter((file) => unnamedIn(readSource(file)).length > 0)).toEqual([
    // not a request: it finds what answers one, or classifies it by lane and size limit
    'lib/server/actions/find-answer.ts',
    'lib/server/door/admit-requests.ts',
    'lib/server/door/body-limits.ts',
    // reads, which all have their location prepended
    'lib/wire/reads/find-read.ts',
  ]);
});

/** Query keys are created in one place, from list and location. */
const keys = /queryKey: (?!QueryKey)([^\n]*)/g;
const isOfLocation = (key: string) => /^(keyOf\(.*, locationId, |\[list, locationId\])/.test(key);

test('query results are cached by location', () => {
  const kept = sourceFilesOf('lib/browser/queries')
    .filter((file) => !isOfTests(file))
    .flatMap((file) => [...readSource(file).matchAll(keys)].map(([, key = '']) => ({ file, key })));
  expect(kept.length).toBeGreaterThanOrEqual(3);
  expect(kept.filter(({ key }) => !isOfLocation(key))).toEqual([]);
});

test('the browser’s last location is used only for addresses without one', () => {
  expect(
    filesWith(
      /\b(lastLocationId|lastLocation|hasLostLast|readLastPage|readPageOfPasskey|readPageOrLast|locationCookie)\b/,
    ),
  ).toEqual([
    // after the sign-in, before a gym is chosen
    'app/(auth)/add-passkey/page.tsx',
    'app/(away)/away/page.tsx',
    'app/[...former]/page.tsx',
    // the person's own account, with the header of that location
    'app/account/layout.tsx',
    'app/account/page.tsx',
    'lib/browser/page/last-location.ts',
    // refusals before the location is known
    'lib/server/auth/audit-refusal.ts',
    'lib/server/auth/first-page.ts',
    'lib/server/auth/last-location.ts',
    // where a person without access may continue
    'lib/server/auth/next-location.ts',
    'lib/server/auth/open-page.ts',
    // the location of the sign-in, for the log
    'lib/server/auth/options.ts',
    'lib/wire/last-location.ts',
  ]);
});

/** Navigations within the desk by a literal URL, or by a URL built without the gym. */
const leading = /(?:href=\{?|push\(|replace\(|assign\(|redirect\(|State\(null, '', )/.source;
const toNoGym = [
  new RegExp(`${leading}['"\`]\\/(?!sign-in\\b|no-access\\b|account\\b|add-passkey\\b)`),
  new RegExp(`${leading}(?:memberPath|directoryPath|newMemberPath)\\b`),
];

test('a link or navigation in a page of a gym leads to a page of the same gym', () => {
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
    // pages without a gym: sign-in, redirects, and a missing page
    'app/global-error.tsx',
    // the desk is away, and nothing is stored of the gym of the address: the one that was open last
    'components/away/nobody.tsx',
  ]);
});

test('the guard detects a read, a request and a key without a location (control)', () => {
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
