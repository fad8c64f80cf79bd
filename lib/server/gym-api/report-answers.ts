import 'server-only';
import type { OperationId } from '#contracts/v2/operations.ts';
import type { Unreadable } from '#contracts/v2/reading.ts';
import type { ApiProblem } from './answer.ts';
import type { Middleware } from './call.ts';
import type { Urgency } from './rate-limiter.ts';
import type { Wire } from './wire.ts';

export interface AnswerListeners {
  /** Hears of every answer before the caller does: null for a success. Coalesced requests count once. */
  onAnswer?: (operation: OperationId, problem: ApiProblem | null, wire: Wire, urgency: Urgency) => Promise<void>;
  /** Hears of every list that was answered, with those of its items that could not be read. */
  onList?: (operation: OperationId, unreadable: readonly Unreadable[], wire: Wire) => void;
}

/** Tells of every answer before the caller has it: what is kept of it is known when the caller acts. */
export const reportAnswers =
  ({ onAnswer, onList }: AnswerListeners): Middleware =>
  (next) =>
  async (call) => {
    const reply = await next(call);
    const { answer, wire } = reply;
    const { operation, urgency, unreadableOf } = call.request;
    await onAnswer?.(operation, answer.ok ? null : answer.problem, wire, urgency);
    if (answer.ok && unreadableOf) onList?.(operation, unreadableOf(answer.value), wire);
    return reply;
  };
