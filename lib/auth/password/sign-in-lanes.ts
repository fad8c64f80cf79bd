import 'server-only';
import type { Browser } from '#lib/auth/browser/browser.ts';
import { openSignInLane, type SignInLane } from '#shared/password/sign-in-lane.ts';

/**
 * So many sign-ins are looked at at the same time. A hash takes a core: strangers take one at most, and leave the others to
 * whoever is at a counter.
 */
const atOnce = { known: 2, strangers: 1 };

type Lane = keyof typeof atOnce;

// Next compiles routes apart: only the process itself is common to them
const place = Symbol.for('front-desk.sign-in-lanes');
const shared = globalThis as { [place]?: Record<Lane, SignInLane> };
const lanes = () => {
  shared[place] ??= { known: openSignInLane(atOnce.known), strangers: openSignInLane(atOnce.strangers) };
  return shared[place];
};

/**
 * Looks at a sign-in in its turn. Browsers that are known have a lane of their own: strangers, however many, hold nobody up there.
 * All of it is in turn, the database too, so that strangers never have more than a few of its connections.
 * @returns `busy` at once where too many wait already
 */
export const inLane = <Answer>(
  { deviceId }: Browser,
  look: () => Promise<Answer>,
): Promise<Answer | { kind: 'busy' }> => lanes()[deviceId === null ? 'strangers' : 'known'](look);
