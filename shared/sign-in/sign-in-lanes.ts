import pLimit from 'p-limit';
import type { Browser } from './browser.ts';
import { networkOf } from './client-address.ts';

interface Lane {
  /** So many are looked at at the same time. */
  atOnce: number;
  /** So many of one client are looked at or wait. */
  perClient: number;
}

/**
 * A hash takes a core for 30 ms: strangers take one at most, and leave the others to whoever is known. A client that asks for
 * more than its share is told so, and holds up no other.
 */
const lanes = {
  known: { atOnce: 2, perClient: 20 },
  strangers: { atOnce: 1, perClient: 4 },
} satisfies Record<string, Lane>;
/** So many wait in a lane, whosoever they are: the last of them for about two seconds. */
const longestLane = 64;

/** Looks at a sign-in in its turn. @returns `busy` at once where too many wait already */
export type SignInLanes = <Answer>(browser: Browser, look: () => Promise<Answer>) => Promise<Answer | { kind: 'busy' }>;

/**
 * Anybody may ask for a sign-in: strangers, however many, leave the rest of the program its cores and its connections to the
 * database. Browsers that are known have a lane of their own: strangers hold nobody up there. All of it is in turn, the
 * database too, so that strangers never have more than one of its connections.
 */
export function openSignInLanes(): SignInLanes {
  const known = openLane(lanes.known);
  const strangers = openLane(lanes.strangers);
  return (browser, look) =>
    browser.deviceId === null ? strangers(networkOf(browser.clientAddress), look) : known(browser.person, look);
}

function openLane({ atOnce, perClient }: Lane) {
  const inTurn = pLimit(atOnce);
  const ofClient = new Map<string, number>();
  return async <Answer>(client: string, look: () => Promise<Answer>): Promise<Answer | { kind: 'busy' }> => {
    const count = ofClient.get(client) ?? 0;
    if (count >= perClient || inTurn.activeCount + inTurn.pendingCount >= longestLane) return { kind: 'busy' };
    ofClient.set(client, count + 1);
    try {
      return await inTurn(look);
    } finally {
      const left = (ofClient.get(client) ?? 0) - 1;
      if (left > 0) ofClient.set(client, left);
      else ofClient.delete(client);
    }
  };
}
