const patienceMs = 60_000;
const firstPauseMs = 10;
const longestPauseMs = 250;

/**
 * Waits until a check passes that depends on real work. The pauses between checks grow by half: what is soon done is soon
 * seen, and a long wait leaves the cores to the work it waits for. Only a failing test waits until the timeout.
 */
export async function until<T>(check: () => T | Promise<T>, timeoutMs = patienceMs): Promise<T> {
  const endsAt = performance.now() + timeoutMs;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(1.5 * pauseMs, longestPauseMs)) {
    try {
      return await check();
    } catch (error) {
      if (performance.now() >= endsAt) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
