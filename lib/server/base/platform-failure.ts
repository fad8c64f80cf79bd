import type { ApiProblem, GymAnswer } from '#lib/server/gym-api/answer.ts';
import { type ApiFailure, classifyFailure } from '#lib/server/gym-api/errors.ts';
import type { PlatformTrouble } from '#lib/wire/platform-trouble.ts';
import { ActionFailure } from './failure.ts';

/**
 * The failure shown to a person whose request the platform did not carry out. Callers that offer a choice after a 404 or a 409
 * use `classifyFailure` themselves first.
 */
export function failureOf(problem: ApiProblem): ActionFailure {
  const failure = classifyFailure(problem);
  switch (failure.kind) {
    case 'unavailable':
      return new ActionFailure(troubleOf(failure), `The platform could not be asked: ${failure.because}.`);
    case 'missing':
      return new ActionFailure('notFound', `The platform misses: ${failure.entity ?? 'unknown'}.`);
    case 'admissionRefused':
      return new ActionFailure('notAllowed', `The platform refused: ${failure.refusal}.`);
    case 'rejected':
      if (failure.status === 403)
        return new ActionFailure('platformForbids', `The platform refused: ${failure.errorCode}.`);
      return failure.status === 400
        ? new ActionFailure('invalidInput', `The platform refused: ${failure.errorCode}.`, {
            fieldErrors: failure.fieldErrors,
          })
        : new ActionFailure('conflict', `The platform refused: ${failure.errorCode}.`);
  }
}

/** Why the platform gave no information. A refusal of this one request proves no more than a missing response does. */
export function troubleOf(failure: ApiFailure): PlatformTrouble {
  if (failure.kind !== 'unavailable') return 'platformUnavailable';
  switch (failure.because) {
    case 'keyRejected':
    case 'permissionMissing':
      return failure.because;
    case 'slow':
    case 'unreachable':
    case 'unreadable':
    case 'busy':
    case 'failed':
      return 'platformUnavailable';
  }
}

/**
 * Unwraps an answer of the platform.
 * @throws ActionFailure see {@link failureOf}
 */
export function answered<T>(answer: GymAnswer<T>): T {
  if (!answer.ok) throw failureOf(answer.problem);
  return answer.value;
}
