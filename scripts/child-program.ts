import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { root } from './run-program.ts';
import { UserError } from './user-error.ts';

export interface ChildProgram {
  /** Where it answers, from its own words. */
  address: string;
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

export interface ChildOptions {
  script: string;
  env: NodeJS.ProcessEnv;
  /** Takes what the program writes to stdout: its log. */
  logFile: string;
}

/**
 * Starts one of our programs as a process of its own and waits until it is ready.
 * @throws UserError when it ends before that; its own sentence is on stderr by then
 */
export async function startChild({ script, env, logFile }: ChildOptions): Promise<ChildProgram> {
  fs.mkdirSync(path.dirname(logFile), { recursive: true });
  const log = fs.openSync(logFile, 'a', 0o600);
  const child = spawn(process.execPath, [path.join(root, 'scripts', script)], {
    cwd: root,
    env,
    stdio: ['ignore', log, 'inherit', 'ipc'],
    // Ctrl-C reaches a whole process group: our own stop() decides the order instead
    detached: process.platform !== 'win32',
  });
  fs.closeSync(log);
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
  const address = await Promise.race([
    new Promise<string>((resolve) =>
      child.on('message', (message: { ready?: string }) => message.ready && resolve(message.ready)),
    ),
    ended.then(() => undefined),
  ]);
  if (address === undefined) throw new UserError(`${script.replace('.ts', '')} did not start: see the sentence above.`);
  if (child.pid === undefined) throw new Error('A program that is ready has a process.');
  return {
    address,
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
