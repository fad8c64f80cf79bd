import { z } from 'zod';
import { text } from '#contracts/v2/primitives.ts';
import { accountIdInput } from './account-id.ts';
import { longestMessage } from './members.ts';

/** The most members who get one text at once. */
export const mostRecipients = 200;
/** How long a message to several members can be undone, in seconds. */
export const messageUndoS = 30;

export const messagesInput = z.object({
  locationId: z.uuid(),
  /** Idempotency key, created once per sending in the browser. */
  sendingId: z.uuid(),
  accountIds: z.array(accountIdInput).min(1).max(mostRecipients),
  /** When the list from which they were chosen was read: `readAt` of the report. */
  readAt: z.iso.datetime(),
  text: text(longestMessage).min(1),
});

/** The text, as a dialog asks for it. */
export const messagesForm = messagesInput.pick({ text: true });
export type MessagesInput = z.infer<typeof messagesInput>;

/** How many messages wait, and for how long they can be undone. */
export interface MessagesOutcome {
  held: number;
  /** Below 0 where the request is a repeated one, and they are sent already. */
  undoMs: number;
  /** How many get none: they came or were written to since the list was read, or have left. */
  leftOut: number;
}

export const undoMessagesInput = z.object({ locationId: z.uuid(), sendingId: z.uuid() });
export type UndoMessagesInput = z.infer<typeof undoMessagesInput>;

/** Messages to several members that the user can still undo. */
export interface HeldSending {
  sendingId: string;
  count: number;
  undoMs: number;
}

/** What is under way of the messages of a location. */
export interface MessagesUnderWay {
  /** Those of the user. */
  held: readonly HeldSending[];
  /** How many could not be sent, and are tried again. */
  waiting: number;
  /** How many may have arrived, of the last {@link unsureShownH} hours; they are not sent again. */
  unsure: number;
}

/** How long it is said that messages may have arrived, in hours. */
export const unsureShownH = 24;

/** How many were undone; `late` of them were on their way before. */
export interface UndoMessagesOutcome {
  undone: number;
  late: number;
}
