import 'server-only';
import type { OperationId } from '#contracts/v2/operations.ts';
import { type Middleware, problem } from './call.ts';
import { type Ping, pingOperation } from './ping.ts';

/** What is known of one platform: whether its answers say what is left of the limit. */
export interface LimitHabits {
  /** Operations in whose answers it has said so. */
  telling: Set<OperationId>;
  /** Operations whose answers do not say it, though the platform itself was there. */
  untelling: Set<OperationId>;
}

/**
 * Takes a success for one only where the platform itself answered. A gateway in its place may answer 2xx to everything, and
 * has done nothing. It does not say what is left of the limit. Whether the platform does is learned for each operation:
 * where it never has, a list has to come once, which no gateway has. What cannot be proven is `unreadable`.
 */
export const provePlatform =
  ({ telling, untelling }: LimitHabits, ping: Ping): Middleware =>
  (next) =>
  async (call) => {
    const { operation, urgency } = call.request;
    // several may be answered by a gateway at once: what the first of them unlearns does not speak for the others
    const toldBefore = telling.has(operation);
    const reply = await next(call);
    if (!reply.answer.ok || reply.wire.tellsLimit || (untelling.has(operation) && !toldBefore)) return reply;
    const isList = operation === pingOperation;
    const wasThere = isList || (await ping(urgency)).ok;
    const isWithoutAll = isList || untelling.has(pingOperation);
    // where it was said before, and is not now, the platform may have come back only for the list
    const isInDoubt = wasThere && !isWithoutAll && toldBefore;
    if (isInDoubt) telling.delete(operation);
    if (!wasThere || isInDoubt) return { ...reply, answer: problem({ kind: 'unreadable', isPage: false }) };
    untelling.add(operation);
    return reply;
  };
