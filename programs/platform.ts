import { runForeground } from './base/run-command.ts';
import { startPlatformProgram } from './platform/platform-program.ts';

await runForeground(startPlatformProgram);
