import 'server-only';
import { and, eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { MemberKey } from '#lib/server/base/member-key.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { cards } from '#lib/server/db/schema/directory.ts';
import { type TapAnswer, taps, visits } from '#lib/server/db/schema/visits.ts';
import { isOpenVisit } from '#lib/server/visits/kept-visits.ts';
import { isAnswerOpen } from '#lib/server/visits/taps-of-visit.ts';
import type { Reason, UnconfirmedReason, WithNextActor } from '#lib/wire/verdict.ts';

/**
 * SQL condition: a visit that the platform does not have, and that the directory took for a member's by a card which is another member's
 * here by now.
 */
export const isVisitOfHolder = () => {
  const { locationId, scannedKind: kind, scannedValue: value, accountId, isUnasked } = visits;
  return and(eq(isUnasked, true), isOpenVisit(), isHeldByOther({ locationId, kind, value, accountId }));
};

/** SQL condition: the stored answer to such a scan, also to a repeated one. */
export const isTapOfHolder = () => {
  const scanned = {
    locationId: taps.locationId,
    kind: sql`${taps.answer} -> 'scanned' ->> 'kind'`,
    // a card number is shown in groups
    value: sql`replace(${taps.answer} -> 'scanned' ->> 'text', ' ', '')`,
    accountId: sql`${taps.answer} ->> 'accountId'`,
  };
  return and(isAnswerOpen, isHeldByOther(scanned));
};

type Scanned = Record<'locationId' | 'kind' | 'value' | 'accountId', SQLWrapper>;

const isHeldByOther = ({ locationId, kind, value, accountId }: Scanned): SQL => sql`exists (
  select from ${cards} where ${cards.locationId} = ${locationId} and ${cards.kind} = ${kind} and ${cards.value} = ${value}
    and ${cards.accountId} <> ${accountId}
)`;

/**
 * Before a member is forgotten: leaves the visits of whoever has their former card to that card alone, by which the platform is asked
 * whose they are. A request for one of them that is under way writes nothing.
 */
export async function leaveToHolder(tx: Queryable, { locationId, accountId }: MemberKey): Promise<void> {
  const isSending = eq(visits.state, 'sending');
  const left = await tx
    .update(visits)
    .set({
      accountId: null,
      isUnasked: false,
      confirmingUntil: null,
      state: sql`case when ${isSending} then 'waiting' else ${visits.state} end`,
      attempts: sql`${visits.attempts} + case when ${isSending} then 1 else 0 end`,
    })
    .where(and(eq(visits.locationId, locationId), eq(visits.accountId, accountId), isVisitOfHolder()))
    .returning({ tapId: visits.tapId });
  const tapIds = left.map(({ tapId }) => tapId);
  const isOfMember = sql`${taps.answer} ->> 'accountId' = ${accountId}`;
  const answered = await tx
    .select()
    .from(taps)
    .where(and(eq(taps.locationId, locationId), isOfMember, isTapOfHolder()))
    .for('update');
  for (const { tapId, operation, answer } of answered) {
    if (!answer) continue;
    await tx
      .update(taps)
      .set({ answer: withoutMember(answer, tapIds) })
      .where(and(eq(taps.locationId, locationId), eq(taps.tapId, tapId), eq(taps.operation, operation)));
  }
}

/** @param tapIds of the visits that are left; any other one is the member's own */
function withoutMember({ decision, visitTapId, ...answer }: TapAnswer, tapIds: readonly string[]): TapAnswer {
  const hasVisit = visitTapId !== null && tapIds.includes(visitTapId);
  const all: readonly Reason[] = decision.reasons;
  const reasons = all.filter(isOfPlatform);
  return {
    ...answer,
    accountId: null,
    visitTapId: hasVisit ? visitTapId : null,
    offers: [],
    decision: { kind: 'unconfirmed', reasons: reasons.length > 0 ? reasons : [busy] },
  };
}

/** Why the directory has decided in place of the platform, where the answer does not say why it could not be asked. */
const busy = { code: 'platformBusy', nextActor: 'reception' } as const;

const ofPlatform: Record<UnconfirmedReason['code'], true> = {
  platformSlow: true,
  platformUnreachable: true,
  platformFailed: true,
  platformAnswerUnreadable: true,
  platformBusy: true,
  keyRejected: true,
  permissionMissing: true,
};

const isOfPlatform = (reason: Reason): reason is WithNextActor<UnconfirmedReason> =>
  Object.hasOwn(ofPlatform, reason.code);
