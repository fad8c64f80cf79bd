import { ActionFailure } from '#lib/failure.ts';
import type { GymAnswer, GymProblem } from '#lib/gym-api/answer.ts';
import { troubleOf } from '#lib/gym-api/errors.ts';

/**
 * What a person at the screen is told where the platform did not do what they asked. Callers that turn a 404 or a 409
 * into a choice look at `troubleOf` themselves first.
 */
export function failureOf(problem: GymProblem): ActionFailure {
  const trouble = troubleOf(problem);
  switch (trouble.kind) {
    case 'unavailable':
      return new ActionFailure('platformUnavailable', `The platform could not be asked: ${trouble.because}.`);
    case 'missing':
      return new ActionFailure('notFound', `The platform misses: ${trouble.entity ?? 'unknown'}.`);
    case 'admissionRefused':
      return new ActionFailure('notAllowed', `The platform refused: ${trouble.refusal}.`);
    case 'rejected':
      if (trouble.status === 403)
        return new ActionFailure('platformForbids', `The platform refused: ${trouble.errorCode}.`);
      return trouble.status === 400
        ? new ActionFailure('invalidInput', `The platform refused: ${trouble.errorCode}.`, trouble.fieldErrors)
        : new ActionFailure('conflict', `The platform refused: ${trouble.errorCode}.`);
  }
}

/**
 * The value of an answer of the platform.
 * @throws ActionFailure see {@link failureOf}
 */
export function answered<T>(answer: GymAnswer<T>): T {
  if (!answer.ok) throw failureOf(answer.problem);
  return answer.value;
}
