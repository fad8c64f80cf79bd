import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { drizzleOnce, root } from '#programs/base/run-program.ts';

/**
 * Runs an operator command of the desk in a child process: it is server code, for which Node needs a flag at its start.
 * @param input the command's standard input
 * @returns the JSON it prints
 * @throws Error with the command's message
 */
export async function runDeskAdmin<T>(env: NodeJS.ProcessEnv, args: string[], input = ''): Promise<T> {
  const command = ['--conditions=react-server', ...drizzleOnce, path.join(root, 'programs', 'desk-admin.ts'), ...args];
  const running = promisify(execFile)(process.execPath, command, { cwd: root, env, maxBuffer: 64 * 1024 * 1024 });
  running.child.stdin?.end(input);
  const { stdout } = await running;
  return JSON.parse(stdout) as T; // safe because: our own command prints this shape
}
