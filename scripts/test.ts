import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { buildDesk } from './build-desk.ts';
import { installBrowser } from './find-browser.ts';
import { runOnce } from './run-command.ts';
import { packageCommand, runNode } from './run-program.ts';
import { type Count, countPlaywright, countVitest } from './test-reports.ts';

const quietNext = { ...process.env, NEXT_TELEMETRY_DISABLED: '1' };
const reports = fs.mkdtempSync(path.join(os.tmpdir(), 'front-desk-reports-'));

/** A check that is one yes or no. */
async function check(name: string, args: string[]): Promise<Count> {
  const code = await runNode(args, { env: quietNext });
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1, notes: [`failed: ${name}`] };
}

/** What a runner reported; a runner that left no report, or failed outside a test, counts as a failure. */
function countReport(file: string, code: number, read: (report: string) => Count): Count {
  if (!fs.existsSync(file)) return { passed: 0, failed: 1, notes: [`failed: no report ${path.basename(file)}`] };
  const count = read(fs.readFileSync(file, 'utf8'));
  if (code === 0 || count.failed > 0) return count;
  return { ...count, failed: 1, notes: [...(count.notes ?? []), 'failed: something outside the tests'] };
}

const readLines = (file: string): string[] =>
  fs.existsSync(file) ? fs.readFileSync(file, 'utf8').trim().split('\n') : [];

async function runVitest(): Promise<Count> {
  const file = path.join(reports, 'vitest.json');
  const secondTries = path.join(reports, 'second-tries.txt');
  const reporters = ['dot', 'json', './scripts/testing/second-tries.ts'].map((reporter) => `--reporter=${reporter}`);
  // as with the browser: a busy machine may stall, and what fails twice is broken
  const args = [packageCommand('vitest/vitest.mjs'), 'run', '--retry=1', ...reporters, `--outputFile.json=${file}`];
  const code = await runNode(args, { env: { ...process.env, SECOND_TRIES: secondTries } });
  return countReport(file, code, (report) => countVitest(report, readLines(secondTries)));
}

async function runPlaywright(): Promise<Count> {
  const file = path.join(reports, 'playwright.json');
  const env = { ...quietNext, CHROMIUM_PATH: installBrowser(), PLAYWRIGHT_JSON_OUTPUT_NAME: file };
  const code = await runNode([packageCommand('@playwright/test/cli.js'), 'test', '--reporter=line,json'], { env });
  return countReport(file, code, countPlaywright);
}

const steps: (() => Promise<Count>)[] = [
  () => check('lint', [packageCommand('@biomejs/biome/bin/biome'), 'ci', '.']),
  () => check('types of the routes', [packageCommand('next/dist/bin/next'), 'typegen']),
  () => check('types', [packageCommand('typescript/bin/tsc'), '--noEmit']),
  runVitest,
  async () => {
    await buildDesk();
    return { passed: 1, failed: 0 };
  },
  // everything is killed in the first round of this seed: what that left half sent is due a minute later
  () => check('chaos', ['scripts/chaos.ts', '--short', '--seed', '8']),
  runPlaywright,
];

await runOnce(async () => {
  const total = { passed: 0, failed: 0 };
  const notes: string[] = [];
  for (const step of steps) {
    const count = await step().catch((error: Error) => {
      console.error(error.message);
      return { passed: 0, failed: 1, notes: [`failed: ${error.message}`] };
    });
    total.passed += count.passed;
    total.failed += count.failed;
    notes.push(...(count.notes ?? []));
  }
  fs.rmSync(reports, { recursive: true, force: true });
  for (const note of notes) console.log(note);
  console.log(`${total.passed} passed, ${total.failed} failed`);
  return total.failed === 0 ? 0 : 1;
});
