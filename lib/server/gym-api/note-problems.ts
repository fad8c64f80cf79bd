import 'server-only';
import type { Middleware } from './call.ts';
import { noteRequestProblem } from './wire.ts';

/** Records failures of the platform for the log line of the request or attempt; of a coalesced request, for each that shares it. */
export const noteProblems: Middleware = (next) => async (call) => {
  const reply = await next(call);
  const { operation, isSpare } = call.request;
  const { answer, wire } = reply;
  // a request that may be left out has not failed where it was not sent
  const isLeftOut = isSpare && !answer.ok && answer.problem.kind === 'busy';
  if (!answer.ok && !isLeftOut) noteRequestProblem(operation, answer.problem, wire);
  return reply;
};
