import { runForeground } from './base/run-command.ts';
import { startDeskProgram } from './desk/desk-program.ts';

await runForeground(startDeskProgram);
