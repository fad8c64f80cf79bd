import { z } from 'zod';
import { longestReason, shortestReason } from './admission-reason.ts';

export const outboxLedgers = ['visits', 'tasks', 'messages'] as const;

/**
 * - `waiting`: is sent automatically
 * - `sending`: an attempt is in progress
 * - `refused`: the member system rejects it for good
 * - `unresolved`: the member system finds no member for the scan
 */
export const outboxStates = ['waiting', 'sending', 'refused', 'unresolved'] as const;
export type OutboxState = (typeof outboxStates)[number];

export const outboxChanges = ['checkIn', 'checkOut', 'create', 'edit', 'complete', 'reopen', 'message'] as const;

/** What has not reached the member system: a visit, a change of a task, or a message to a member. */
export interface OutboxRow {
  ledger: (typeof outboxLedgers)[number];
  id: string;
  change: (typeof outboxChanges)[number];
  /** When it happened, ISO instant. */
  at: string;
  state: OutboxState;
  /** The error of the last attempt; null before the first. */
  why: string | null;
  /** When the next attempt is due, ISO instant; null where none is. */
  nextAt: string | null;
  /** Null where the member is unknown. */
  member: { accountId: string; name: string; membershipId: string | null } | null;
  /** What was scanned, where the member is unknown. */
  scanned: { kind: 'rfid' | 'nfc' | 'email' | 'membershipId'; value: string } | null;
  /** The name of the task. */
  task: string | null;
  /** Who did it; null where it was automatic. */
  by: string | null;
}

export interface OutboxPage {
  rows: OutboxRow[];
  /** Cursor of the next page; null on the last page. */
  next: string | null;
  /** How many messages may have arrived, of the last `unsureShownH` hours; they are not sent again. Missing in an answer of an earlier version. */
  unsure?: number | undefined;
}

const rowInput = z.object({ ledger: z.enum(outboxLedgers), id: z.uuid() });

export const retryInput = rowInput;
export type RetryInput = z.infer<typeof retryInput>;

/** The reason for which a row is never sent. */
export const dismissForm = z.object({ reason: z.string().trim().min(shortestReason).max(longestReason) });
export const dismissInput = rowInput.extend(dismissForm.shape);
export type DismissInput = z.infer<typeof dismissInput>;

/** `done`, or what happened to the row in the meantime. */
export interface OutboxOutcome {
  kind: 'done' | 'sent' | 'unsure' | 'sending' | 'waiting' | 'dismissed' | 'gone';
}
