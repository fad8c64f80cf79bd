import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import fs from 'node:fs';
import { findOperatingUser } from '#programs/postgresql/operating-user.ts';

/** A program of a package that runs as PostgreSQL's user, which must not be root. */
export interface PackagedProcess {
  pid: number;
  ended: Promise<void>;
}

interface PackagedStart {
  program: string;
  args: readonly string[];
  env: Record<string, string>;
  /** Takes all that it says. */
  logFile: string;
}

/** The processes that must not outlive this one. */
const running = new Set<ChildProcess>();
const endings = new Set<() => void>();

/** Does what ends other processes when this one ends, for whatever reason but kill -9. */
export const endWithUs = (end: () => void): void => void endings.add(end);

/** From now on nothing that was started here outlives this process. */
export function keepNothingBehind(): void {
  process.on('exit', () => {
    for (const end of endings) end();
    for (const { pid } of running) if (pid !== undefined) signal(pid, 'SIGKILL');
  });
}

export function startPackaged({ program, args, env, logFile }: PackagedStart): PackagedProcess {
  const log = fs.openSync(logFile, 'a', 0o600);
  const options: SpawnOptions = {
    ...{ stdio: ['ignore', log, log], cwd: '/', ...findOperatingUser() },
    env: { NODE_ENV: process.env.NODE_ENV, PATH: process.env.PATH, LANG: 'C.UTF-8', ...env },
  };
  const child = spawn(program, args, options);
  fs.closeSync(log);
  child.on('error', () => {}); // one that could not be started has no pid
  const { pid } = child;
  if (pid === undefined) throw new Error(`${program} cannot be started.`);
  running.add(child);
  const ended = new Promise<void>((resolve) =>
    child.once('exit', () => {
      running.delete(child);
      resolve();
    }),
  );
  return { pid, ended };
}

/** Also a process that has ended in the meantime may be meant. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // it has ended
  }
}

/** The processes that a process started, by their ids. Linux only, as the packages are. */
export function childrenOf(pid: number): number[] {
  const file = `/proc/${pid}/task/${pid}/children`;
  if (!fs.existsSync(file)) return [];
  return fs.readFileSync(file, 'utf8').split(' ').filter(Boolean).map(Number);
}
