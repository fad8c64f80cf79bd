import 'server-only';
import type { Middleware } from './call.ts';
import { noteRequestProblem } from './wire.ts';

/** Records failures of the platform for the log line of the request or attempt; of a coalesced request, for each that shares it. */
export const noteProblems: Middleware = (next) => async (call) => {
  const reply = await next(call);
  if (!reply.answer.ok) noteRequestProblem(call.request.operation, reply.answer.problem, reply.wire);
  return reply;
};
