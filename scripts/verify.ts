import { runOnce } from './run-command.ts';
import { packageCommand, runNode } from './run-program.ts';

/** Format, lint, types and unit tests: what every save should pass. */
const checks = [
  [packageCommand('@biomejs/biome/bin/biome'), 'ci', '.'],
  [packageCommand('next/dist/bin/next'), 'typegen'],
  [packageCommand('typescript/bin/tsc'), '--noEmit'],
  [packageCommand('vitest/vitest.mjs'), 'run', '--project', 'unit'],
];

await runOnce(async () => {
  for (const check of checks) {
    const code = await runNode(check, { env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1' } });
    if (code !== 0) return code;
  }
  return 0;
});
