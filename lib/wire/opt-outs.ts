import { z } from 'zod';
import { dayMs } from '#shared/calendar/durations.ts';
import type { OutageCause } from './outage-causes.ts';

/**
 * Why the list of opted-out people could not be matched: no answer; the key is not accepted, or lacks the permission, or its rate limit
 * is used up; an answer that is no such list; or Front Desk itself failed to match it.
 */
export const optOutFailures = ['unreachable', 'refused', 'permissionMissing', 'busy', 'unreadable', 'failed'] as const;
export type OptOutFailure = (typeof optOutFailures)[number];

/** A completed matching of the list. */
export interface OptOutRun {
  id: string;
  at: string;
  /** Who asked for it; null for the daily one. */
  by: string | null;
  listed: number;
  members: number;
  records: number;
  waiting: number;
}

export interface OptOutState {
  /** Whether the location has credentials for the data export, which has the list. */
  isConnected: boolean;
  /** Whether a reading is due or under way. */
  isPending: boolean;
  /**
   * Until when the data export takes no requests with the key, as it has said, and whether the list is read then; missing in an answer of
   * an earlier version.
   */
  paused?: { until: string; isReadThen: boolean } | null;
  /** `cause` is null where it is not known, and missing in an answer of an earlier version. */
  failure: { kind: OptOutFailure; since: string; cause?: OutageCause | null } | null;
  /** Many members at once: nothing is deleted before a manager has confirmed it. */
  asked: { count: number; since: string } | null;
  /** What a manager has confirmed, and when, until a list can be read; missing in an answer of an earlier version. */
  confirmed?: { count: number; at: string } | null;
}

/** What a manager should see on every page of the office. */
export interface OptOutNotice {
  /** Only one that has lasted for a day: a shorter one needs nobody. */
  failure: OptOutState['failure'];
  asked: OptOutState['asked'];
}

/** A failure that lasts this long is a manager's to end. */
export const optOutsFailLongMs = dayMs;

export interface OptOutPage {
  state: OptOutState;
  runs: OptOutRun[];
  next: string | null;
}

/** `pausedUntil`: until when the list is not read, since the data export takes no requests; null where it is read now. */
export interface CheckOptOutsOutcome {
  pausedUntil: string | null;
}

/** `count`: how many the manager saw. If there are more by then, Front Desk asks again. */
export const confirmOptOutInput = z.object({ since: z.iso.datetime(), count: z.number().int().min(1) });
export type ConfirmOptOutInput = z.infer<typeof confirmOptOutInput>;

/** `over`: the question no longer exists, or has been replaced by another. */
export type ConfirmOptOutOutcome = { kind: 'confirmed' | 'over' };
