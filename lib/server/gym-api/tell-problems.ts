import 'server-only';
import type { Middleware } from './call.ts';
import { tellProblem } from './wire.ts';

/** Notes what the platform did not do for the log of the request or attempt that asks, of a shared answer for each that shares it. */
export const tellProblems: Middleware = (next) => async (call) => {
  const reply = await next(call);
  if (!reply.answer.ok) tellProblem(call.request.operation, reply.answer.problem, reply.wire);
  return reply;
};
