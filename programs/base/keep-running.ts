import { setTimeout as sleep } from 'node:timers/promises';
import type { ChildProgram } from './child-program.ts';
import type { Running } from './run-command.ts';

type Program = Pick<ChildProgram, 'ended' | 'stop'>;

interface KeptProgram {
  /** Used in messages, such as `desk`. */
  name: string;
  /** Starts it, and settles once it is ready. */
  start(): Promise<Program>;
  /** Receives a message for the operator. */
  tell(sentence: string): void;
  /** Waits, or rejects as soon as the signal is aborted. */
  wait?(ms: number, signal: AbortSignal): Promise<unknown>;
}

/** Exponential backoff between restarts, reset after the program has run for a minute. */
const backoffMs = [1_000, 2_000, 4_000, 8_000, 16_000, 30_000] as const;
const isWellAfterMs = 60_000;

const waitFor = (ms: number, signal: AbortSignal) => sleep(ms, undefined, { signal });

/**
 * Starts a program and restarts it whenever it exits, until it is stopped.
 * @throws the error of the first start: a mistake in the settings needs a person, not a retry
 */
export async function keepRunning({ name, start, tell, wait = waitFor }: KeptProgram): Promise<Running> {
  const stopping = new AbortController();
  const { signal } = stopping;
  let program: Program | undefined = await start();
  let tries = 0;

  const restart = async (why: string): Promise<Program | undefined> => {
    for (let reason = why; !signal.aborted; reason = 'did not start') {
      const waitMs = backoffMs[Math.min(tries, backoffMs.length - 1)] ?? 0;
      tries += 1;
      tell(`The ${name} ${reason}, and is started again in ${waitMs / 1_000} s.`);
      try {
        await wait(waitMs, signal);
        return await start();
      } catch {
        // stopped meanwhile, or its own error is on stderr already
      }
    }
    return undefined;
  };
  const keep = async () => {
    while (program) {
      const startedAt = performance.now();
      const code = await program.ended;
      if (signal.aborted) return;
      if (performance.now() - startedAt > isWellAfterMs) tries = 0;
      program = await restart(code === null ? 'was killed' : `ended with exit code ${code}`);
      if (signal.aborted) return; // `stop` handles the process that was just started
      if (program) tell(`The ${name} runs again.`);
    }
  };
  const keeping = keep();
  return {
    stop: async () => {
      stopping.abort();
      await program?.stop();
      await keeping;
      await program?.stop(); // the one that was just being started
    },
  };
}
