import { z } from 'zod';

/** Many members are missing from the platform's lists at once. None is deleted before a manager has decided. */
export interface AbsentMembers {
  count: number;
  /** The number of all members that the desk knows. */
  of: number;
  since: string;
}

export const absentDecision = z.object({
  /** Identifies the question that this decision answers. */
  since: z.iso.datetime(),
  /**
   * `keep`: keep them until all lists are read again. `ask`: look up each member; those the platform does not know are
   * deleted.
   */
  decision: z.enum(['keep', 'ask']),
});
export type AbsentDecision = z.infer<typeof absentDecision>;

/** `over`: the question no longer exists, or has been replaced by another. */
export type AbsentOutcome = { kind: 'decided' | 'over' };
