import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { longestWaitMs } from '#shared/testing/limits.ts';
import type { Stack } from '#tools/testing/stack.ts';
import { watchMemory } from './memory.ts';

export type ProgramName = 'desk' | 'platform';
const programs = ['desk', 'platform'] as const;

export interface Watched {
  /** Health checks with another result than healthy. */
  unwell: string[];
  /** The longest duration of a health check. */
  longestMs: Record<ProgramName, number>;
  /** Errors in their logs. */
  errors: string[];
  /** The memory at the start, and its largest growth; null if the machine does not report it. */
  memory: Record<ProgramName, { idleMB: number | null; grownMB: number | null; boundMB: number }>;
}

/** The allowed growth of the memory of each: about three times the observed one. */
const boundsMB: Record<ProgramName, number> = { desk: 450, platform: 250 };

const pauseMs = 250;

/** Repeats health checks of both programs, and reads errors in their logs. @returns stops it */
export function watchPrograms(stack: Stack): () => Promise<Watched> {
  const told: Omit<Watched, 'memory'> = { unwell: [], longestMs: { desk: 0, platform: 0 }, errors: [] };
  const pids = stack.programs();
  const held = { desk: watchMemory(pids.desk?.pid), platform: watchMemory(pids.platform?.pid) };
  const logs = programs.map((program) => path.join(stack.dataDir, 'logs', `${program}.log`));
  const before = logs.map((log) => fs.statSync(log).size);
  const ended = new AbortController();
  const urls = { desk: stack.deskUrl, platform: stack.platformUrl };
  const watching = programs.map(async (program) => {
    while (!ended.signal.aborted) {
      const startedAt = performance.now();
      const status = await fetch(`${urls[program]}/health`, { signal: AbortSignal.timeout(longestWaitMs) }).then(
        (answer) => answer.status,
        (error: Error) => error.name,
      );
      const tookMs = Math.round(performance.now() - startedAt);
      told.longestMs[program] = Math.max(told.longestMs[program], tookMs);
      if (status !== 200) told.unwell.push(`${program} ${status}`);
      await sleep(pauseMs);
    }
  });
  return async () => {
    ended.abort();
    await Promise.all(watching);
    for (const [at, log] of logs.entries()) {
      const lines = fs.readFileSync(log).subarray(before[at]).toString().split('\n');
      told.errors.push(...lines.filter((line) => line !== '' && !/^\{"level":([1-4]0|"(info|warn)")/.test(line)));
    }
    const memoryOf = (program: ProgramName) => {
      const { idleMB, grownMB } = held[program];
      return { idleMB, grownMB: grownMB(), boundMB: boundsMB[program] };
    };
    return { ...told, memory: { desk: memoryOf('desk'), platform: memoryOf('platform') } };
  };
}
