import type { StartDeadline } from '#lib/server/gym-api/deadline.ts';

/** By then a request ends in any case: one to a server that the test does not know, or one that waits for its turn. */
const latestMs = 20_000;

/**
 * Deadlines that end at their time while a platform of the test is silent, and late while none is: a slow machine makes no
 * platform that answers a silent one.
 */
export const endsOnlyInSilence =
  (isSilent: () => boolean): StartDeadline =>
  (timeoutMs) => {
    const time = AbortSignal.timeout(timeoutMs);
    if (time.aborted) return time;
    const ending = new AbortController();
    const latest = performance.now() + latestMs;
    const endInSilence = () => {
      if (isSilent() || performance.now() > latest) ending.abort(time.reason);
      else setTimeout(endInSilence, 20).unref();
    };
    time.addEventListener('abort', endInSilence);
    return ending.signal;
  };
