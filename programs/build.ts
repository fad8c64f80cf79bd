import { runOnce } from './base/run-command.ts';
import { packageCommand, runNode } from './base/run-program.ts';
import { buildDesk } from './build/build-desk.ts';

// The platform runs from its TypeScript as it is; for it, building means that the types hold.
await runOnce(async () => {
  await buildDesk();
  return runNode([packageCommand('typescript/bin/tsc'), '--noEmit']);
});
