import { setTimeout as sleep } from 'node:timers/promises';
import type { ChildProgram } from '#programs/base/child-program.ts';
import type { Stack } from '#tools/testing/stack.ts';
import { withDatabase } from '#tools/testing/with-database.ts';

type ProgramName = 'desk' | 'otherDesk' | 'platform';

/** A program, and its life so far. */
export interface Life {
  start(): Promise<void>;
  /** Ends it as a power cut would. */
  kill(): Promise<void>;
  /** The process it runs as; undefined where it was killed. */
  child(): ChildProgram | undefined;
  /** Where it says whether it serves. */
  healthUrl: string;
}
export type Lives = Partial<Record<ProgramName, Life>>;

/** The programs whose databases are embedded. */
export const databaseNames = ['desk', 'platform'] as const;
export type DatabaseName = (typeof databaseNames)[number];

/** How a database came back after it was killed. */
type Comeback =
  /** Its program started it again. */
  | 'byItself'
  /** Its program ended, and whoever keeps programs running started both again. */
  | 'withItsProgram'
  /** Neither: the program went on without it until it was killed too. */
  | 'byHand';

export interface Programs {
  names: readonly ProgramName[];
  desks: readonly ProgramName[];
  /** Ends it as a power cut would; it stays down. */
  kill(program: ProgramName): Promise<void>;
  /** Starts it and waits until it serves. */
  start(program: ProgramName): Promise<void>;
  /** Halts it where it is, whatever it is doing. */
  pause(program: ProgramName): void;
  resume(program: ProgramName): void;
  /** @returns a function that kills the server of the database; what it needs to know is asked now */
  aimAtDatabase(database: DatabaseName): Promise<() => void>;
  /** Waits until a program whose database was killed serves again, and starts it by hand where it never does. */
  awaitComeback(database: DatabaseName): Promise<void>;
  /** Leaves the programs to themselves from now on. */
  release(): Promise<void>;
  /** How often databases came back, and how. */
  comebacks(): Record<Comeback, number>;
  /** How often a program ended without being told to, and not because its database was killed. */
  unexpectedEnds(): number;
}

const lookEveryMs = 250;
const longestComebackMs = 45_000;
const startAttempts = 10;

export const livesOf = (stack: Stack): Record<DatabaseName, Life> => ({
  desk: {
    ...{ start: stack.startDesk, kill: stack.killDesk, child: () => stack.programs().desk },
    healthUrl: `${stack.deskUrl}/ready`,
  },
  platform: {
    ...{ start: stack.startPlatform, kill: stack.killPlatform, child: () => stack.programs().platform },
    healthUrl: `${stack.platformUrl}/ready`,
  },
});

/** Keeps programs running as a supervisor would, except where they are killed on purpose. */
export function supervise(stack: Stack, lives: Lives): Programs {
  const comebacks: Record<Comeback, number> = { byItself: 0, withItsProgram: 0, byHand: 0 };
  let unexpectedEnds = 0;
  const names = Object.keys(lives) as ProgramName[]; // safe because: the keys of lives are names
  const wanted = new Set(names);
  /** One thing at a time is done to a program. */
  const underWay = new Map<ProgramName, Promise<void>>();
  /** Those whose database was killed and is not back: they may end with it. */
  const bereft = new Set<ProgramName>();
  const paused = new Set<number>();
  // a process that is halted cannot notice that we are gone
  process.on('exit', () => {
    for (const pid of paused) signal(pid, 'SIGCONT');
  });

  const inOrder = (program: ProgramName, work: () => Promise<void>) => {
    const done = (underWay.get(program) ?? Promise.resolve()).catch(() => {}).then(work);
    underWay.set(program, done);
    return done;
  };
  const childOf = (program: ProgramName) => lives[program]?.child();

  async function startNow(program: ProgramName): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await lives[program]?.start();
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
      inOrder(program, async () => {
        if (!wanted.has(program) || childOf(program) !== child) return;
        if (!bereft.has(program)) unexpectedEnds += 1;
        await lives[program]?.kill();
        await startNow(program);
      }),
    );
  }
  for (const program of names) watch(program, childOf(program));

  async function hasComeBack(program: ProgramName): Promise<boolean> {
    for (let waitedMs = 0; waitedMs < longestComebackMs; waitedMs += lookEveryMs) {
      await sleep(lookEveryMs);
      await underWay.get(program);
      if (await isServing(lives[program])) return true;
    }
    return false;
  }

  function start(program: ProgramName): Promise<void> {
    wanted.add(program);
    return inOrder(program, () => startNow(program));
  }
  function kill(program: ProgramName): Promise<void> {
    wanted.delete(program);
    return inOrder(program, async () => lives[program]?.kill());
  }

  const desks = names.filter((name) => name !== 'platform');

  return {
    names,
    desks,
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
    aimAtDatabase: (database) =>
      withDatabase(stack, database, async (client) => {
        const { rows } = await client.query<{ file: string }>(`select pg_read_file('postmaster.pid') as file`);
        const pid = Number(rows[0]?.file.split('\n')[0]);
        return () => signal(pid, 'SIGKILL');
      }),
    awaitComeback: async (program) => {
      const before = childOf(program);
      const ofDatabase = program === 'desk' ? desks : [program];
      for (const one of ofDatabase) bereft.add(one);
      const isBack = await hasComeBack(program);
      for (const one of ofDatabase) bereft.delete(one);
      if (isBack) {
        comebacks[childOf(program) === before ? 'byItself' : 'withItsProgram'] += 1;
        return;
      }
      comebacks.byHand += 1;
      await kill(program);
      await start(program);
    },
    release: async () => {
      wanted.clear();
      await Promise.allSettled(underWay.values());
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
async function isServing(life: Life | undefined): Promise<boolean> {
  if (!life) return false;
  const answer = await fetch(life.healthUrl, { signal: AbortSignal.timeout(3_000) }).catch(() => null);
  await answer?.body?.cancel();
  return answer?.ok ?? false;
}
