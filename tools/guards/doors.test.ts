import { expect, test } from 'vitest';
import { isOfTests, readSource, sourceFilesOf } from './source-files.ts';

const routes = sourceFilesOf('app').filter((file) => file.endsWith('/route.ts'));
const writes = /export (async function|function|const) (POST|PUT|PATCH|DELETE)\b|as (POST|PUT|PATCH|DELETE)\b/;

/** Told by servers, which have no page; they prove themselves by a secret of their own before anything is read. */
const hooks = 'app/api/hooks/[id]/route.ts';
/** next-auth answers for itself, behind the same door. */
const sessions = 'app/api/auth/[...nextauth]/route.ts';

const isBehindDoor = (file: string, text: string) =>
  file === sessions
    ? /openPost\(request, 'application\/json'\)/.test(text) && /readJsonBody\(request\)/.test(text)
    : /answerPost\(request, \{ mediaType:/.test(text);

test('every route that changes something is behind the one door', () => {
  const writing = routes.filter((file) => writes.test(readSource(file)));
  expect(writing.length).toBeGreaterThanOrEqual(6);
  expect(writing.filter((file) => file !== hooks && !isBehindDoor(file, readSource(file)))).toEqual([]);
});

test('no route reads a body by itself, whose length nobody would bound', () => {
  const reads = /request\.(json|text|formData|arrayBuffer|blob|bytes|body)\b/;
  expect(routes.filter((file) => reads.test(readSource(file)))).toEqual([]);
});

test('cookies are set in one place, where HTTPS is thought of', () => {
  const setting = sourceFilesOf('app', 'lib').filter(
    (file) => !isOfTests(file) && /cookies\(\)\)\.set\(/.test(readSource(file)),
  );
  expect(setting).toEqual(['lib/server/auth/browser/keep-in-browser.ts']);
});

test('the guard sees a route that is not behind the door (control)', () => {
  const bare = 'export async function POST(request: Request) { return Response.json(await request.json()); }';
  expect(writes.test(bare)).toBe(true);
  expect(isBehindDoor('app/api/desk/other/route.ts', bare)).toBe(false);
});
