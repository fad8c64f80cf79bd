import { spawn } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

export const root = path.resolve(import.meta.dirname, '..', '..');

/** Flags of every program of ours that opens a database; `bootstrap.mjs` passes them to the commands. */
export const drizzleOnce = ['--import', pathToFileURL(path.join(root, 'programs', 'resolve-drizzle-once.ts')).href];

/** Path of a command in an installed package, for `process.execPath` to run. */
export const packageCommand = (file: string): string => path.join(root, 'node_modules', file);

/**
 * Runs a script with this Node and waits for it.
 * @returns its exit code; its output goes to our own, or all to stderr with `quiet`
 */
export async function runNode(
  args: string[],
  { env = process.env, output = 'inherit' }: { env?: NodeJS.ProcessEnv; output?: 'inherit' | 'stderr' } = {},
): Promise<number> {
  const stdout = output === 'stderr' ? 2 : 'inherit';
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', stdout, 'inherit'] });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code) => resolve(code ?? 1));
  });
}
