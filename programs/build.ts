import { runOnce } from './base/run-command.ts';
import { packageCommand, runNode } from './base/run-program.ts';
import { buildDesk } from './build/build-desk.ts';

// The platform runs directly from TypeScript, so that building it means type checking.
await runOnce(async () => {
  await buildDesk();
  return runNode([packageCommand('typescript/bin/tsc'), '--noEmit']);
});
