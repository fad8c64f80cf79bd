import { expect, test } from 'vitest';
import { isOfTests, readSource, sourceFilesOf } from './source-files.ts';

const sources = sourceFilesOf('app', 'lib', 'components', 'shared')
  .filter((file) => !isOfTests(file))
  .concat('programs/desk/watch-requests.ts', 'programs/desk/desk-server.ts', 'programs/desk/desk-program.ts');
const filesWith = (pattern: RegExp) => sources.filter((file) => pattern.test(readSource(file))).toSorted();

const invented = /\brandomUUID\b/;

test('request ids are created in one place, and passed on from there', () => {
  expect(filesWith(invented)).toEqual([
    // ids of other things: messages and taps of a browser, rows of the database
    'lib/browser/taps/new-tap.ts',
    'lib/server/admin/admin-desk.ts',
    'lib/server/admin/reseal.ts',
    'lib/server/admissions/keep-admission.ts',
    'lib/server/composition/start.ts',
    'shared/request-id/request-id.ts',
  ]);
  // for a received request, and for requests outside of any, such as in a command
  expect(filesWith(/\bnewRequestId\(/)).toEqual(['lib/server/gym-api/wire.ts', 'lib/server/log/request-context.ts']);
});

test('errors shown to staff are created in one place, which also logs them', () => {
  expect(filesWith(/\btoActionError\(/)).toEqual([
    'lib/server/actions/answer-get.ts',
    'lib/server/actions/run-action.ts',
    'lib/server/actions/to-action-error.ts',
  ]);
  expect(filesWith(/\banswerActionError\b/)).toEqual([
    'lib/server/actions/answer-get.ts',
    'lib/server/actions/answer-post.ts',
  ]);
  expect(filesWith(/\bok: false,\s*error\b/)).toEqual([
    // created by the browser itself
    'lib/browser/base/call-action.ts',
    'lib/server/actions/answer-get.ts',
    'lib/server/actions/run-action.ts',
    // created by a full desk, before the request is handled
    'lib/server/door/admit-requests.ts',
  ]);
});

/** Called by servers, which only get a status; and routes that cannot fail. */
const bare = [
  'app/api/clock/route.ts',
  'app/api/hooks/[id]/route.ts',
  'app/security.txt/route.ts',
  'app/worker.js/route.ts',
];
const handlersOf = (text: string) => text.split(/^export (?=(?:const|async function|function) [A-Z]+\b)/m).slice(1);
const isAnswered = (handler: string) => /\banswer(Read|Get|Post|Request|Tap|Live)\(/.test(handler);
/** They use it themselves: each of their functions that takes a request, unless it only chooses among the others. */
const shared = [
  'lib/server/actions/answer-live.ts',
  'lib/server/actions/answer-read.ts',
  'lib/server/actions/answer-tap.ts',
];
const takingRequests = (text: string) =>
  `\n${text}`.split(/^(?=(?:export )?(?:const \w+ = |async function \w+)\(request: Request\))/m).slice(1);
function resultsOf(taking: string): string[] {
  const [, expression] = /^[^{]* =>\s+(?!\{)(.*)/s.exec(taking) ?? [];
  if (expression !== undefined) return [expression];
  return [...taking.matchAll(/^ {2}(?:if \(.*\) )?return (.*)/gm)].map(([, result = '']) => result);
}
const isWrapped = (taking: string) =>
  resultsOf(taking).length > 0 &&
  resultsOf(taking).every((result) =>
    /^(?:answer(?:Get|Post|Request)\(|[^;{]* \? \w+\(request\) : \w+\(request\);)/.test(result),
  );

test('every route of a screen uses the wrapper that logs its errors', () => {
  const routes = sources.filter((file) => file.endsWith('/route.ts'));
  expect(routes.length).toBeGreaterThan(8);
  expect(routes.filter((file) => !handlersOf(readSource(file)).every(isAnswered)).toSorted()).toEqual(bare);
  expect(shared.map((file) => takingRequests(readSource(file)).length)).toEqual([3, 1, 1]);
  expect(shared.flatMap((file) => takingRequests(readSource(file))).filter((one) => !isWrapped(one))).toEqual([]);
});

test('requests to platforms are named: only the transport, the legacy interface and the data export send them', () => {
  const asking = filesWith(/'x-(api-key|access-token)':/);
  expect(asking).toEqual([
    'lib/server/gym-api/send.ts',
    'lib/server/gym-export/ask-export.ts',
    'lib/server/gym-v1/send-alive.ts',
  ]);
  expect(asking.filter((file) => !/\[requestIdHeader\]: wire\.sentAs/.test(readSource(file)))).toEqual([]);
});

test('the guard detects a route with its own request id and error response (control)', () => {
  const own =
    'export async function GET() { const requestId = randomUUID(); return Response.json({ ok: false, error }); }';
  expect(handlersOf(own).filter(isAnswered)).toEqual([]);
  expect(invented.test(own)).toBe(true);
  const two =
    'export const a = (request: Request) =>\n  answerGet(request);\n\nconst b = (request: Request) => {\n  return find();\n};\n';
  expect(takingRequests(two).map(isWrapped)).toEqual([true, false]);
});
