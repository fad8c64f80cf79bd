import 'server-only';
import { undoMessages } from '#lib/server/messages/send-to-several.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';
import { type UndoMessagesOutcome, undoMessagesInput } from '#lib/wire/messages.ts';
import { runAction } from './run-action.ts';

export const undoSentMessages = (readInput: () => Promise<unknown>): Promise<ActionResult<UndoMessagesOutcome>> =>
  runAction({ permission: 'readReports', input: undoMessagesInput }, readInput, undoMessages);
