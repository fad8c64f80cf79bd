import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { drizzleOnce, root } from './run-program.ts';
import { ToldError, UserError } from './user-error.ts';

export interface ChildProgram {
  /** Where it answers, from its own words. */
  address: string;
  /** Of a platform in a sandbox: signs in as the owner of the demo gym, once. */
  ownerLink: string | undefined;
  pid: number;
  /** Settles when it ends, for whatever reason. */
  ended: Promise<number | null>;
  stop(): Promise<void>;
  /** Ends it as a power cut would. */
  kill(): Promise<void>;
  /** From now on it takes connections and answers none, until it is thawed. */
  freeze(): void;
  thaw(): void;
}

interface ChildOptions {
  script: string;
  env: NodeJS.ProcessEnv;
  /** Takes what the program writes to stdout: its log. Where absent, that goes where ours goes. */
  logFile?: string;
}

/** What a program says once it is ready. */
interface Ready {
  ready: string;
  ownerLink?: string | undefined;
}

/**
 * Starts one of our programs as a process of its own and waits until it is ready.
 * @throws ToldError when it ends before that with its own sentence, UserError when it was killed
 */
export async function startChild({ script, env, logFile }: ChildOptions): Promise<ChildProgram> {
  const log = logFile === undefined ? 'inherit' : openLog(logFile);
  const child = spawn(process.execPath, [...drizzleOnce, path.join(root, script)], {
    cwd: root,
    env,
    stdio: ['ignore', log, 'inherit', 'ipc'],
    // Ctrl-C reaches a whole process group: our own stop() decides the order instead
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
  if (said === undefined) throw whyNotReady(script, await ended);
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

const whyNotReady = (script: string, code: number | null): Error =>
  code === null
    ? new UserError(`The process of ${path.basename(script, '.ts')} was killed before it was ready.`)
    : new ToldError(`${path.basename(script)} ended with exit code ${code}`);
