import { setTimeout as sleep } from 'node:timers/promises';
import type { ChildProgram } from '#programs/base/child-program.ts';
import type { Stack } from '#tools/testing/stack.ts';
import { withDatabase } from '#tools/testing/with-database.ts';

type ProgramName = 'desk' | 'otherDesk' | 'platform';

/** A program and how to control it. */
export interface Life {
  start(): Promise<void>;
  /** Kills it, like a power cut. */
  kill(): Promise<void>;
  /** Its process; undefined if it was killed. */
  child(): ChildProgram | undefined;
  /** The URL of its readiness check. */
  healthUrl: string;
}
export type Lives = Partial<Record<ProgramName, Life>>;

/** The programs with embedded databases. */
export const databaseNames = ['desk', 'platform'] as const;
export type DatabaseName = (typeof databaseNames)[number];

/** How a database recovered after it was killed. */
type Comeback =
  /** Its program restarted it. */
  | 'byItself'
  /** Its program exited, and the supervisor restarted both. */
  | 'withItsProgram'
  /** Neither: the program ran without it until it was killed too. */
  | 'byHand';

export interface Programs {
  names: readonly ProgramName[];
  desks: readonly ProgramName[];
  /** Kills it, like a power cut; it stays down. */
  kill(program: ProgramName): Promise<void>;
  /** Starts it and waits until it is ready. */
  start(program: ProgramName): Promise<void>;
  /** Suspends its process (SIGSTOP). */
  pause(program: ProgramName): void;
  resume(program: ProgramName): void;
  /** @returns a function that kills the server of the database; the process id is looked up now */
  aimAtDatabase(database: DatabaseName): Promise<() => void>;
  /** Waits until a program whose database was killed is ready again, and restarts it if it never is. */
  awaitComeback(database: DatabaseName): Promise<void>;
  /** Stops supervising the programs. */
  release(): Promise<void>;
  /** How often databases recovered, and how. */
  comebacks(): Record<Comeback, number>;
  /** How often a program exited without being stopped, and not because its database was killed. */
  unexpectedEnds(): number;
}

const lookEveryMs = 250;
const longestComebackMs = 45_000;
const startAttempts = 10;

export const livesOf = (stack: Stack): Record<DatabaseName, Life> => ({
  desk: {
    start: stack.startDesk,
    kill: stack.killDesk,
    child: () => stack.programs().desk,
    healthUrl: `${stack.deskUrl}/ready`,
  },
  platform: {
    start: stack.startPlatform,
    kill: stack.killPlatform,
    child: () => stack.programs().platform,
    healthUrl: `${stack.platformUrl}/ready`,
  },
});

/** Restarts programs like a supervisor, except those killed on purpose. */
export function supervise(stack: Stack, lives: Lives): Programs {
  const comebacks: Record<Comeback, number> = { byItself: 0, withItsProgram: 0, byHand: 0 };
  let unexpectedEnds = 0;
  const names = Object.keys(lives) as ProgramName[]; // safe because: the keys of lives are names
  const wanted = new Set(names);
  /** Serializes the operations on each program. */
  const underWay = new Map<ProgramName, Promise<void>>();
  /** Programs whose killed database is not back yet: they may exit as a consequence. */
  const withoutDatabase = new Set<ProgramName>();
  /** The processes that lost it, for each database the last time: they may exit also once it is back. */
  const bereft = new Map<ProgramName, (ChildProgram | undefined)[]>();
  const mayEnd = (program: ProgramName, child: ChildProgram) =>
    withoutDatabase.has(program) || [...bereft.values()].some((children) => children.includes(child));
  const paused = new Set<number>();
  // a suspended process does not notice that its parent is gone
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
        if (!mayEnd(program, child)) unexpectedEnds += 1;
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
      bereft.set(program, ofDatabase.map(childOf));
      for (const one of ofDatabase) withoutDatabase.add(one);
      const isBack = await hasComeBack(program);
      for (const one of ofDatabase) withoutDatabase.delete(one);
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
    // it has exited already
  }
}

/** Whether the program responds, and its database with it. */
async function isServing(life: Life | undefined): Promise<boolean> {
  if (!life) return false;
  const answer = await fetch(life.healthUrl, { signal: AbortSignal.timeout(3_000) }).catch(() => null);
  await answer?.body?.cancel();
  return answer?.ok ?? false;
}
