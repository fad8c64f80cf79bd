import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { buildDesk } from './build-desk.ts';
import { installBrowser } from './find-browser.ts';
import { runOnce } from './run-command.ts';
import { packageCommand, runNode } from './run-program.ts';

interface Count {
  passed: number;
  failed: number;
}

const quietNext = { ...process.env, NEXT_TELEMETRY_DISABLED: '1' };
const reports = fs.mkdtempSync(path.join(os.tmpdir(), 'front-desk-reports-'));

/** A check that is one yes or no. */
async function check(args: string[]): Promise<Count> {
  const code = await runNode(args, { env: quietNext });
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 };
}

/** What a runner reported; a runner that left no report, or failed outside a test, counts as a failure. */
function countReport<T>(file: string, code: number, read: (report: T) => Count): Count {
  if (!fs.existsSync(file)) return { passed: 0, failed: 1 };
  const count = read(JSON.parse(fs.readFileSync(file, 'utf8')) as T); // safe because: the runner wrote it in its own format
  return code !== 0 && count.failed === 0 ? { ...count, failed: 1 } : count;
}

async function runVitest(): Promise<Count> {
  const file = path.join(reports, 'vitest.json');
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${file}`];
  const code = await runNode([packageCommand('vitest/vitest.mjs'), 'run', ...reporters]);
  return countReport<{ numPassedTests: number; numFailedTests: number; numFailedTestSuites: number }>(
    file,
    code,
    (report) => ({ passed: report.numPassedTests, failed: report.numFailedTests }),
  );
}

async function runPlaywright(): Promise<Count> {
  const file = path.join(reports, 'playwright.json');
  const env = { ...quietNext, CHROMIUM_PATH: installBrowser(), PLAYWRIGHT_JSON_OUTPUT_NAME: file };
  const code = await runNode([packageCommand('@playwright/test/cli.js'), 'test', '--reporter=line,json'], { env });
  return countReport<{ stats: { expected: number; flaky: number; unexpected: number } }>(file, code, ({ stats }) => {
    if (stats.flaky > 0) console.log(`${stats.flaky} browser tests passed at their second try`);
    return { passed: stats.expected + stats.flaky, failed: stats.unexpected };
  });
}

const steps: (() => Promise<Count>)[] = [
  () => check([packageCommand('@biomejs/biome/bin/biome'), 'ci', '.']),
  () => check([packageCommand('next/dist/bin/next'), 'typegen']),
  () => check([packageCommand('typescript/bin/tsc'), '--noEmit']),
  runVitest,
  async () => {
    await buildDesk();
    return { passed: 1, failed: 0 };
  },
  // everything is killed in the first round of this seed: what that left half sent is due a minute later
  () => check(['scripts/chaos.ts', '--short', '--seed', '8']),
  runPlaywright,
];

await runOnce(async () => {
  const total: Count = { passed: 0, failed: 0 };
  for (const step of steps) {
    const count = await step().catch((error: Error) => {
      console.error(error.message);
      return { passed: 0, failed: 1 };
    });
    total.passed += count.passed;
    total.failed += count.failed;
  }
  fs.rmSync(reports, { recursive: true, force: true });
  console.log(`${total.passed} passed, ${total.failed} failed`);
  return total.failed === 0 ? 0 : 1;
});
