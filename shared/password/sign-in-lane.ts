import pLimit from 'p-limit';

/** So many wait. */
const longestQueue = 8;

/** Looks at a sign-in in its turn. @returns `busy` at once where too many wait already */
export type SignInLane = <Answer>(look: () => Promise<Answer>) => Promise<Answer | { kind: 'busy' }>;

/**
 * A sign-in costs a core for 30 ms, and anybody may ask for one: strangers, however many, leave the rest of the program its
 * cores and its connections to the database.
 * @param atOnce so many are looked at at the same time
 */
export function openSignInLane(atOnce: number): SignInLane {
  const lane = pLimit(atOnce);
  return async (look) => (lane.activeCount + lane.pendingCount < atOnce + longestQueue ? lane(look) : { kind: 'busy' });
}
