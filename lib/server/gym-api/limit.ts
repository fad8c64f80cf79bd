import 'server-only';
import type { OperationId } from '#contracts/v2/operations.ts';
import type { ApiProblem } from './answer.ts';
import { type Call, type Middleware, problem, replyTo } from './call.ts';
import type { RateLimiter, Urgency } from './rate-limiter.ts';

/** Receives queueing and request times for the metrics. */
export interface GymClientMeter {
  /** A request enters the queue. @returns to be called when it leaves it */
  queue(urgency: Urgency): () => void;
  /** A request is sent. @returns to be called with its result: null for a success */
  ask(operation: OperationId): (problem: ApiProblem | 'reset' | null) => void;
  /** A request got no place before its deadline. */
  refuse(operation: OperationId): void;
}

interface Limiting {
  rateLimiter: RateLimiter;
  /** A monotonic clock, milliseconds. */
  now: () => number;
  meter?: GymClientMeter | undefined;
}

/**
 * Queues requests under the platform's rate limit. Without a place before its deadline, a request is answered `busy` and not sent. The
 * same holds while its operation has to wait, also of requests that were in the queue before.
 */
export const limit = ({ rateLimiter, now, meter }: Limiting): Middleware => {
  const notBefore = new Map<OperationId, number>();
  const hasToWait = (operation: OperationId) => now() < (notBefore.get(operation) ?? Number.NEGATIVE_INFINITY);
  const refuse = <T>(call: Call<T>) => {
    meter?.refuse(call.request.operation);
    return replyTo(call, problem({ kind: 'busy' }));
  };
  return (next) => async (call) => {
    const { operation, urgency, isSpare } = call.request;
    if (hasToWait(operation)) return refuse(call);
    if (isSpare) {
      if (!(await rateLimiter.enterIfFree(call.deadline))) return replyTo(call, problem({ kind: 'busy' }));
    } else {
      const leaveQueue = meter?.queue(urgency);
      const hasPlace = await rateLimiter.enter(urgency, call.deadline);
      leaveQueue?.();
      if (!hasPlace) return refuse(call);
    }
    if (hasToWait(operation)) {
      rateLimiter.giveBack();
      return refuse(call);
    }
    const end = meter?.ask(operation);
    const reply = await next(call).finally(() => rateLimiter.leave(call.wire.remaining));
    end?.(reply.isReset ? 'reset' : reply.answer.ok ? null : reply.answer.problem);
    const { operationWaitMs } = call.wire;
    if (operationWaitMs > 0) notBefore.set(operation, now() + operationWaitMs);
    return reply;
  };
};
