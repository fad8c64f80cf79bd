import { currentContext, noteProblem, type PlatformProblem } from '#lib/server/log/request-context.ts';
import { newRequestId } from '#shared/request-id/request-id.ts';
import type { ApiProblem } from './answer.ts';
import { classifyFailure } from './errors.ts';
import { outageCauseOf } from './outage-cause.ts';
import type { TimedAnswer } from './platform-clock.ts';

/** What a request to a platform is called, on both sides of the wire. */
export interface Wire {
  /** What the desk calls it: the request of a person, or the attempt of background work, that it is a part of. */
  readonly sentAs: string;
  /** What the platform calls it in its own log; null where it did not say. */
  platformRequestId: string | null;
  /** Whether the answer says what is left of the limit, as every answer of a platform does to a key that it knows. */
  tellsLimit: boolean;
  /** How many requests are left of the limit after its answer; null where that does not say so. */
  remaining: number | null;
  /** Its answer as it tells the time; null before there is one, and for what no platform answers. */
  timed: TimedAnswer | null;
}

/** A request to a platform begins: it is a part of what is being done now. */
export const openWire = (): Wire => ({
  sentAs: currentContext()?.requestId ?? newRequestId(),
  platformRequestId: null,
  tellsLimit: false,
  remaining: null,
  timed: null,
});

/** What the log tells of a request that a platform did not do: never a word of its own but codes and ids. */
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

/** Tells the request or the attempt that this is a part of. */
export function tellProblem(operation: string, problem: ApiProblem, wire: Wire): void {
  const isOfAnother = wire.sentAs !== currentContext()?.requestId;
  noteProblem({ ...describeProblem(operation, problem, wire), ...(isOfAnother && { sentAs: wire.sentAs }) });
}

/** Codes are words of the interface. */
const codeOf = (errorCode: string | null) =>
  errorCode !== null && /^[a-z0-9]{1,64}$/i.test(errorCode) ? { errorCode } : {};
