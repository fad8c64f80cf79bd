import { type StdioOptions, spawn } from 'node:child_process';
import path from 'node:path';
import readline from 'node:readline';
import { fileURLToPath, pathToFileURL } from 'node:url';

export const root = path.dirname(fileURLToPath(import.meta.resolve('#package.json')));

/** Flags of every program of ours that opens a database; `bootstrap.mjs` passes them to the commands. */
export const drizzleOnce = ['--import', pathToFileURL(path.join(root, 'programs', 'resolve-drizzle-once.ts')).href];

/**
 * Node would reserve up to a hundred megabytes for new objects, and keep them. `bootstrap.mjs` passes this to the commands
 * too.
 */
export const youngGeneration = '--max-semi-space-size=8';

/** Path of a command in an installed package, for `process.execPath` to run. */
export const packageCommand = (file: string): string => path.join(root, 'node_modules', file);

/** How long output may take to end after its program has. */
const longestOutputMs = 15_000;

type Output = 'inherit' | 'stderr' | ((line: string) => void);

/**
 * Runs a script with this Node and waits for it.
 * @param options `output`: its output goes to our own, all to stderr, or line by line to a function
 * @returns its exit code
 */
export async function runNode(
  args: string[],
  { env = process.env, output = 'inherit' }: { env?: NodeJS.ProcessEnv; output?: Output } = {},
): Promise<number> {
  const stdio = stdioOf[typeof output === 'function' ? 'lines' : output];
  const child = spawn(process.execPath, args, { cwd: root, env, stdio });
  if (typeof output === 'function') {
    for (const input of [child.stdout, child.stderr]) if (input) readline.createInterface({ input }).on('line', output);
  }
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    // after the last line, unlike 'exit'
    child.on('close', (code) => resolve(code ?? 1));
    // a program that this one has started and left suspended may keep the output open
    child.on('exit', (code) => setTimeout(() => resolve(code ?? 1), longestOutputMs).unref());
  });
}

const stdioOf = {
  inherit: ['ignore', 'inherit', 'inherit'],
  stderr: ['ignore', 2, 'inherit'],
  lines: ['ignore', 'pipe', 'pipe'],
} satisfies Record<string, StdioOptions>;
