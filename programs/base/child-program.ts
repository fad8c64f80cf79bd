import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { drizzleOnce, root, youngGeneration } from './run-program.ts';
import { ReportedError, UserError } from './user-error.ts';

export interface ChildProgram {
  /** The address at which it is ready, as the program itself reported it. */
  address: string;
  /** Only for a sandbox platform: a one-time sign-in link for the owner of the demo gym. */
  ownerLink: string | undefined;
  pid: number;
  /** Settles when the process ends, for whatever reason, with its exit code. */
  ended: Promise<number | null>;
  stop(): Promise<void>;
  /** Kills it with SIGKILL, like a power cut. */
  kill(): Promise<void>;
  /** Stops the process (SIGSTOP): it accepts connections and does not respond until it is thawed. */
  freeze(): void;
  thaw(): void;
}

interface ChildOptions {
  script: string;
  env: NodeJS.ProcessEnv;
  /** Receives the program's stdout, its log. By default our own stdout. */
  logFile?: string;
}

/** The message that a program sends once it is ready. */
interface Ready {
  ready: string;
  ownerLink?: string | undefined;
}

/**
 * Starts one of our programs as a child process and waits until it is ready.
 * @throws ReportedError if it ends before that after printing its own error, UserError if it was killed
 */
export async function startChild({ script, env, logFile }: ChildOptions): Promise<ChildProgram> {
  const log = logFile === undefined ? 'inherit' : openLog(logFile);
  const child = spawn(process.execPath, [youngGeneration, ...drizzleOnce, path.join(root, script)], {
    cwd: root,
    env,
    stdio: ['ignore', log, 'inherit', 'ipc'],
    // Ctrl-C signals a whole process group: a group of its own lets our stop() decide the order
    detached: true,
  });
  if (log !== 'inherit') fs.closeSync(log);
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
  const said = await Promise.race([
    new Promise<Ready>((resolve) =>
      child.on('message', ({ ready, ownerLink }: Partial<Ready>) => ready && resolve({ ready, ownerLink })),
    ),
    ended.then(() => undefined),
  ]);
  if (said === undefined) throw whyEnded(script, await ended, 'it was ready');
  if (child.pid === undefined) throw new Error('A program that is ready has a process.');
  return {
    address: said.ready,
    ownerLink: said.ownerLink,
    pid: child.pid,
    ended,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
  };
}

function openLog(file: string): number {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  return fs.openSync(file, 'a', 0o600);
}

/** The error of a program of ours that ended too early. @param before what it had not yet done: `it was ready` */
export const whyEnded = (script: string, code: number | null, before: string): Error =>
  code === null
    ? new UserError(`The process of ${path.basename(script, '.ts')} was killed before ${before}.`)
    : new ReportedError(`${path.basename(script)} ended with exit code ${code}`);
