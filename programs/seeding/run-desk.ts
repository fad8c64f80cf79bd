import { captureAnswer } from '#programs/base/capture-answer.ts';
import { runDeskCommand } from '#programs/desk/desk-commands.ts';

/**
 * Runs an operator command of the desk in this process, which has been started with `--conditions=react-server`.
 * @returns the JSON it prints
 * @throws Error with the command's message
 */
export const runDesk = <T>(env: NodeJS.ProcessEnv, args: string[], input: unknown): Promise<T> =>
  captureAnswer<T>((print, tell) =>
    runDeskCommand(args, { env, readInput: async () => JSON.stringify(input), print, tell }),
  );
