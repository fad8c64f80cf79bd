import 'server-only';
import { sendMessages, undoMessages } from '#lib/server/messages/send-to-several.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';
import {
  type MessagesOutcome,
  messagesInput,
  type UndoMessagesOutcome,
  undoMessagesInput,
} from '#lib/wire/messages.ts';
import { runAction } from './run-action.ts';

export const holdMessages = (readInput: () => Promise<unknown>): Promise<ActionResult<MessagesOutcome>> =>
  runAction({ permission: 'readReports', input: messagesInput }, readInput, sendMessages);

export const undoSentMessages = (readInput: () => Promise<unknown>): Promise<ActionResult<UndoMessagesOutcome>> =>
  runAction({ permission: 'readReports', input: undoMessagesInput }, readInput, undoMessages);
