import 'server-only';
import type { ApiProblem } from '#lib/server/gym-api/answer.ts';
import { classifyFailure } from '#lib/server/gym-api/errors.ts';
import type { GymClient } from '#lib/server/gym-api/gym-client.ts';
import { outageCauseOf } from '#lib/server/gym-api/outage-cause.ts';
import { pinging } from '#lib/server/gym-api/ping.ts';
import type { ApiTest } from '#lib/wire/connection.ts';

/** Longer than anybody at the counter waits: a test tells a slow platform from a silent one. */
const timeoutMs = 8_000;

type ApiFailure = Exclude<ApiTest, { kind: 'answered' }>;

/** Whether a platform answers and accepts the key, and how long that takes. */
export async function tryApi(gym: GymClient): Promise<{ kind: 'accepted'; tookMs: number } | ApiFailure> {
  const begun = performance.now();
  const answer = await gym.ask({ ...pinging('interactive'), timeoutMs, isFresh: true });
  const tookMs = Math.round(performance.now() - begun);
  return answer.ok ? { kind: 'accepted', tookMs } : failureOf(answer.problem);
}

function failureOf(problem: ApiProblem): ApiFailure {
  const failure = classifyFailure(problem);
  const because = failure.kind === 'unavailable' ? failure.because : null;
  switch (because) {
    case 'keyRejected':
      return { kind: 'rejected' };
    case 'permissionMissing':
    case 'busy':
      return { kind: because };
    // the ping asks for an empty list of members. A member system refuses that for the reasons above only: this is another server
    case null:
      return { kind: 'unreachable', cause: 'foreign' };
    case 'slow':
    case 'unreachable':
    case 'unreadable':
    case 'failed':
      return { kind: 'unreachable', cause: outageCauseOf(problem) };
  }
}
