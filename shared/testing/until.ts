import { vi } from 'vitest';

const patienceMs = 60_000;
const stepMs = 20;

/** Waits until a check holds that something real has to bring about. Only a test that fails waits to the end. */
export const until = <T>(check: () => T | Promise<T>, timeoutMs = patienceMs, everyMs = stepMs): Promise<T> =>
  vi.waitFor(check, { timeout: timeoutMs, interval: everyMs });
