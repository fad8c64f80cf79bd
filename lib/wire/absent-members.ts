import { z } from 'zod';

/** Many members are missing at once in what the platform tells. Nobody is deleted before a manager has decided. */
export interface AbsentMembers {
  count: number;
  /** Of all members that the desk knows. */
  of: number;
  since: string;
}

export const absentDecision = z.object({
  /** Of the question that is answered. */
  since: z.iso.datetime(),
  /** `keep`: until all are read again. `ask`: for each of them alone; who is not known goes. */
  decision: z.enum(['keep', 'ask']),
});
export type AbsentDecision = z.infer<typeof absentDecision>;

/** `over`: there is nothing to decide any more, or something else. */
export type AbsentOutcome = { kind: 'decided' | 'over' };
