import 'server-only';
import type { Middleware } from './call.ts';
import type { Urgency } from './rate-limiter.ts';

/** How long a person at the counter waits, and how long other work does. */
const presetTimeoutMs: Record<Urgency, number> = { interactive: 1_500, ledger: 8_000, background: 8_000 };

/** Gives a request its time in milliseconds, with the place in the queue and a second try in it. */
export const deadline: Middleware = (next) => (call) => {
  const { timeoutMs, urgency } = call.request;
  return next({ ...call, deadline: AbortSignal.timeout(timeoutMs ?? presetTimeoutMs[urgency]) });
};
