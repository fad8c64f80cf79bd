import { runOnce } from './base/run-command.ts';
import { packageCommand, runNode } from './base/run-program.ts';
import { buildPrograms } from './build/build-programs.ts';

// The platform runs directly from TypeScript, so that building it means type checking.
await runOnce(async () => {
  await buildPrograms();
  return runNode([packageCommand('typescript/bin/tsc'), '--noEmit']);
});
