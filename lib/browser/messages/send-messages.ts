import { postJson } from '#lib/browser/base/ask-desk.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';
import { isMessagesOutcome } from '#lib/wire/answers/messages.ts';
import type { MessagesInput, MessagesOutcome } from '#lib/wire/messages.ts';
import { pathAt } from '#lib/wire/path-at.ts';

const deadlineMs = 20_000;

/**
 * Has messages to several members sent, which can be undone for a while. A server action could not be given up, and would keep those after
 * it waiting.
 * @param undone aborts once nobody waits for the answer any more
 * @throws where the desk can't be reached
 */
export const sendMessages = (messages: MessagesInput, undone: AbortSignal): Promise<ActionResult<MessagesOutcome>> =>
  postJson(
    pathAt(messages.locationId, '/api/desk/messages'),
    messages,
    isMessagesOutcome,
    firstOf(undone, AbortSignal.timeout(deadlineMs)),
  );

/** `AbortSignal.any`, which the oldest supported browsers lack. */
function firstOf(...signals: AbortSignal[]): AbortSignal {
  const either = new AbortController();
  for (const signal of signals) {
    const abort = () => either.abort(signal.reason);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true, signal: either.signal });
  }
  return either.signal;
}
