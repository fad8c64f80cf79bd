import 'server-only';
import type { ActorContext } from '#lib/server/base/actor.ts';
import { ActionFailure } from '#lib/server/base/failure.ts';
import { writeAudit } from '#lib/server/base/write-audit.ts';
import { findInDirectory } from '#lib/server/directory/directory.ts';
import { answerIdempotently } from '#lib/server/taps/idempotency-store.ts';
import { timeOfTap } from '#lib/server/taps/tap-time.ts';
import { composeVerdict } from '#lib/server/verdict/compose-verdict.ts';
import { sendTurnedDown } from '#lib/server/visits/turned-down.ts';
import type { OverrideInput } from '#lib/wire/taps.ts';
import type { Verdict } from '#lib/wire/verdict.ts';
import type { Arrival } from './arrival.ts';
import { decideAndRecordArrival } from './arrive.ts';
import { auditApproval } from './audit-approval.ts';
import { findRefusal, markAdmitted } from './find-refusal.ts';
import { lookUpMember } from './look-up-member.ts';

/**
 * Checks in a member despite a refusal of the platform, or sends the visit by which they are in already, where that was refused. If they
 * come in, person, reason and refusal are recorded in the audit log, so the tap must be sent by that person's own session.
 * @throws ActionFailure for a tap that has recorded another visit, or another person's
 */
export async function admitAnyway({ desk, actor }: ActorContext, input: OverrideInput): Promise<Verdict> {
  const { tapId, accountId, reason } = input;
  const { location, staffId, sentBy } = actor;
  if (sentBy) throw new ActionFailure('notAllowed', 'Another person decided this.');
  const arrival = {
    location,
    tapId,
    ...timeOfTap(desk, input),
    lookupKey: { kind: 'accountId', value: accountId },
    scanned: null,
    how: 'name',
    intent: 'override',
    by: actor,
  } satisfies Arrival;
  const key = { locationId: location.id, tapId, operation: 'admitAnyway' } as const;
  const answer = await answerIdempotently(desk, {
    key,
    ask: async () => {
      // the directory did not have the member when the platform refused
      const member = await findInDirectory(desk.db, { locationId: location.id, key: arrival.lookupKey });
      if (!member) return lookUpMember(desk, arrival);
      return {
        found: { kind: 'member', member, unavailable: null, unstored: null },
        admission: { kind: 'overridden' },
        unavailable: null,
      } as const;
    },
    decideAndRecord: async (tx, lookup) => {
      const answer = await decideAndRecordArrival(tx, desk, { arrival, lookup });
      const { visitTapId } = answer;
      // nobody was admitted who is unknown by now, or was in already by a visit that the platform has not refused
      if (visitTapId === null) return answer;
      const visit = { locationId: location.id, tapId: visitTapId };
      const isOwn = visitTapId === tapId;
      if (!isOwn && !(await sendTurnedDown(tx, desk, { ...visit, since: 'overridden' }))) return answer;
      const refusal = await findRefusal(tx, { locationId: location.id, accountId, now: desk.clock() });
      const admittedBy = actor.approval?.by ?? staffId;
      const tapIds = [...(refusal ? [refusal.tapId] : []), ...(isOwn ? [] : [visitTapId])];
      await markAdmitted(tx, { locationId: location.id, tapIds, visitTapId, admittedBy });
      const cause = refusal?.reason ?? null;
      const entry = { ...visit, staffId, accountId, reason, cause };
      await writeAudit(tx, desk, { ...entry, action: 'admitAnyway' });
      await auditApproval(tx, desk, { actor, accountId, tapId: visitTapId, cause });
      return answer;
    },
  });
  return composeVerdict(desk.db, { answer, ...key, now: desk.clock(), mayOverride: actor.mayOverride });
}
