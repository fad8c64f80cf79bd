import { setTimeout as sleep } from 'node:timers/promises';
import type { ChildProgram } from '#scripts/child-program.ts';
import type { Stack } from '#scripts/testing/stack.ts';
import { withDatabase } from '#scripts/testing/with-database.ts';

export const programNames = ['desk', 'platform'] as const;
export type ProgramName = (typeof programNames)[number];

/** How a database came back after it was killed. */
export type Comeback =
  /** Its program started it again. */
  | 'byItself'
  /** Its program ended, and whoever keeps programs running started both again. */
  | 'withItsProgram'
  /** Neither: the program went on without it until it was killed too. */
  | 'byHand';

export interface Programs {
  /** Ends it as a power cut would; it stays down. */
  kill(program: ProgramName): Promise<void>;
  /** Starts it and waits until it serves. */
  start(program: ProgramName): Promise<void>;
  /** Halts it where it is, whatever it is doing. */
  pause(program: ProgramName): void;
  resume(program: ProgramName): void;
  /** @returns a function that kills the server of the database; what it needs to know is asked now */
  aimAtDatabase(program: ProgramName): Promise<() => void>;
  /** Waits until a program whose database was killed serves again, and starts it by hand where it never does. */
  awaitComeback(program: ProgramName): Promise<void>;
  /** Leaves the programs to themselves from now on. */
  release(): Promise<void>;
  /** How often databases came back, and how. */
  comebacks(): Record<Comeback, number>;
  /** How often a program ended without being told to. */
  unexpectedEnds(): number;
}

const lookEveryMs = 250;
const longestComebackMs = 45_000;
const startAttempts = 10;

/** Keeps the programs of a stack running as a supervisor would, except where they are killed on purpose. */
export function superviseStack(stack: Stack): Programs {
  const comebacks: Record<Comeback, number> = { byItself: 0, withItsProgram: 0, byHand: 0 };
  let unexpectedEnds = 0;
  const isWanted = { desk: true, platform: true };
  /** One thing at a time is done to a program. */
  const turns: Record<ProgramName, Promise<void>> = { desk: Promise.resolve(), platform: Promise.resolve() };
  const paused = new Set<number>();
  // a process that is halted cannot notice that we are gone
  process.on('exit', () => {
    for (const pid of paused) signal(pid, 'SIGCONT');
  });

  const inTurn = (program: ProgramName, work: () => Promise<void>) => {
    turns[program] = turns[program].catch(() => {}).then(work);
    return turns[program];
  };
  const killNow = (program: ProgramName) => (program === 'desk' ? stack.killDesk() : stack.killPlatform());
  const childOf = (program: ProgramName) => stack.programs()[program];

  async function startNow(program: ProgramName): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await (program === 'desk' ? stack.startDesk() : stack.startPlatform());
        break;
      } catch (error) {
        if (attempt === startAttempts) throw error;
        await sleep(1_000);
      }
    }
    watch(program, childOf(program));
  }

  function watch(program: ProgramName, child: ChildProgram | undefined): void {
    void child?.ended.then(() =>
      inTurn(program, async () => {
        if (!isWanted[program] || childOf(program) !== child) return;
        unexpectedEnds += 1;
        await killNow(program);
        await startNow(program);
      }),
    );
  }
  for (const program of programNames) watch(program, childOf(program));

  async function hasComeBack(program: ProgramName): Promise<boolean> {
    for (let waitedMs = 0; waitedMs < longestComebackMs; waitedMs += lookEveryMs) {
      await sleep(lookEveryMs);
      await turns[program];
      if (await isServing(stack, program)) return true;
    }
    return false;
  }

  function start(program: ProgramName): Promise<void> {
    isWanted[program] = true;
    return inTurn(program, () => startNow(program));
  }
  function kill(program: ProgramName): Promise<void> {
    isWanted[program] = false;
    return inTurn(program, () => killNow(program));
  }

  return {
    kill,
    start,
    pause: (program) => {
      const { pid } = childOf(program) ?? {};
      if (pid === undefined) return;
      paused.add(pid);
      signal(pid, 'SIGSTOP');
    },
    resume: (program) => {
      const { pid } = childOf(program) ?? {};
      if (pid === undefined) return;
      signal(pid, 'SIGCONT');
      paused.delete(pid);
    },
    aimAtDatabase: (program) =>
      withDatabase(stack, program, async (client) => {
        const { rows } = await client.query<{ file: string }>(`select pg_read_file('postmaster.pid') as file`);
        const pid = Number(rows[0]?.file.split('\n')[0]);
        return () => signal(pid, 'SIGKILL');
      }),
    awaitComeback: async (program) => {
      const before = childOf(program);
      if (await hasComeBack(program)) {
        comebacks[childOf(program) === before ? 'byItself' : 'withItsProgram'] += 1;
        return;
      }
      comebacks.byHand += 1;
      await kill(program);
      await start(program);
    },
    release: async () => {
      for (const program of programNames) isWanted[program] = false;
      await Promise.allSettled(Object.values(turns));
    },
    comebacks: () => comebacks,
    unexpectedEnds: () => unexpectedEnds,
  };
}

function signal(pid: number, name: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void {
  try {
    process.kill(pid, name);
  } catch {
    // it has ended by itself
  }
}

/** Whether it answers, and its database with it. */
async function isServing(stack: Stack, program: ProgramName): Promise<boolean> {
  const url = program === 'desk' ? `${stack.deskUrl}/api/health` : `${stack.platformUrl}/health`;
  const answer = await fetch(url, { signal: AbortSignal.timeout(3_000) }).catch(() => null);
  await answer?.body?.cancel();
  return answer?.ok ?? false;
}
