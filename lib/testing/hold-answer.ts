import { onTestFinished, vi } from 'vitest';

interface HeldAnswer {
  /** The response waits for this. */
  promise: Promise<void>;
  release(): void;
}

/** No deadline of a request ends until the test has finished, or calls what this returns: no slow machine makes a platform that answers a silent one. */
export function holdDeadlines(): () => void {
  const deadlines = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => new AbortController().signal);
  onTestFinished(() => deadlines.mockRestore());
  return () => deadlines.mockRestore();
}

/** Every deadline of a request ends as it begins, until the test has finished. */
export function endDeadlinesAtOnce(): void {
  const deadlines = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => AbortSignal.abort());
  onTestFinished(() => deadlines.mockRestore());
}

/** A response of the platform that the test releases. No timeout ends the wait before, however slow the machine is. */
export function holdAnswer(): HeldAnswer {
  const { promise, resolve } = Promise.withResolvers<void>();
  holdDeadlines();
  onTestFinished(() => resolve());
  return { promise, release: resolve };
}
