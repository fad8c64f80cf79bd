import 'server-only';
import { isLookUp, type Middleware } from './call.ts';

/**
 * Asks a look-up once more, at once, where its connection broke: the platform may have closed a kept-alive connection just as
 * it was used again. Nothing that has effects is asked twice, and nothing whose time is over.
 */
export const retry: Middleware = (next) => async (call) => {
  const reply = await next(call);
  return reply.isReset && isLookUp(call) && !call.deadline.aborted ? next(call) : reply;
};
