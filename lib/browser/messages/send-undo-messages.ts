import { postJson } from '#lib/browser/base/ask-desk.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';
import { isUndoMessagesOutcome } from '#lib/wire/answers/messages.ts';
import type { UndoMessagesInput, UndoMessagesOutcome } from '#lib/wire/messages.ts';
import { pathAt } from '#lib/wire/path-at.ts';

/** Short: the messages are sent when their undo time is over. */
const deadlineMs = 6_000;

/**
 * Undoes a sending, also while the answer to it is outstanding: a server action would wait for that.
 * @throws where the desk can't be reached
 */
export const sendUndoMessages = (undo: UndoMessagesInput): Promise<ActionResult<UndoMessagesOutcome>> =>
  postJson(
    pathAt(undo.locationId, '/api/desk/messages/undo'),
    undo,
    isUndoMessagesOutcome,
    AbortSignal.timeout(deadlineMs),
  );
