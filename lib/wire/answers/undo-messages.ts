import type { UndoMessagesOutcome } from '#lib/wire/messages.ts';
import { type Is, isNumber, objectOf } from './shape.ts';

export const isUndoMessagesOutcome: Is<UndoMessagesOutcome> = objectOf<UndoMessagesOutcome>({
  undone: isNumber,
  late: isNumber,
});
