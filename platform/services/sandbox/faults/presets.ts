import type { FaultRule } from '#platform/services/sandbox/fault-rule.ts';

/** The faults that integrators try first. Each is set under its own name. */
export const faultPresets = {
  slow: { delayMs: 3_000 },
  down: { drop: 'before' },
  failing: { status: 500 },
  busy: { status: 429, headers: { 'Retry-After': '5' } },
  answerLost: { drop: 'after' },
  flaky: { status: 503, probability: 0.3 },
} satisfies Record<string, FaultRule>;
