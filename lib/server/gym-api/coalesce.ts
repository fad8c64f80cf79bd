import 'server-only';
import { type Call, isLookUp, type Middleware, type Reply } from './call.ts';

/**
 * Asks the same look-up once, where several ask it at a time with the same urgency: all get the answer of the first, and
 * hear when that one asked. What has effects is never put together, nor what asks to be fresh.
 */
export function coalesce(): Middleware {
  const underWay = new Map<string, Promise<Reply<unknown>>>();
  return (next) =>
    <T>(call: Call<T>): Promise<Reply<T>> => {
      if (!isLookUp(call) || call.request.isFresh) return next(call);
      const key = `${call.request.urgency} ${call.path}`;
      const shared = underWay.get(key);
      if (shared) return shared as Promise<Reply<T>>; // safe because: the same operation has the same answer
      const asked = next(call).finally(() => underWay.delete(key));
      underWay.set(key, asked);
      return asked;
    };
}
