import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from '#scripts/run-program.ts';

const routes = fs
  .readdirSync(path.join(root, 'app'), { recursive: true, encoding: 'utf8' })
  .map((file) => `app/${file.replaceAll(path.sep, '/')}`)
  .filter((file) => file.endsWith('/route.ts'));
const readRoute = (file: string) => fs.readFileSync(path.join(root, file), 'utf8');
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
  const writing = routes.filter((file) => writes.test(readRoute(file)));
  expect(writing.length).toBeGreaterThanOrEqual(6);
  expect(writing.filter((file) => file !== hooks && !isBehindDoor(file, readRoute(file)))).toEqual([]);
});

test('no route reads a body by itself, whose length nobody would bound', () => {
  const reads = /request\.(json|text|formData|arrayBuffer|blob|bytes|body)\b/;
  expect(routes.filter((file) => reads.test(readRoute(file)))).toEqual([]);
});

test('cookies are set in one place, where HTTPS is thought of', () => {
  const files = ['app', 'lib'].flatMap((room) =>
    fs
      .readdirSync(path.join(root, room), { recursive: true, encoding: 'utf8' })
      .map((file) => `${room}/${file.replaceAll(path.sep, '/')}`),
  );
  const setting = files.filter(
    (file) => /\.tsx?$/.test(file) && !/\.test\./.test(file) && /cookies\(\)\)\.set\(/.test(readRoute(file)),
  );
  expect(setting).toEqual(['lib/auth/browser/keep-in-browser.ts']);
});

test('the guard sees a route that is not behind the door (control)', () => {
  const bare = 'export async function POST(request: Request) { return Response.json(await request.json()); }';
  expect(writes.test(bare)).toBe(true);
  expect(isBehindDoor('app/api/desk/other/route.ts', bare)).toBe(false);
});
