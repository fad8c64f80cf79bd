import { currentContext, noteProblem, type PlatformProblem } from '#lib/server/log/request-context.ts';
import { newRequestId } from '#shared/request-id/request-id.ts';
import type { ApiProblem } from './answer.ts';
import { classifyFailure } from './errors.ts';
import { outageCauseOf } from './outage-cause.ts';
import type { TimedAnswer } from './platform-clock.ts';

/** The ids of a request to a platform, and what its response headers say. */
export interface Wire {
  /** The desk's id: that of the request or background attempt which it is a part of. */
  readonly sentAs: string;
  /** The id in the platform's log; null if the answer does not contain it. */
  platformRequestId: string | null;
  /** Whether the answer has the rate limit header, as every answer of a platform to a known key has. */
  hasLimitHeader: boolean;
  /**
   * The remaining requests of the rate limit; null if the answer does not contain them. If the platform refuses the key for a time, the
   * number is negative: so far below zero that the bucket has refilled to one request when that time is over.
   */
  remaining: number | null;
  /** The wait that a refusal asks for if it may not concern the whole key: only the refused operation waits. */
  operationWaitMs: number;
  /** The response with its times; null before there is one, and for an HTML page. */
  timed: TimedAnswer | null;
}

/** Begins a request to a platform as a part of the current context. */
export const openWire = (): Wire => ({
  sentAs: currentContext()?.requestId ?? newRequestId(),
  platformRequestId: null,
  hasLimitHeader: false,
  remaining: null,
  operationWaitMs: 0,
  timed: null,
});

/** The log entry of a failed request. It has codes and ids only, never text of the platform. */
export function describeProblem(operation: string, problem: ApiProblem, wire: Wire): PlatformProblem {
  const failure = classifyFailure(problem);
  const cause = outageCauseOf(problem);
  return {
    operation,
    kind: failure.kind,
    ...(failure.kind === 'unavailable' && { because: failure.because }),
    ...(cause && { cause }),
    ...(problem.kind === 'unreachable' && problem.code !== null && { code: problem.code }),
    ...(problem.kind === 'status' && { status: problem.status, ...codeOf(problem.errorCode) }),
    ...(wire.platformRequestId !== null && { platformRequestId: wire.platformRequestId }),
  };
}

/** Adds the failure to the log line of the current request or attempt. */
export function noteRequestProblem(operation: string, problem: ApiProblem, wire: Wire): void {
  const isOfAnother = wire.sentAs !== currentContext()?.requestId;
  noteProblem({ ...describeProblem(operation, problem, wire), ...(isOfAnother && { sentAs: wire.sentAs }) });
}

/** Only what looks like a code of the interface. */
const codeOf = (errorCode: string | null) =>
  errorCode !== null && /^[a-z0-9]{1,64}$/i.test(errorCode) ? { errorCode } : {};
