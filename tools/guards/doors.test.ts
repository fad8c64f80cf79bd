import { expect, test } from 'vitest';
import { isOfTests, readSource, sourceFilesOf } from './source-files.ts';

/** The handlers of taps and of webhooks: their routes call them, and the built desk calls them before Next. */
const taps = 'lib/server/actions/answer-tap.ts';
const deliveries = 'lib/server/webhooks/answer-delivery.ts';
const routes = [...sourceFilesOf('app').filter((file) => file.endsWith('/route.ts')), taps, deliveries];
const writes = /export (async function|function|const) (POST|PUT|PATCH|DELETE)\b|as (POST|PUT|PATCH|DELETE)\b/;

/** Called by servers, without a page; they authenticate with their own secret before anything is read. */
const hooks = 'app/api/hooks/[id]/route.ts';
/** next-auth's own handler, behind the same checks. */
const sessions = 'app/api/auth/[...nextauth]/route.ts';

const hasRequestChecks = (file: string, text: string) =>
  file === sessions
    ? /openPost\(request, 'application\/json'\)/.test(text) && /readJsonBody\(request\)/.test(text)
    : /answerPost\(request, \{ mediaType:|answerTap\(request\)/.test(text);

test('every mutating route is wrapped by the shared request checks', () => {
  const writing = routes.filter((file) => file === taps || writes.test(readSource(file)));
  expect(writing.length).toBeGreaterThanOrEqual(6);
  expect(writing.filter((file) => file !== hooks && !hasRequestChecks(file, readSource(file)))).toEqual([]);
});

test('no route reads a body directly, which would bypass the size limit', () => {
  const reads = /request\.(json|text|formData|arrayBuffer|blob|bytes|body)\b/;
  expect(routes.filter((file) => reads.test(readSource(file)))).toEqual([]);
});

test('cookies are set in one place, which handles HTTPS', () => {
  const setting = sourceFilesOf('app', 'lib').filter(
    (file) => !isOfTests(file) && /cookies\(\)\)\.set\(/.test(readSource(file)),
  );
  expect(setting).toEqual(['lib/server/auth/browser/keep-in-browser.ts']);
});

test('the guard detects a route without the request checks (control)', () => {
  const bare = 'export async function POST(request: Request) { return Response.json(await request.json()); }';
  expect(writes.test(bare)).toBe(true);
  expect(hasRequestChecks('app/api/desk/other/route.ts', bare)).toBe(false);
});
