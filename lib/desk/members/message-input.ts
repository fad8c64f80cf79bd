import { z } from 'zod';
import { text } from '#contracts/v2/primitives.ts';
import { memberInput } from './member-input.ts';
import { longestDeeplink, longestMessage } from './text-limits.ts';

export const messageInput = memberInput.extend({
  /** Made by the browser, once a message: however often it is sent, the member gets it once. */
  messageId: z.uuid(),
  text: text(longestMessage).min(1),
  deeplink: text(longestDeeplink),
});
export type MessageInput = z.infer<typeof messageInput>;

/** What became of a message. `unsure`: the platform did not answer, and may have it. */
export type MessageOutcome = { kind: 'sent' | 'unsure' | 'gone' };
