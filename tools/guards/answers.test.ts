import { expect, test } from 'vitest';
import { isOfTests, readSource, sourceFilesOf } from './source-files.ts';

/** Parses a body, whose type is then only assumed. */
const bodyRead = /\.json\(\)|\bJSON\.parse\(/g;
/** Allowed context: the value is `unknown`, or validated immediately. */
const isChecked =
  /(?::\s*unknown\s*=|\brequireAnswer\(|\bparseStrict\(\s*\w+,|\.(?:safeParse|parse)\()\s*(?:await\s+)?[\w.]*$/;
/** An unknown body that is cast later: `const answer: unknown = …; use(answer as Visit);`. */
const bodyKept = /\b(?:const|let)\s+(\w+):\s*unknown\s*=\s*(?:await\s+)?[\w.]*(?:\.json\(\)|\bJSON\.parse\()/g;
/** Rows and messages that may come from another version of a page, or from another program. */
const keptElsewhere =
  /\bindexedDB\b|\bIDBRequest\b|\bMessageEvent\b(?!<(?:string|unknown)>)|'message'\s*,\s*(?:async\s*)?\(|\.onmessage\b/;

/**
 * Whether a source casts unvalidated data. It does not detect casts in another file, validation that covers only a part
 * of the type, or `history.state`, which has type `any`.
 */
function castsUnchecked(source: string): boolean {
  const isRead = [...source.matchAll(bodyRead)].some(({ index }) => !isChecked.test(source.slice(0, index)));
  const isCast = [...source.matchAll(bodyKept)].some(([, name]) =>
    new RegExp(`\\b${name}\\)?\\s+as\\s+(?!const\\b|unknown\\b(?!\\)?\\s+as\\b))`).test(source),
  );
  return isRead || isCast || keptElsewhere.test(source);
}

/** Files at the root of the repository that Next loads. */
const ofNext = ['proxy.ts', 'instrumentation.ts', 'instrumentation-client.ts'];

/** By file: why only trusted code can have written what it reads, or where it is validated. */
const trusted: Record<string, string> = {
  'lib/browser/base/sealed-store.ts':
    'a row that its own key does not open is unreadable, and `isItem` looks at what is in it',
  'lib/browser/queries/session-change.ts': 'a message says nothing but that there is one',
  'lib/browser/version/use-reload.ts': 'only pages of the desk write into its storage',
  'platform/http/example-days.ts': 'it copies a document of ours',
  'platform/http/sandbox/log/entry.ts': 'nothing is known of what it returns, which is only shown',
  'platform/http/sandbox/pages/error-page.ts': 'a schema parses it',
  'platform/http/sandbox/refuse-undocumented.ts': 'it is checked against the document',
  'platform/http/sandbox/training-routes.ts': 'the function that gets it parses it',
  'platform/services/exports/cursor.ts': 'nothing is known of what it returns, and its caller parses it',
  'platform/services/sandbox-log/mask.ts': 'it is written again without its values, whatever it is',
  'platform/services/sandbox-log/request-log.ts': 'it is written again with shorter values, whatever it is',
  'programs/base/capture-answer.ts': 'a command of ours has written it',
  'programs/base/child-program.ts': 'a program of ours has sent it',
  'programs/build/actions-of-build.ts': 'Next has written it',
  'programs/build/trace-packages.ts': 'Next has written it',
  'programs/demo/demo-state.ts': 'the same file has written it',
  'programs/demo/start-seeding.ts': 'a program of ours has sent it',
  'programs/desk/desk-program.ts': 'Next has written it',
  'programs/desk/desk-routes.ts': 'Next has written it',
  'programs/postgresql/binaries.ts': 'npm has written it',
  'programs/seeding/seed-demo.ts': 'the program that starts this one has written it',
  'shared/json/parse-within.ts': 'nothing is known of what it returns, and its callers check it',
};

test('responses and stored data are validated, and never cast to a type', () => {
  const files = [...ofNext, ...sourceFilesOf('app', 'components', 'lib', 'platform', 'programs', 'shared')];
  const found = files.filter((file) => !isOfTests(file) && castsUnchecked(readSource(file)));
  expect(found).toEqual(Object.keys(trusted));
});

test.each([
  'return (await response.json()) as Verdict;',
  'resolve(JSON.parse(request.responseText) as Outcome);',
  'const answer: Verdict = await response.json();',
  'const { now } = await response.json();',
  'const answer = await response.json();',
  'fetch(path).then((response) => response.json());',
  'show(JSON.parse(text).name);',
  'const answer: unknown = await response.json();\nreturn answer as Verdict;',
  'const answer: unknown = await response.json();\nreturn answer as unknown as Verdict;',
  'const answer: unknown = JSON.parse(text);\nreturn (answer as unknown) as Verdict;',
  'addEventListener("name", ({ data }: MessageEvent<Verdict>) => show(data));',
  "port.addEventListener('message', ({ data }) => show(data));",
  'channel.onmessage = ({ data }) => show(data);',
  'const row: Kept = await settled(indexedDB.open(name));',
])('the guard detects %s', (source) => {
  expect(castsUnchecked(source)).toBe(true);
});

test.each([
  'const answer: unknown = await response.json();',
  'const answer: unknown = await response.json();\nreturn check(answer as unknown);',
  'return requireAnswer(await response.json(), isVerdict);',
  'const rule = parseStrict(faultRule, await c.req.json());',
  'const plan = demoPlan.parse(JSON.parse(text));',
  'source.addEventListener("version", ({ data }: MessageEvent<string>) => show(data));',
  'return Response.json({ now });',
])('the guard allows %s', (source) => {
  expect(castsUnchecked(source)).toBe(false);
});

test.each(['const kept: Kept = history.state;', "import { answer } from './answer.ts';\nreturn answer as Verdict;"])(
  'the guard does not detect %s',
  (source) => {
    expect(castsUnchecked(source)).toBe(false);
  },
);
