import { runOnce } from './base/run-command.ts';
import { packageCommand, runNode } from './base/run-program.ts';
import { buildPrograms } from './build/build-programs.ts';

// Neither the bundle of the platform nor running it from its sources checks types.
await runOnce(async () => {
  await buildPrograms();
  return runNode([packageCommand('typescript/bin/tsc'), '--noEmit']);
});
