import path from 'node:path';
import { runOnce } from '#programs/base/run-command.ts';
import { packageCommand, root, runNode } from '#programs/base/run-program.ts';
import { UserError } from '#programs/base/user-error.ts';
import { installBrowser } from './find-browser.ts';
import { findNamedTests } from './test-run/named-tests.ts';

/** The tests without a database among the named paths; an empty list means all. */
function quickTestsOf(named: readonly string[]): string[] {
  const { unit, component } = findNamedTests(named, root);
  const quick = [...unit, ...component];
  if (named.length > 0 && quick.length === 0) {
    throw new UserError(
      `No test without a database is in ${named.join(', ')}: npm test -- ${named.join(' ')} runs what is there.`,
    );
  }
  return quick.map((file) => path.join(root, file));
}

/**
 * Format, lint, types, unit tests, and named component tests: the checks for every save. Types are always checked
 * everywhere.
 */
await runOnce(async () => {
  const named = process.argv.slice(2);
  const tests = quickTestsOf(named);
  // all component tests take too long for every save
  const projects = named.length > 0 ? ['unit*', 'browser'] : ['unit*'];
  if (named.length > 0) installBrowser();
  const checks = [
    [packageCommand('@biomejs/biome/bin/biome'), 'ci', ...(named.length > 0 ? named : ['.'])],
    [packageCommand('next/dist/bin/next'), 'typegen'],
    [packageCommand('typescript/bin/tsc'), '--noEmit'],
    [packageCommand('vitest/vitest.mjs'), 'run', ...projects.map((name) => `--project=${name}`), ...tests],
  ];
  for (const check of checks) {
    const code = await runNode(check, { env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1' } });
    if (code !== 0) return code;
  }
  return 0;
});
