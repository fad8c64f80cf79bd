import { postJson } from '#lib/browser/base/ask-desk.ts';
import { timeToSend } from '#lib/browser/clock/time-to-send.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';
import { isOverrideOutcome } from '#lib/wire/answers/manager-override.ts';
import type { ManagerDecision, ManagerOverrideOutcome, ManagerProof } from '#lib/wire/manager-override.ts';
import { pathAt } from '#lib/wire/path-at.ts';
import type { NewTap } from './new-tap.ts';

/** A person waits beside the screen. */
const deadlineMs = 15_000;

interface OverrideRequest {
  /** The same for each attempt, so that a lost answer does not record two visits. */
  tap: NewTap;
  accountId: string;
  /** See `checkInInput`. */
  scanTapId: string | undefined;
  decision: ManagerDecision;
  reason: string;
  proof: ManagerProof;
}

/**
 * Sends what a manager decided at this screen. It is stored nowhere and not repeated by itself: it carries a PIN.
 * @throws where the desk can't be reached
 */
export async function sendOverride({
  tap: { stamp, ...tap },
  ...decided
}: OverrideRequest): Promise<ActionResult<ManagerOverrideOutcome>> {
  const body = { ...tap, ...decided, ...(await timeToSend({ stamp })) };
  return postJson(
    pathAt(tap.locationId, '/api/desk/overrides'),
    body,
    isOverrideOutcome,
    AbortSignal.timeout(deadlineMs),
  );
}
