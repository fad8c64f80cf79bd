import { buildDesk } from './build-desk.ts';
import { runOnce } from './run-command.ts';
import { packageCommand, runNode } from './run-program.ts';

// The platform runs from its TypeScript as it is; for it, building means that the types hold.
await runOnce(async () => {
  await buildDesk();
  return runNode([packageCommand('typescript/bin/tsc'), '--noEmit']);
});
