import { expect, test } from 'vitest';
import { textWithin } from './brackets.ts';
import { isOfTests, readSource, sourceFilesOf } from './source-files.ts';

/** React's `cache` compares arguments by identity: an object created for the call is never found again. */
const fromReact = /import \{[^}]*\bcache\b[^}]*\} from 'react'/;
const cached = /\bconst (\w+) = cache\(/g;

/** Functions that React caches in this source, each with whether it destructures an object. */
const cachedFunctionsOf = (source: string) =>
  fromReact.test(source)
    ? [...source.matchAll(cached)].map(({ 0: head, 1: name = '', index }) => {
        const wrapped = source.slice(index + head.length);
        return { name, isDestructuring: /[{[]/.test(textWithin(wrapped, wrapped.indexOf('(')).replace(/:[^,]*/g, '')) };
      })
    : [];

/** Calls with an object, array or function literal. */
const freshArguments = (source: string, name: string): string[] =>
  [...source.matchAll(new RegExp(`(?<!const )\\b${name}\\(`, 'g'))]
    .map(({ 0: head, index }) => textWithin(source, index + head.length - 1))
    .filter((given) => /^\s*[{[]|,\s*[{[]|=>|\bnew [A-Z]/.test(given));

const sources = () =>
  sourceFilesOf('app', 'components', 'lib')
    .filter((file) => !isOfTests(file))
    .map(readSource);

test('functions cached by React get no object that is created for the call', () => {
  const all = sources();
  const functions = all.flatMap(cachedFunctionsOf);
  expect(functions.map(({ name }) => name)).toEqual(expect.arrayContaining(['auditOnce', 'readPageOf', 'readStaff']));
  expect(functions.filter(({ isDestructuring }) => isDestructuring)).toEqual([]);
  expect(functions.flatMap(({ name }) => all.flatMap((source) => freshArguments(source, name)))).toEqual([]);
});

test('an object created for a call of a cached function is detected (control)', () => {
  const head = `import { cache } from 'react';\n`;
  const destructuring = `${head}const auditOnce = cache(({ context }: Input) => audit(context));`;
  expect(cachedFunctionsOf(destructuring)).toEqual([{ name: 'auditOnce', isDestructuring: true }]);
  const plain = `${head}const auditOnce = cache((context: { desk: Desk }, permission: string) => audit({ context }));`;
  expect(cachedFunctionsOf(plain)).toEqual([{ name: 'auditOnce', isDestructuring: false }]);
  expect(cachedFunctionsOf('const auditOnce = cache((context) => 1);')).toEqual([]);
  const calls = ['auditOnce({ context })', 'auditOnce(\n  context,\n  { permission })', 'auditOnce(() => context)'];
  expect(calls.filter((call) => freshArguments(call, 'auditOnce').length === 0)).toEqual([]);
  const fine = ['auditOnce(context, permission)', 'auditOnce((await params).gym, find({ id }))'];
  expect(fine.flatMap((call) => freshArguments(call, 'auditOnce'))).toEqual([]);
});
