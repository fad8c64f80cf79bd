import { onTestFinished, vi } from 'vitest';

interface HeldAnswer {
  /** What the answer waits for. */
  promise: Promise<void>;
  release(): void;
}

/** An answer of the platform that comes when the test says so. Until then nobody gives up waiting, however slow the machine is. */
export function holdAnswer(): HeldAnswer {
  const { promise, resolve } = Promise.withResolvers<void>();
  const deadlines = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => new AbortController().signal);
  onTestFinished(() => {
    resolve();
    deadlines.mockRestore();
  });
  return { promise, release: resolve };
}
