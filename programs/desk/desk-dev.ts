import { runForeground } from '#programs/base/run-command.ts';
import { startDeskProgram } from './desk-program.ts';

await runForeground(() => startDeskProgram({ dev: true }));
