import { runForeground } from '#programs/base/run-command.ts';
import { startPlatformProgram } from '#programs/platform/platform-program.ts';

await runForeground(startPlatformProgram);
