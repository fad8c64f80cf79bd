'use server';

import { action } from '#lib/server/actions/action.ts';
import { sendMessages as send, undoMessages as undo } from '#lib/server/messages/send-to-several.ts';
import { messagesInput, undoMessagesInput } from '#lib/wire/messages.ts';

export const sendMessages = action('readReports', messagesInput, send);

export const undoMessages = action('readReports', undoMessagesInput, undo);
