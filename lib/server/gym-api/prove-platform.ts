import 'server-only';
import type { OperationId } from '#contracts/v2/operations.ts';
import { type Middleware, problem } from './call.ts';
import { type Ping, pingOperation } from './ping.ts';

/** Whether the answers of one platform have the rate limit header, by operation. */
export interface LimitHeaders {
  /** Operations whose answers had it. */
  withLimitHeader: Set<OperationId>;
  /** Operations whose answers lack it although the platform itself answered. */
  withoutLimitHeader: Set<OperationId>;
}

/**
 * Accepts a success only where the platform itself answered. A gateway in its place may answer 2xx to everything without doing
 * anything, but without the rate limit header. Whether the platform sends that header is learned for each operation: where it
 * never has, one list of members must be readable, which no gateway has. A success that cannot be proven is `unreadable`.
 */
export const provePlatform =
  ({ withLimitHeader, withoutLimitHeader }: LimitHeaders, ping: Ping): Middleware =>
  (next) =>
  async (call) => {
    const { operation, urgency } = call.request;
    // read before the request: of several that a gateway answers at a time, the first changes the set
    const hadHeader = withLimitHeader.has(operation);
    const reply = await next(call);
    if (!reply.answer.ok || reply.wire.hasLimitHeader || (withoutLimitHeader.has(operation) && !hadHeader))
      return reply;
    const isList = operation === pingOperation;
    const hasAnswered = isList || (await ping(urgency)).ok;
    const isListWithoutHeader = isList || withoutLimitHeader.has(pingOperation);
    // where this operation had the header before and lacks it now, the platform may have come back only for the list
    const isInDoubt = hasAnswered && !isListWithoutHeader && hadHeader;
    if (isInDoubt) withLimitHeader.delete(operation);
    if (!hasAnswered || isInDoubt) return { ...reply, answer: problem({ kind: 'unreadable', isPage: false }) };
    withoutLimitHeader.add(operation);
    return reply;
  };
