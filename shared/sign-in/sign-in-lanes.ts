import pLimit from 'p-limit';
import type { Browser } from './browser.ts';
import { networkOf } from './client-address.ts';

interface Lane {
  /** Sign-ins that are checked concurrently. */
  atOnce: number;
  /** Sign-ins of one client that run or wait. */
  perClient: number;
}

/**
 * A hash takes one CPU core for 30 ms. Unknown browsers use one core at most, and leave the others to known ones. A
 * client above its share gets `busy` and does not block others.
 */
const lanes = {
  known: { atOnce: 2, perClient: 20 },
  strangers: { atOnce: 1, perClient: 4 },
} satisfies Record<string, Lane>;
/** Length of the queue of a lane; the last one waits about two seconds. */
const longestLane = 64;

/**
 * Runs a sign-in in its queue.
 * @returns `busy` at once if the queue is full
 */
export type SignInLanes = <Answer>(browser: Browser, look: () => Promise<Answer>) => Promise<Answer | { kind: 'busy' }>;

/**
 * Limits the load of sign-ins, which need no authentication: however many strangers try, the rest of the program
 * keeps CPU cores and database connections. Known browsers have their own queue, so strangers cannot block them. The
 * database access runs within the queue too, so strangers never use more than one connection.
 */
export function openSignInLanes(): SignInLanes {
  const known = openLane(lanes.known);
  const strangers = openLane(lanes.strangers);
  return (browser, look) =>
    browser.deviceId === null ? strangers(networkOf(browser.clientAddress), look) : known(browser.person, look);
}

function openLane({ atOnce, perClient }: Lane) {
  const limit = pLimit(atOnce);
  const ofClient = new Map<string, number>();
  return async <Answer>(client: string, look: () => Promise<Answer>): Promise<Answer | { kind: 'busy' }> => {
    const count = ofClient.get(client) ?? 0;
    if (count >= perClient || limit.activeCount + limit.pendingCount >= longestLane) return { kind: 'busy' };
    ofClient.set(client, count + 1);
    try {
      return await limit(look);
    } finally {
      const left = (ofClient.get(client) ?? 0) - 1;
      if (left > 0) ofClient.set(client, left);
      else ofClient.delete(client);
    }
  };
}
