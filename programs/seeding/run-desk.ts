import { runDeskCommand } from '#programs/desk/desk-commands.ts';

/**
 * Runs an operator command of the desk in this process, which has been started with `--conditions=react-server`.
 * @returns the JSON it prints
 * @throws Error with the command's message
 */
export async function runDesk<T>(env: NodeJS.ProcessEnv, args: string[], input: unknown): Promise<T> {
  let answer = '';
  let mistake = '';
  const code = await runDeskCommand(args, {
    env,
    readInput: async () => JSON.stringify(input),
    print: (text) => {
      answer += text;
    },
    tell: (text) => {
      mistake += text;
    },
  });
  if (code !== 0) throw new Error(mistake.trimEnd());
  return JSON.parse(answer) as T; // safe because: our own commands print these shapes
}
