import { captureAnswer } from '#programs/base/capture-answer.ts';
import { runPlatformCommand } from '#programs/platform/platform-commands.ts';

/**
 * Runs an operator command of the platform in this process: starting the demo needs a dozen, and a process for each
 * would take most of the time.
 * @param input the command's standard input
 * @returns the JSON it prints
 * @throws Error with the command's message
 */
export const runPlatformAdmin = <T>(env: NodeJS.ProcessEnv, args: string[], input = ''): Promise<T> =>
  captureAnswer<T>((write, writeError) =>
    runPlatformCommand(args, { env, readInput: async () => input, write, writeError }),
  );
