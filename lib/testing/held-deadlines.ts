import type { Deadlines } from '#lib/server/base/deadlines.ts';

export interface HeldDeadlines extends Deadlines {
  /**
   * Ends the waits of exactly so long that have begun.
   * @throws Error if there is none
   */
  pass(ms: number): void;
}

/** Deadlines that a test lets pass: by themselves they never end. */
export function createHeldDeadlines(): HeldDeadlines {
  const begun = new Set<{ ms: number; end: () => void }>();
  const begin = (ms: number, end: () => void) => {
    const wait = { ms, end };
    begun.add(wait);
    return () => void begun.delete(wait);
  };
  return {
    timeout: (ms) => {
      const deadline = new AbortController();
      begin(ms, () => deadline.abort(new DOMException('The deadline has passed.', 'TimeoutError')));
      return deadline.signal;
    },
    late: (ms, signal) =>
      new Promise((resolve) => {
        const leave = begin(ms, () => resolve(null));
        signal?.addEventListener('abort', leave, { once: true });
      }),
    pass: (ms) => {
      const ended = [...begun].filter((wait) => wait.ms === ms);
      if (ended.length === 0) throw new Error(`Nobody waits for ${ms} ms.`);
      for (const wait of ended) {
        begun.delete(wait);
        wait.end();
      }
    },
  };
}
