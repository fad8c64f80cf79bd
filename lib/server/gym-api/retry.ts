import 'server-only';
import { isLookUp, type Middleware } from './call.ts';

/**
 * Retries a look-up once, immediately, after a connection reset: the platform may have closed a keep-alive connection just as it
 * was reused. Writes are never retried, nor is anything after its deadline.
 */
export const retry: Middleware = (next) => async (call) => {
  const reply = await next(call);
  return reply.isReset && isLookUp(call) && !call.deadline.aborted ? next(call) : reply;
};
