import { onTestFinished, vi } from 'vitest';

interface HeldAnswer {
  /** The response waits for this. */
  promise: Promise<void>;
  release(): void;
}

/** A response of the platform that the test releases. No timeout ends the wait before, however slow the machine is. */
export function holdAnswer(): HeldAnswer {
  const { promise, resolve } = Promise.withResolvers<void>();
  const deadlines = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => new AbortController().signal);
  onTestFinished(() => {
    resolve();
    deadlines.mockRestore();
  });
  return { promise, release: resolve };
}
