import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Stack } from '#tools/testing/stack.ts';
import { watchMemory } from './memory.ts';

export type ProgramName = 'desk' | 'platform';
const programs = ['desk', 'platform'] as const;

export interface Watched {
  /** What each said of its health otherwise than that it is well. */
  unwell: string[];
  /** How long each took to say so at most. */
  longestMs: Record<ProgramName, number>;
  /** Lines of their logs that are errors. */
  errors: string[];
  /** What each held before, and by how much that grew at most; null where the machine does not say. */
  memory: Record<ProgramName, { idleMB: number | null; grownMB: number | null; boundMB: number }>;
}

/** By how much the memory of each may grow: about three times what it was seen to. */
const boundsMB: Record<ProgramName, number> = { desk: 450, platform: 250 };

const pauseMs = 250;
const patienceMs = 60_000;

/** Asks both programs again and again how they are, and reads what they write of errors. @returns how to end that */
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
      const status = await fetch(`${urls[program]}/health`, { signal: AbortSignal.timeout(patienceMs) }).then(
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
