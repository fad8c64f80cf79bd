import path from 'node:path';
import { findNamedTests } from './named-tests.ts';
import { runOnce } from './run-command.ts';
import { packageCommand, root, runNode } from './run-program.ts';
import { UserError } from './user-error.ts';

/** Unit tests among what was named; none stands for all. */
function unitTestsOf(named: readonly string[]): string[] {
  const { unit } = findNamedTests(named, root);
  if (named.length > 0 && unit.length === 0) {
    throw new UserError(`No unit test is in ${named.join(', ')}: npm test -- ${named.join(' ')} runs what is there.`);
  }
  return unit.map((file) => path.join(root, file));
}

/** Format, lint, types and unit tests: what every save should pass. Types alone are always checked everywhere. */
await runOnce(async () => {
  const named = process.argv.slice(2);
  const tests = unitTestsOf(named);
  const checks = [
    [packageCommand('@biomejs/biome/bin/biome'), 'ci', ...(named.length > 0 ? named : ['.'])],
    [packageCommand('next/dist/bin/next'), 'typegen'],
    [packageCommand('typescript/bin/tsc'), '--noEmit'],
    [packageCommand('vitest/vitest.mjs'), 'run', '--project', 'unit*', ...tests],
  ];
  for (const check of checks) {
    const code = await runNode(check, { env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1' } });
    if (code !== 0) return code;
  }
  return 0;
});
