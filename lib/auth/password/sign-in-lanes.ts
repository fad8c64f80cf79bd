import 'server-only';
import pLimit, { type LimitFunction } from 'p-limit';
import type { Browser } from '#lib/auth/browser/browser.ts';

/**
 * So many sign-ins are looked at at the same time. A hash takes a core: strangers take one at most, and leave the others to
 * whoever is at a counter.
 */
const atOnce = { known: 2, strangers: 1 };
/** So many wait in each lane. */
const longestQueue = 8;

type Lane = keyof typeof atOnce;

// Next compiles routes apart: only the process itself is common to them
const place = Symbol.for('front-desk.sign-in-lanes');
const shared = globalThis as { [place]?: Record<Lane, LimitFunction> };
const lanes = () => {
  shared[place] ??= { known: pLimit(atOnce.known), strangers: pLimit(atOnce.strangers) };
  return shared[place];
};

/**
 * Looks at a sign-in in its turn. Browsers that are known have a lane of their own: strangers, however many, hold nobody up there.
 * All of it is in turn, the database too, so that strangers never have more than a few of its connections.
 * @returns `busy` at once where too many wait already
 */
export async function inLane<Answer>(
  { deviceId }: Browser,
  look: () => Promise<Answer>,
): Promise<Answer | { kind: 'busy' }> {
  const name: Lane = deviceId === null ? 'strangers' : 'known';
  const lane = lanes()[name];
  if (lane.activeCount + lane.pendingCount >= atOnce[name] + longestQueue) return { kind: 'busy' };
  return lane(look);
}
