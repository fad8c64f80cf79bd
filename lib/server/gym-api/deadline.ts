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

/** Sets the deadline of a request, which includes its time in the queue and a retry. */
export const deadline: Middleware = (next) => (call) => {
  const { timeoutMs, urgency } = call.request;
  return next({ ...call, deadline: AbortSignal.timeout(timeoutMs ?? presetTimeoutMs[urgency]) });
};
