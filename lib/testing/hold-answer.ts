import { onTestFinished, vi } from 'vitest';
import type { StartDeadline } from '#lib/server/gym-api/deadline.ts';

/** How long somebody at the counter waits. */
const patienceMs = 1_500;

interface HeldAnswer {
  /** The response waits for this. */
  promise: Promise<void>;
  release(): void;
  /** Whoever waits at the counter waits no longer. Requests with a longer deadline go on. */
  endPatience(): void;
}

/** No deadline of a request ends until the test has finished, or calls what this returns: no slow machine makes a platform that answers a silent one. */
export function holdDeadlines(start: StartDeadline = () => new AbortController().signal): () => void {
  const deadlines = vi.spyOn(AbortSignal, 'timeout').mockImplementation(start);
  onTestFinished(() => deadlines.mockRestore());
  return () => deadlines.mockRestore();
}

/** Every deadline of a request ends as it begins, until the test has finished, or calls what this returns. */
export const endDeadlinesAtOnce = (): (() => void) => holdDeadlines(() => AbortSignal.abort());

/** A response of the platform that the test releases. No timeout ends the wait before, however slow the machine is. */
export function holdAnswer(): HeldAnswer {
  const { promise, resolve } = Promise.withResolvers<void>();
  const atCounter: AbortController[] = [];
  holdDeadlines((timeoutMs) => {
    const deadline = new AbortController();
    if (timeoutMs === patienceMs) atCounter.push(deadline);
    return deadline.signal;
  });
  onTestFinished(() => resolve());
  const endPatience = () => {
    for (const deadline of atCounter.splice(0)) deadline.abort();
  };
  return { promise, release: resolve, endPatience };
}
