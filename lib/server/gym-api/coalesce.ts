import 'server-only';
import { type Call, isLookUp, type Middleware, type Reply } from './call.ts';

/**
 * Coalesces identical look-ups of the same urgency that are in flight: all callers get the answer and the `askedAt` of the first.
 * Writes and requests with `isFresh` are never coalesced.
 */
export function coalesce(): Middleware {
  const underWay = new Map<string, Promise<Reply<unknown>>>();
  return (next) =>
    <T>(call: Call<T>): Promise<Reply<T>> => {
      if (!isLookUp(call) || call.request.isFresh) return next(call);
      const key = `${call.request.isSpare ? 'spare' : call.request.urgency} ${call.path}`;
      const shared = underWay.get(key);
      if (shared) return shared as Promise<Reply<T>>; // safe because: the same operation has the same answer
      const asked = next(call).finally(() => underWay.delete(key));
      underWay.set(key, asked);
      return asked;
    };
}
