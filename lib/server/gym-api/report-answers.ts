import 'server-only';
import type { OperationId } from '#contracts/v2/operations.ts';
import type { Unreadable } from '#contracts/v2/reading.ts';
import type { ApiProblem } from './answer.ts';
import type { Middleware } from './call.ts';
import type { Urgency } from './rate-limiter.ts';
import type { Wire } from './wire.ts';

export interface AnswerListeners {
  /** Called for every answer before the caller gets it; `problem` is null for a success. Once for coalesced requests. */
  onAnswer?: (operation: OperationId, problem: ApiProblem | null, wire: Wire, urgency: Urgency) => Promise<void>;
  /** Called for every list, with its items that could not be parsed. */
  onList?: (operation: OperationId, unreadable: readonly Unreadable[], wire: Wire) => void;
}

/** Calls the listeners before the caller gets the answer, so that the stored status is current when the caller acts. */
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
