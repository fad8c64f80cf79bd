import { inOwnContext } from '#lib/server/log/run-in-context.ts';

/** How many locations one process works on at a time in the background: what they need leaves room for people. */
export const locationsAtOnce = 8;

/**
 * Takes one thing after the other and works on it, until there is none left. What takes long holds up its own lane and
 * no other. Each is done under an id of its own.
 */
export async function inLanes<T>(
  take: () => Promise<T | undefined>,
  work: (taken: T) => Promise<void>,
  lanes = locationsAtOnce,
): Promise<void> {
  const lane = async () => {
    for (let taken = await take(); taken !== undefined; taken = await take()) {
      const one = taken;
      await inOwnContext(() => work(one));
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}
