import { runPlatformCommand } from '#programs/platform/platform-commands.ts';

/**
 * Runs an operator command of the platform in this process: starting the demo needs a dozen, and a process for each
 * would take most of the time.
 * @param input the command's standard input
 * @returns the JSON it prints
 * @throws Error with the command's message
 */
export async function runPlatformAdmin<T>(env: NodeJS.ProcessEnv, args: string[], input = ''): Promise<T> {
  let answer = '';
  let mistake = '';
  const code = await runPlatformCommand(args, {
    env,
    readInput: async () => input,
    write: (text) => {
      answer += text;
    },
    writeError: (text) => {
      mistake += text;
    },
  });
  if (code !== 0) throw new Error(mistake.trimEnd());
  return JSON.parse(answer) as T; // safe because: our own command prints this shape
}
