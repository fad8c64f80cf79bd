import { expect, test } from 'vitest';
import { readSource, sourceFilesOf } from './source-files.ts';

const sources = sourceFilesOf('app', 'lib', 'components', 'contracts', 'platform', 'programs', 'shared', 'tools');
const tests = sourceFilesOf(
  'e2e',
  'app',
  'lib',
  'components',
  'contracts',
  'platform',
  'programs',
  'shared',
  'tools',
).filter((file) => /\.(test|spec)\.tsx?$/.test(file) || /^(e2e|tools\/(new-gym|browsers))\//.test(file));
/**
 * Of a test or hook; and of an expectation or request, from five seconds on: shorter ones are single attempts of a longer wait. It does not
 * see a limit in a constant of another name, nor one that a test gives to the program under test.
 */
const ownLimit =
  /\btest\.(setTimeout|slow)\(|\b(testTimeout|hookTimeout): ?\d|^\s*\}, \d[\d_]{3,}\);|\btimeout: ?([5-9]|\d\d+)_?\d{3}\b|\(\) => ([5-9]|\d\d+)_\d{3}\b|\bAbortSignal\.timeout\(([5-9]|\d\d+)_?\d{3}\b|\bconst (patience|longest\w*)Ms = [\d_* ]{6,};/m;
/** Whether a test opens a client beside that of the test desk, and holds no deadlines. */
const isHasty = (text: string) => /\bcreateGymClients?\(/.test(text) && !/\bhold(Deadlines|Answer)\(/.test(text);
const impatient = /\bvi\.wait(For|Until)\(|\bexpect\.poll\(/;
/** In a page, the runner's own polling waits for what is displayed. */
const isInBrowser = (file: string) => file.endsWith('.browser.test.tsx') || file.startsWith('app/_testing/');

test('tests wait with `until`, whose timeout suits a slow machine', () => {
  const own = 'tools/guards/waits.test.ts';
  const ours = sources.filter((file) => file !== own && !isInBrowser(file));
  const waiting = ours.filter((file) => impatient.test(readSource(file)));
  expect(waiting).toEqual([]);
});

test('the guard detects a wait of one second (control)', () => {
  expect(impatient.test('await vi.waitFor(() => expect(lines).toHaveLength(1));')).toBe(true);
});

test('tests of a client of the platform hold its deadlines, which a slow machine would let end', () => {
  const own = 'tools/guards/waits.test.ts';
  expect(tests.filter((file) => file !== own && isHasty(readSource(file)))).toEqual([]);
});

test('the guard detects a client whose deadlines end (control)', () => {
  const client = 'const gym = createGymClient({ url, apiKey });';
  expect([client, 'createGymClients(core)', `holdDeadlines();\n${client}`].map(isHasty)).toEqual([true, true, false]);
});

test('tests have one limit of time, which suits a slow machine, and none of their own', () => {
  const own = 'tools/guards/waits.test.ts';
  expect(tests.filter((file) => file !== own && ownLimit.test(readSource(file)))).toEqual([]);
});

test('the guard detects limits of time (control)', () => {
  const limits = [
    'test.slow();',
    '}, 60_000);',
    'vi.setConfig({ testTimeout: 9 });',
    '{ timeout: 20_000 }',
    '{ timeout: 5000 }',
    'await awaitSettlement(databases, () => [], () => 60_000);',
    '{ signal: AbortSignal.timeout(10_000) }',
    'const patienceMs = 60_000;',
    'const longestMs = 10 * 60_000;',
  ];
  expect(limits.filter((text) => !ownLimit.test(text))).toEqual([]);
  expect(['{ timeout: 3_000 }', 'setTimeout(wake, 20_000);'].filter((text) => ownLimit.test(text))).toEqual([]);
});
