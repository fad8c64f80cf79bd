import type { GymProblem } from '#lib/gym-api/answer.ts';
import { troubleOf, type Unavailable } from '#lib/gym-api/errors.ts';

const doubtful: readonly Unavailable['because'][] = ['slow', 'unreachable', 'unreadable', 'failed'];

/** Whether a request whose answer did not come may have been carried out all the same. */
export function mayHaveArrived(problem: GymProblem): boolean {
  const trouble = troubleOf(problem);
  return trouble.kind === 'unavailable' && doubtful.includes(trouble.because);
}
