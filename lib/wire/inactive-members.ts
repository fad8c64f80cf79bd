import { z } from 'zod';
import type { MemberSummary } from './verdict.ts';

/** Days without a visit from which on a member is listed. */
export const inactiveChoices = ['14', '30', '60'] as const;
export type InactiveChoice = (typeof inactiveChoices)[number];

/** Who has not come for longer than this is not listed: they have decided. */
export const longestInactiveDays = 120;

export const inactiveInput = z.object({ days: z.enum(inactiveChoices) });

/** Reads the choice from the parameters of an address; without one, or with another, it is the shortest. */
export const readInactiveChoice = (params: Record<string, unknown>): InactiveChoice =>
  inactiveInput.safeParse(params).data?.days ?? inactiveChoices[0];

/**
 * - `waiting`: not sent yet
 * - `unsure`: the member system may have it
 */
export type MessageProgress = 'waiting' | 'sent' | 'unsure' | 'refused';

/** The last message to a member. */
export interface LastMessage {
  /** ISO instant. */
  at: string;
  progress: MessageProgress;
  /** Who wrote it; null where that is not known. */
  by: string | null;
}

/** A member with a running contract who came before, and has not come lately. */
export interface InactiveMember extends MemberSummary {
  /** ISO instant. */
  lastVisitAt: string;
  /** Days of the calendar since then. */
  daysAway: number;
  /** The median of the days from one visit to the next, in the half year until the last one; null below three days with visits. */
  usualGapDays: number | null;
  /** Days with a visit in that half year. */
  visitDays: number;
  openTasks: number;
  /** Of the task about this absence that is open or may be created, whoever creates it. */
  taskId: string;
  /** Null where there was none for {@link longestInactiveDays} days. */
  message: LastMessage | null;
}

export interface InactiveMembers {
  /** ISO instant. */
  readAt: string;
  /** `yyyy-MM-dd`. */
  today: string;
  /** The first day of which the desk knows visits; null where it knows none. */
  since: string | null;
  /** How many members each choice lists. */
  counts: Readonly<Record<InactiveChoice, number>>;
  /** Those of the choice who are away longest for their rhythm first; those without a rhythm last. */
  members: readonly InactiveMember[];
}

/** How many times the usual gap a member has been away; null where they have none. */
export const timesUsual = ({ daysAway, usualGapDays }: Pick<InactiveMember, 'daysAway' | 'usualGapDays'>) =>
  usualGapDays === null ? null : daysAway / usualGapDays;
