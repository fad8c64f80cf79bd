import pLimit from 'p-limit';

/** So many sign-ins are looked at at the same time, and so many wait. */
const atOnce = 2;
const longestQueue = 8;

/** Looks at a sign-in in its turn. @returns `busy` at once where too many wait already */
export type SignInLane = <Answer>(look: () => Promise<Answer>) => Promise<Answer | { kind: 'busy' }>;

/**
 * A sign-in costs a core for 30 ms, and anybody may ask for one: strangers, however many, leave the rest of the platform its
 * cores and its connections to the database.
 */
export function openSignInLane(): SignInLane {
  const lane = pLimit(atOnce);
  return async (look) => (lane.activeCount + lane.pendingCount < atOnce + longestQueue ? lane(look) : { kind: 'busy' });
}
