import 'server-only';
import type { OperationId } from '#contracts/v2/operations.ts';
import type { ApiProblem } from './answer.ts';
import { type Middleware, problem, replyTo } from './call.ts';
import type { RateLimiter, Urgency } from './rate-limiter.ts';

/** Hears how long requests wait and take, for whoever watches the desk. */
export interface GymClientMeter {
  /** A request waits for its place. @returns to be called when it no longer does */
  queue(urgency: Urgency): () => void;
  /** A request is on the wire. @returns to be called with how it ended: null for a success */
  ask(operation: OperationId): (problem: ApiProblem | 'reset' | null) => void;
  /** There was no place for a request in its time. */
  refuse(operation: OperationId): void;
}

/** Lets a request go when it has a place under the platform's limit; without one until its deadline it is `busy`, and not sent. */
export const limit =
  (rateLimiter: RateLimiter, meter?: GymClientMeter): Middleware =>
  (next) =>
  async (call) => {
    const { operation, urgency } = call.request;
    const leaveQueue = meter?.queue(urgency);
    const hasPlace = await rateLimiter.enter(urgency, call.deadline);
    leaveQueue?.();
    if (!hasPlace) {
      meter?.refuse(operation);
      return replyTo(call, problem({ kind: 'busy' }));
    }
    const end = meter?.ask(operation);
    const reply = await next(call).finally(() => rateLimiter.leave(call.wire.remaining));
    end?.(reply.isReset ? 'reset' : reply.answer.ok ? null : reply.answer.problem);
    return reply;
  };
