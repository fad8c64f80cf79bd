import 'server-only';
import { ActionFailure } from '#lib/actions/failure.ts';
import type { AtTheDesk } from '#lib/desk/at-the-desk.ts';
import { writeAudit } from '#lib/desk/audit/write-audit.ts';
import type { Desk } from '#lib/desk/desk.ts';
import { findInDirectory } from '#lib/desk/directory/directory.ts';
import { type Arrival, concludeArrival, inquire } from '#lib/desk/verdict/arrive.ts';
import { composeVerdict } from '#lib/desk/verdict/compose-verdict.ts';
import type { Verdict } from '#lib/desk/verdict/verdict.ts';
import type { OverrideInput } from './tap.ts';
import { answerTapOnce } from './tap-memory.ts';
import { timeOfTap } from './tap-time.ts';

/**
 * Checks in a member against a refusal of the platform. Who did so, and why, stays in the audit log: only their own
 * session may bring it.
 * @throws ActionFailure for a tap that has recorded another visit, or another person's
 */
export async function admitAnyway(desk: Desk, at: AtTheDesk, input: OverrideInput): Promise<Verdict> {
  const { tapId, accountId, reason } = input;
  const { location, staffId, sentBy } = at;
  if (sentBy) throw new ActionFailure('notAllowed', 'Another person decided this.');
  const arrival = {
    location,
    tapId,
    ...timeOfTap(input, desk.clock()),
    question: { kind: 'accountId', value: accountId },
    scanned: null,
    intent: 'override',
    by: at,
  } satisfies Arrival;
  const key = { locationId: location.id, tapId, operation: 'admitAnyway' } as const;
  const answer = await answerTapOnce(desk, key, {
    ask: async () => {
      // the refusal that is overridden was about a member the desk has just learnt of
      const member = await findInDirectory(desk.db, location.id, arrival.question);
      if (!member) return inquire(desk, arrival);
      return {
        found: { kind: 'member', member, unavailable: null },
        admission: { kind: 'overridden' },
        unavailable: null,
      } as const;
    },
    conclude: async (tx, inquiry) => {
      await writeAudit(tx, desk, { locationId: location.id, staffId, action: 'admitAnyway', accountId, tapId, reason });
      return concludeArrival(tx, desk, arrival, inquiry);
    },
  });
  return composeVerdict(desk.db, answer, { ...key, now: desk.clock(), mayOverride: at.mayOverride });
}
