import { vi } from 'vitest';

const patienceMs = 60_000;
const stepMs = 20;

/** Waits until a check passes that depends on real work. Only a failing test waits until the timeout. */
export const until = <T>(check: () => T | Promise<T>, timeoutMs = patienceMs, everyMs = stepMs): Promise<T> =>
  vi.waitFor(check, { timeout: timeoutMs, interval: everyMs });
