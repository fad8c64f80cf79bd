import type { ApiProblem } from '#lib/gym-api/answer.ts';
import { classifyFailure, type Unavailable } from '#lib/gym-api/errors.ts';

const doubtful: readonly Unavailable['because'][] = ['slow', 'unreachable', 'unreadable', 'failed'];

/** Whether a request whose answer did not come may have been carried out all the same. */
export function mayHaveArrived(problem: ApiProblem): boolean {
  const failure = classifyFailure(problem);
  return failure.kind === 'unavailable' && doubtful.includes(failure.because);
}
