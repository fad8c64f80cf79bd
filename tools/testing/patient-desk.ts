import { runForeground } from '#programs/base/run-command.ts';
import { startDeskProgram } from '#programs/desk/desk-program.ts';
import { longestTestMs } from '#shared/testing/limits.ts';

// The desk, which may take as long to stop as a busy machine makes it.

await runForeground(startDeskProgram, { stopMs: longestTestMs });
