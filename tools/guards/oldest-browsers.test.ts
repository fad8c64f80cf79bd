import { expect, test } from 'vitest';
import { everythingLoadedBy, routerFiles } from './browser-files.ts';
import { readSource } from './source-files.ts';

/**
 * What the oldest browsers of docs/operate.md lack, and the build does not supply. Does not see what a package uses, nor a
 * method whose name others have, too (`union` of a `Set`).
 */
const tooNew =
  /\bURL\.parse\(|\bPromise\.(?:withResolvers|try)\b|\bAbortSignal\.any\(|\b(?:Map|Object)\.groupBy\(|\bIterator\.from\(|\bArray\.fromAsync\(|\bRegExp\.escape\(|\brequestIdleCallback\(|\b(?:query|search|searchParams|params)\.size\b/;

const entries = routerFiles();

test('the pages use nothing that the oldest supported browsers lack', () => {
  const files = [
    ...everythingLoadedBy(entries).files,
    'instrumentation-client.ts',
    // the service worker
    'lib/browser/app-shell/serve-shell.ts',
  ];
  expect(files).toContain('lib/browser/queries/session-requests.ts');
  expect(files.filter((file) => tooNew.test(readSource(file)))).toEqual([]);
});

test.each([
  'URL.parse(address)',
  'Promise.withResolvers<boolean>()',
  'AbortSignal.any([a])',
  'Map.groupBy(uses, name)',
])('it finds %s', (source) => expect(source).toMatch(tooNew));
