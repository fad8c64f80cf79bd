import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** What one step of the whole test run came to. */
export interface Count {
  passed: number;
  failed: number;
  /** What a person reads first: what failed, and how. */
  notes?: string[];
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  testResults: {
    name: string;
    message: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
  }[];
}

/** Counts the tests of a report of Vitest in JSON. A file that could not be loaded is told, its tests are not known. */
export function countVitest(report: string): Count {
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(report) as VitestReport; // safe because: Vitest wrote it
  const notes = testResults.flatMap(({ name, message, assertionResults }) => [
    ...(message && assertionResults.length === 0 ? [`failed: ${name}\n${firstLines(message)}`] : []),
    ...assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) => `failed: ${name} › ${fullName}\n${firstLines(failureMessages[0])}`),
  ]);
  return { passed: numPassedTests, failed: numFailedTests, notes };
}

interface PlaywrightError {
  message?: string;
  location?: { file: string; line: number };
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[];
  specs: {
    file: string;
    line: number;
    title: string;
    tests: { projectName: string; status: string; results: { error?: PlaywrightError }[] }[];
  }[];
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number };
  suites: PlaywrightSuite[];
}

/** Counts the tests of a report of Playwright in JSON. */
export function countPlaywright(report: string): Count {
  const { stats, suites } = JSON.parse(report) as PlaywrightReport; // safe because: Playwright wrote it
  return { passed: stats.expected, failed: stats.unexpected, notes: suites.flatMap(notesOf) };
}

function notesOf({ suites = [], specs }: PlaywrightSuite): string[] {
  const own = specs.flatMap(({ file, line, title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected')
      .map(({ projectName, results }) => {
        const { message, location } = results.find(({ error }) => error)?.error ?? {};
        const place = location ? `\n    at ${path.basename(location.file)}:${location.line}` : '';
        return `failed: [${projectName}] ${file}:${line} › ${title}${place}\n${firstLines(message)}`;
      }),
  );
  return [...own, ...suites.flatMap(notesOf)];
}

const linesOfMessage = 12;

const firstLines = (message = '') =>
  stripVTControlCharacters(message)
    .split('\n')
    .slice(0, linesOfMessage)
    .map((line) => `    ${line}`)
    .join('\n');
