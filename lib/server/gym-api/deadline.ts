import 'server-only';
import type { Middleware } from './call.ts';
import type { Urgency } from './rate-limiter.ts';

/** Defaults: how long a person at the counter waits, and how long other work does. */
const presetTimeoutMs: Record<Urgency, number> = {
  interactive: 1_500,
  changes: 8_000,
  ledger: 8_000,
  background: 8_000,
};

/** @returns a signal that aborts after the given milliseconds */
export type StartDeadline = (timeoutMs: number) => AbortSignal;

/** Sets the deadline of a request, which includes its time in the queue and a retry. */
export const deadline =
  (start: StartDeadline): Middleware =>
  (next) =>
  (call) => {
    const { timeoutMs, urgency } = call.request;
    return next({ ...call, deadline: start(timeoutMs ?? presetTimeoutMs[urgency]) });
  };

/** Resolves at the end of a deadline. The listener also keeps the signal of a timeout from being collected before its time. */
export const endOf = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
