import 'server-only';
import type { OperationId } from '#contracts/v2/operations.ts';
import type { ApiProblem } from '#lib/server/gym-api/answer.ts';
import type { GymClientMeter } from '#lib/server/gym-api/limit.ts';
import type { DeskMetrics } from './desk-metrics.ts';

/** Meters requests to platforms: their number, and their time in the queue and on the wire. */
export const meterPlatform = (metrics: DeskMetrics): GymClientMeter => ({
  queue: (urgency) => {
    metrics.platformQueueLength.inc({ urgency });
    const endWait = metrics.platformQueueWait.startTimer({ urgency });
    return () => {
      metrics.platformQueueLength.dec({ urgency });
      endWait();
    };
  },
  ask: (operation) => {
    const endRequest = metrics.platformRequestDuration.startTimer({ operation });
    return (problem) => {
      endRequest();
      metrics.platformRequests.inc({ operation, outcome: outcomeOf(problem) });
    };
  },
  refuse: (operation: OperationId) => metrics.platformRequests.inc({ operation, outcome: 'busy' }),
});

const outcomeOf = (problem: ApiProblem | 'reset' | null): string => {
  if (problem === null) return 'ok';
  if (problem === 'reset') return 'reset';
  return problem.kind === 'status' ? String(problem.status) : problem.kind;
};
