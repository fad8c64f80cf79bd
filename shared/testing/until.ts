import { longestWaitMs } from './limits.ts';

const firstPauseMs = 10;
const longestPauseMs = 250;
// a test may replace the global ones
const [now, wait] = [performance.now.bind(performance), setTimeout];

/**
 * Waits until a check passes that depends on real work. The pauses between checks grow by half: short work is noticed at once,
 * and a long wait leaves the processor to the work. Only a failing test waits until the timeout.
 */
export async function until<T>(check: () => T | Promise<T>, timeoutMs = longestWaitMs): Promise<T> {
  const endsAt = now() + timeoutMs;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(1.5 * pauseMs, longestPauseMs)) {
    try {
      return await check();
    } catch (error) {
      if (now() >= endsAt) throw error;
    }
    await new Promise((resolve) => wait(resolve, pauseMs));
  }
}
