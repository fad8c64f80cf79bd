import { startPlatformProgram } from './platform-program.ts';
import { runForeground } from './run-command.ts';

await runForeground(startPlatformProgram);
