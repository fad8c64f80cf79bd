import { setTimeout as sleep } from 'node:timers/promises';
import { longestWaitMs } from '#shared/testing/limits.ts';

const pauseMs = 250;

/** Polls for a result of background work. @throws if there is none in the end */
export async function untilFound<Value>(what: string, find: () => Promise<Value | undefined>): Promise<Value> {
  const endsAt = performance.now() + longestWaitMs;
  for (;;) {
    const found = await find();
    if (found !== undefined) return found;
    if (performance.now() >= endsAt) throw new Error(`There is no ${what}.`);
    await sleep(pauseMs);
  }
}
