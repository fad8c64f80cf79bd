import { z } from 'zod';
import { longestPin } from '#lib/wire/reader/pin-entry.ts';
import { passkeyProof } from '#shared/webauthn/messages.ts';
import { longestReason, shortestReason } from './admission-reason.ts';
import { badgeCard } from './staff.ts';
import { checkInInput } from './taps.ts';
import type { Verdict } from './verdict.ts';

/** How a manager proves who they are at the screen of somebody else: for one decision only. */
const managerProof = z.union([
  z.object({ ...badgeCard, pin: z.string().max(longestPin) }),
  z.object({ passkey: passkeyProof }),
]);
export type ManagerProof = z.infer<typeof managerProof>;

/** What a manager may decide at the counter of somebody else. `checkIn`: in spite of a note that stops the member. */
const managerDecisions = ['admitAnyway', 'checkIn'] as const;
export type ManagerDecision = (typeof managerDecisions)[number];

/** A decision of a manager who was called to the screen. The tap is made once; each attempt carries it and a new proof. */
export const managerOverrideInput = checkInInput.extend({
  decision: z.enum(managerDecisions),
  reason: z.string().trim().min(shortestReason).max(longestReason),
  proof: managerProof,
});
export type ManagerOverrideInput = z.infer<typeof managerOverrideInput>;

export type ManagerProblem =
  | 'wrong'
  | 'tooManyAttempts'
  | 'locked'
  | 'unknownBrowser'
  | 'weakPin'
  | 'busy'
  /** The proof is that of a colleague who may not decide this either. */
  | 'notManager';

export type ManagerOverrideOutcome = { kind: 'decided'; verdict: Verdict } | { kind: ManagerProblem };

/** The managers whom reception can call. */
export interface ManagersHere {
  names: string[];
}

export const managerQuestionInput = managerOverrideInput.pick({ tapId: true, accountId: true, decision: true });
export type ManagerQuestionInput = z.infer<typeof managerQuestionInput>;
