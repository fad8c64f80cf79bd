import { setTimeout as sleep } from 'node:timers/promises';

const patienceMs = 60_000;
const pauseMs = 250;

/** Polls for a result of background work. @throws if there is none after a minute */
export async function untilFound<Value>(what: string, find: () => Promise<Value | undefined>): Promise<Value> {
  for (let waitedMs = 0; waitedMs < patienceMs; waitedMs += pauseMs) {
    const found = await find();
    if (found !== undefined) return found;
    await sleep(pauseMs);
  }
  throw new Error(`There is no ${what}.`);
}
