import type { MessagesOutcome, UndoMessagesOutcome } from '#lib/wire/messages.ts';
import { type Is, isNumber, objectOf } from './shape.ts';

export const isMessagesOutcome: Is<MessagesOutcome> = objectOf<MessagesOutcome>({
  held: isNumber,
  undoMs: isNumber,
  leftOut: isNumber,
});

export const isUndoMessagesOutcome: Is<UndoMessagesOutcome> = objectOf<UndoMessagesOutcome>({
  undone: isNumber,
  late: isNumber,
});
