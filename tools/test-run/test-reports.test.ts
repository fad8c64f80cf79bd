import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { countPlaywright, countVitest, slowestOf } from './test-reports.ts';

beforeEach(() => {
  // that of this run itself
  vi.stubEnv('TEST_SEED', '');
});
afterEach(() => {
  vi.unstubAllEnvs();
});

const passed = { fullName: 'a visit is kept', status: 'passed', duration: 12, failureMessages: [] };

test('a failed test is reported with its file, its name and the start of its message', () => {
  const failed = {
    fullName: 'a visit is sent once',
    status: 'failed',
    failureMessages: [`\u001b[31mexpected 2 to be 1\u001b[39m\n${'at somewhere\n'.repeat(100)}`],
  };
  const file = { name: '/clone/lib/visits.test.ts', message: '', assertionResults: [passed, failed] };

  const report = JSON.stringify({ numPassedTests: 1, numFailedTests: 1, testResults: [file] });
  const count = countVitest(report, '/clone');

  expect(count).toMatchObject({ passed: 1, failed: 1 });
  expect(count.notes).toHaveLength(1);
  expect(count.notes?.[0]?.split('\n').slice(0, 2)).toEqual([
    'failed: lib/visits.test.ts › a visit is sent once',
    '    expected 2 to be 1',
  ]);
  expect(count.notes?.[0]?.split('\n').length).toBeLessThan(20);
  expect(count.notes?.[0]).toMatch(/\n {4}again alone: npm test -- lib\/visits\.test\.ts$/);
  expect(count.durations).toContainEqual({ test: 'lib/visits.test.ts › a visit is kept', ms: 12 });
});

test('the command that runs a test again has the seed that was set for this run', () => {
  vi.stubEnv('TEST_SEED', '7');
  const file = { name: '/clone/lib/broken.test.ts', message: 'Cannot find module', assertionResults: [] };
  const report = JSON.stringify({ numPassedTests: 0, numFailedTests: 0, testResults: [file] });
  const [note] = countVitest(report, '/clone').notes ?? [];
  expect(note).toMatch(/\n {4}again alone: TEST_SEED=7 npm test -- lib\/broken\.test\.ts$/);
});

test('a file that failed to load is reported although its tests are unknown', () => {
  const file = { name: '/clone/lib/broken.test.ts', message: 'Cannot find module', assertionResults: [] };

  const { notes } = countVitest(
    JSON.stringify({ numPassedTests: 0, numFailedTests: 0, testResults: [file] }),
    '/clone',
  );

  expect(notes).toEqual([
    'failed: lib/broken.test.ts\n    Cannot find module\n    again alone: npm test -- lib/broken.test.ts',
  ]);
});

test('a failed browser test is reported with the location of each error and the start of its message', () => {
  const location = { file: '/anywhere/e2e/visits.spec.ts', line: 12 };
  const spec = (title: string, status: string, message?: string) => ({
    file: 'counter/visits.spec.ts',
    line: 8,
    title,
    tests: [
      {
        projectName: 'platform',
        status,
        results: [
          { duration: 900, errors: message ? [{ message: 'Test timeout exceeded.' }, { message, location }] : [] },
          {},
        ],
      },
    ],
  });
  const report = {
    stats: { expected: 1, unexpected: 1 },
    suites: [
      {
        specs: [spec('is kept', 'expected')],
        suites: [{ specs: [spec('is lost', 'unexpected', 'nothing came')] }],
      },
    ],
  };

  expect(countPlaywright(JSON.stringify(report))).toEqual({
    passed: 1,
    failed: 1,
    notes: [
      'failed: [platform] e2e/counter/visits.spec.ts:8 › is lost\n    Test timeout exceeded.\n' +
        '    at visits.spec.ts:12\n    nothing came\n' +
        '    again alone: npm test -- e2e/counter/visits.spec.ts',
    ],
    durations: [
      { test: '[platform] e2e/counter/visits.spec.ts › is kept', ms: 900 },
      { test: '[platform] e2e/counter/visits.spec.ts › is lost', ms: 900 },
    ],
  });
});

test('the twenty slowest tests are listed, the slowest first', () => {
  const durations = Array.from({ length: 30 }, (_, index) => ({ test: `test ${index}`, ms: index * 1_000 }));
  const lines = slowestOf(durations);
  expect(lines).toHaveLength(20);
  expect(lines[0]).toBe('   29.0 s  test 29');
});
