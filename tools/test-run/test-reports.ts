import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** The duration of a test. */
interface Duration {
  /** The test's file and name. */
  test: string;
  ms: number;
}

/** The result of one step of the whole test run. */
export interface Count {
  passed: number;
  failed: number;
  /** The end of the report: what failed, how, and the command that runs it again. */
  notes?: string[];
  durations?: Duration[];
}

const toldAsSlowest = 20;

/** A line for each of the twenty slowest tests, the slowest first. */
export const slowestOf = (durations: readonly Duration[]): string[] =>
  durations
    .toSorted((one, other) => other.ms - one.ms)
    .slice(0, toldAsSlowest)
    .map(({ test, ms }) => `${(ms / 1_000).toFixed(1).padStart(7)} s  ${test}`);

/** The line that names the command. */
export const againAlone = (command: string): string => `    again alone: ${command}`;

/** Random tests use the same seed in every run, unless another one is given. */
const testAgain = (file: string): string => {
  const { TEST_SEED: given } = process.env;
  return againAlone(`${given ? `TEST_SEED=${given} ` : ''}npm test -- ${file}`);
};

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  testResults: {
    name: string;
    message: string;
    assertionResults: { fullName: string; status: string; duration?: number | null; failureMessages: string[] }[];
  }[];
}

/**
 * Counts the tests of a JSON report of Vitest. A file that failed to load is reported; its tests are unknown.
 * @param root file names are reported relative to this folder
 */
export function countVitest(report: string, root: string): Count {
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(report) as VitestReport; // safe because: Vitest wrote it
  const files = testResults.map((file) => ({ ...file, name: path.relative(root, file.name) }));
  const notes = files.flatMap(({ name, message, assertionResults }) => [
    ...(message && assertionResults.length === 0
      ? [`failed: ${name}\n${firstLines(message)}\n${testAgain(name)}`]
      : []),
    ...assertionResults
      .filter(({ status }) => status === 'failed')
      .map(
        ({ fullName, failureMessages }) =>
          `failed: ${name} › ${fullName}\n${firstLines(failureMessages[0])}\n${testAgain(name)}`,
      ),
  ]);
  const durations = files.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, duration }) => ({ test: `${name} › ${fullName}`, ms: duration ?? 0 })),
  );
  return { passed: numPassedTests, failed: numFailedTests, notes, durations };
}

interface PlaywrightError {
  message?: string;
  location?: { file: string; line: number };
}

interface PlaywrightSpec {
  /** Relative to the folder of browser tests. */
  file: string;
  line: number;
  title: string;
  tests: { projectName: string; status: string; results: { duration?: number; errors?: PlaywrightError[] }[] }[];
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[];
  specs: PlaywrightSpec[];
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number };
  suites: PlaywrightSuite[];
}

/** Counts the tests of a JSON report of Playwright. */
export function countPlaywright(report: string): Count {
  const { stats, suites } = JSON.parse(report) as PlaywrightReport; // safe because: Playwright wrote it
  const specs = suites.flatMap(specsOf);
  const durations = specs.flatMap(({ file, title, tests }) =>
    tests.map(({ projectName, results }) => ({
      test: `[${projectName}] e2e/${file} › ${title}`,
      ms: results.reduce((sum, { duration = 0 }) => sum + duration, 0),
    })),
  );
  return { passed: stats.expected, failed: stats.unexpected, notes: specs.flatMap(notesOf), durations };
}

const specsOf = ({ suites = [], specs }: PlaywrightSuite): PlaywrightSpec[] => [...specs, ...suites.flatMap(specsOf)];

const notesOf = ({ file, line, title, tests }: PlaywrightSpec): string[] =>
  tests
    .filter(({ status }) => status === 'unexpected')
    .map(({ projectName, results }) => {
      // all of them: after a test's time is over, only the second one names the step that took it
      const errors = results.flatMap(({ errors = [] }) => errors.map(textOfError));
      return [`failed: [${projectName}] e2e/${file}:${line} › ${title}`, ...errors, testAgain(`e2e/${file}`)].join(
        '\n',
      );
    });

const textOfError = ({ message, location }: PlaywrightError): string =>
  [...(location ? [`    at ${path.basename(location.file)}:${location.line}`] : []), firstLines(message)].join('\n');

const linesOfMessage = 12;
/** A line may contain whole request bodies. */
const longestLine = 300;

const firstLines = (message = '') =>
  stripVTControlCharacters(message)
    .split('\n')
    .slice(0, linesOfMessage)
    .map((line) => `    ${line.slice(0, longestLine)}`)
    .join('\n');
