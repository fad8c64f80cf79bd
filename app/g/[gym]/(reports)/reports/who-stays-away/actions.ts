'use server';

import { action } from '#lib/server/actions/action.ts';
import { sendMessages as send } from '#lib/server/messages/send-to-several.ts';
import { messagesInput } from '#lib/wire/messages.ts';

export const sendMessages = action('readReports', messagesInput, send);
