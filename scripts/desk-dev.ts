import { startDeskProgram } from './desk-program.ts';
import { runForeground } from './run-command.ts';

await runForeground(() => startDeskProgram({ dev: true }));
