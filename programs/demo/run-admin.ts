import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { drizzleOnce, root } from '#programs/base/run-program.ts';
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

/** Callers have validated the place, or created it: see `guardDemoCommands`. */
const withOwnPlace = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({ ...env, OWN_DEMO_PLACE: 'yes' });

/**
 * The same for the desk's commands, in a child process: they are server code, for which Node needs a flag at its start.
 */
export async function runDeskAdmin<T>(env: NodeJS.ProcessEnv, args: string[], input = ''): Promise<T> {
  const command = ['--conditions=react-server', ...drizzleOnce, path.join(root, 'programs', 'desk-admin.ts'), ...args];
  const running = promisify(execFile)(process.execPath, command, {
    cwd: root,
    env: withOwnPlace(env),
    maxBuffer: 64 * 1024 * 1024,
  });
  running.child.stdin?.end(input);
  const { stdout } = await running;
  return JSON.parse(stdout) as T; // safe because: our own command prints this shape
}
