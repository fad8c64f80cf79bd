import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import fs from 'node:fs';
import { findOperatingUser } from '#programs/postgresql/operating-user.ts';

/** A packaged program that runs as PostgreSQL's user, which must not be root. */
export interface PackagedProcess {
  pid: number;
  ended: Promise<void>;
}

interface PackagedStart {
  program: string;
  args: readonly string[];
  env: Record<string, string>;
  /** Receives all of its output. */
  logFile: string;
}

/** The processes that must not outlive this one. */
const running = new Set<ChildProcess>();
const endings = new Set<() => void>();

/** Registers a cleanup for when this process ends, for whatever reason except kill -9. */
export const atExit = (end: () => void): void => void endings.add(end);

/** From now on, processes started here end with this process. */
export function stopChildrenAtExit(): void {
  process.on('exit', () => {
    for (const end of endings) end();
    for (const { pid } of running) if (pid !== undefined) signal(pid, 'SIGKILL');
  });
}

export function startPackaged({ program, args, env, logFile }: PackagedStart): PackagedProcess {
  const log = fs.openSync(logFile, 'a', 0o600);
  const options: SpawnOptions = {
    stdio: ['ignore', log, log],
    cwd: '/',
    ...findOperatingUser(),
    env: { NODE_ENV: process.env.NODE_ENV, PATH: process.env.PATH, LANG: 'C.UTF-8', ...env },
  };
  const child = spawn(program, args, options);
  fs.closeSync(log);
  child.on('error', () => {}); // a process that failed to start has no pid
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

/** The process may have ended in the meantime. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // it has ended
  }
}

/** The ids of a process's children. Linux only, like the packages. */
export function childrenOf(pid: number): number[] {
  const file = `/proc/${pid}/task/${pid}/children`;
  if (!fs.existsSync(file)) return [];
  return fs.readFileSync(file, 'utf8').split(' ').filter(Boolean).map(Number);
}
