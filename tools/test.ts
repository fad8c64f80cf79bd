import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { runOnce } from '#programs/base/run-command.ts';
import { packageCommand, root, runNode } from '#programs/base/run-program.ts';
import { buildPrograms } from '#programs/build/build-programs.ts';
import { isBuilt } from '#programs/build/build-state.ts';
import { runInOtherBrowsers } from './browsers/run.ts';
import { installBrowser } from './find-browser.ts';
import { makeMemoryFolder } from './test-run/memory-folder.ts';
import { findNamedTests } from './test-run/named-tests.ts';
import { oneAfterTheOther, requiring, runStages, type Stage, type Step } from './test-run/run-stages.ts';
import { type Count, countPlaywright, countVitest, slowestOf } from './test-run/test-reports.ts';
import { prepareDemo } from './testing/prepared-demo.ts';

const inMemory = makeMemoryFolder({ sharedMemory: '/dev/shm', availableMemory: process.availableMemory() });
// read by `os.tmpdir()` here and in every child
if (inMemory) process.env.TMPDIR = inMemory;

const gibibyte = 1024 ** 3;
/** Most that the programs, browsers and databases of all lanes take together, and their files if these are in memory. */
const memoryOfLanes = (inMemory ? 14 : 10) * gibibyte;

const quietNext = () => ({ ...process.env, NEXT_TELEMETRY_DISABLED: '1' });
const reports = fs.mkdtempSync(path.join(os.tmpdir(), 'front-desk-reports-'));

/** Several lanes print at the same time. */
const linesOf = (lane: string) => (line: string) => console.log(`${lane} | ${line}`);

interface Check {
  name: string;
  /** The command of npm that runs it alone. */
  command: string;
  /** What Node runs here. */
  args: string[];
  lane?: string;
}

/** A check that passes or fails as a whole. */
const check = ({ name, command, args, lane = 'checks' }: Check): Step => ({
  name,
  command,
  run: async () => {
    const code = await runNode(args, { env: quietNext(), output: linesOf(lane) });
    return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1, notes: [`failed: ${name}`] };
  },
});

/** The counts in a runner's report; a missing report, or a failure outside a test, counts as a failure. */
function countReport(file: string, code: number, read: (report: string) => Count): Count {
  if (!fs.existsSync(file)) return { passed: 0, failed: 1, notes: [`failed: no report ${path.basename(file)}`] };
  const count = read(fs.readFileSync(file, 'utf8'));
  if (code === 0 || count.failed > 0) return count;
  return { ...count, failed: 1, notes: [...(count.notes ?? []), 'failed: something outside the tests'] };
}

interface VitestRun {
  /** All if empty. */
  files?: readonly string[];
  /** All if absent, all others after `!`. */
  project?: string;
  /** The name of its lines and its report. */
  lane?: string;
}

async function runVitest({ files = [], project, lane = 'tests' }: VitestRun): Promise<Count> {
  const file = path.join(reports, `${lane}.json`);
  const options = ['--reporter=dot', '--reporter=json', `--outputFile.json=${file}`];
  if (project) options.push(`--project=${project}`);
  // Vitest matches filters anywhere in a path: an absolute path is unambiguous
  const filters = files.map((one) => path.join(root, one));
  const args = [packageCommand('vitest/vitest.mjs'), 'run', ...options, ...filters];
  // it would colour each dot, although its output is no terminal
  const code = await runNode(args, { env: { ...process.env, NO_COLOR: '1' }, output: linesOf(lane) });
  return countReport(file, code, (report) => countVitest(report, root));
}

/** @param files all if empty */
async function runPlaywright(files: readonly string[] = []): Promise<Count> {
  const file = path.join(reports, 'playwright.json');
  const env = {
    ...quietNext(),
    CHROMIUM_PATH: installBrowser(),
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
    // Node itself strips the types, instead of Babel in each of Playwright's processes
    PW_DISABLE_TS_ESM: '1',
  };
  const filters = files.map((one) => `${RegExp.escape(`/${one}`)}$`);
  const args = [packageCommand('@playwright/test/cli.js'), 'test', '--reporter=line,json', ...filters];
  const code = await runNode(args, { env, output: linesOf('browser') });
  return countReport(file, code, countPlaywright);
}

const build: Step = {
  name: 'build',
  command: 'npm run build',
  run: async () => {
    await buildPrograms();
    return { passed: 1, failed: 0 };
  },
};

/** Fails where the build has failed, instead of building again beside other steps. */
const onBuild = (step: Step): Step => requiring(step, { isThere: isBuilt, otherwise: 'the desk is not built' });

let demo: Promise<() => void> | undefined;
/** The same step, once the demo is prepared, which is done once for all of them. */
const onDemo = (step: Step): Step =>
  onBuild({
    ...step,
    run: async () => {
      demo ??= prepareDemo();
      await demo;
      return step.run();
    },
  });

const addUp = (counts: readonly Count[]): Required<Count> => ({
  passed: counts.reduce((sum, { passed }) => sum + passed, 0),
  failed: counts.reduce((sum, { failed }) => sum + failed, 0),
  notes: counts.flatMap(({ notes = [] }) => notes),
  durations: counts.flatMap(({ durations = [] }) => durations),
});

/** The first round of this seed kills everything. */
const chaos = ['--short', '--seed', '8', '--windows', '50'];

const wholeRun: Stage[] = [
  [[build]],
  // not all at once: twenty busy processes on two cores keep each other waiting for longer than the programs wait for a database
  [
    [onDemo({ name: 'tests in the browser', run: () => runPlaywright() })],
    [
      // mostly waiting: unfinished work is retried a minute later
      onDemo(
        check({
          name: 'chaos, and windows that come back together',
          command: `npm run chaos -- ${chaos.join(' ')}`,
          args: ['tools/chaos.ts', ...chaos],
          lane: 'chaos',
        }),
      ),
      check({
        name: 'lint',
        command: 'npm run verify',
        args: [packageCommand('@biomejs/biome/bin/biome'), 'ci', '.'],
      }),
      check({
        name: 'types',
        command: 'npm run verify',
        // beside tests, more checkers are not faster: each works out the same types again. The build has made the routes' types
        args: [packageCommand('typescript/bin/tsc'), '--noEmit', '--checkers', '1'],
      }),
    ],
  ],
  [
    [{ name: 'tests of functions and databases', run: () => runVitest({ project: '!browser' }) }],
    [
      {
        name: 'tests of components',
        run: () => {
          installBrowser();
          return runVitest({ project: 'browser', lane: 'components' });
        },
      },
    ],
  ],
  // on a busy machine keys arrive so late in these that the desk takes them for an incomplete scan
  [
    [
      {
        name: 'other browsers',
        command: 'npm run browsers',
        run: () => runInOtherBrowsers(linesOf('other browsers')),
      },
    ],
  ],
];

/** Only the named steps and their prerequisites. */
function stagesOf(named: readonly string[]): Stage[] {
  const { unit, database, component, browser } = findNamedTests(named, root);
  const files = [...unit, ...database, ...component];
  if (component.length > 0) installBrowser();
  const steps = [
    ...(files.length > 0 ? [{ name: 'tests', run: () => runVitest({ files }) }] : []),
    ...(browser.length > 0 ? [build, { name: 'tests in the browser', run: () => runPlaywright(browser) }] : []),
  ];
  return [[steps]];
}

async function run(stages: readonly Stage[]): Promise<number> {
  const { counts, took } = await runStages(
    process.availableMemory() < memoryOfLanes ? oneAfterTheOther(stages) : stages,
  );
  const { passed, failed, notes, durations } = addUp(counts);
  console.log(['The steps:', ...took, 'The slowest tests:', ...slowestOf(durations)].join('\n'));
  for (const note of notes) console.log(note);
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

await runOnce(async () => {
  const named = process.argv.slice(2);
  try {
    return await run(named.length > 0 ? stagesOf(named) : wholeRun);
  } finally {
    const remove = await demo?.catch(() => undefined);
    remove?.();
    for (const folder of [reports, inMemory]) if (folder) fs.rmSync(folder, { recursive: true, force: true });
  }
});
