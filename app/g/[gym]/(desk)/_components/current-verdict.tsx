'use client';

import { onDemand } from '#components/ui/on-demand.tsx';
import type { VerdictAction } from '#components/verdict/actions.tsx';
import { VerdictCard } from '#components/verdict/card.tsx';
import { ProfileLink } from '#components/verdict/profile-link.tsx';
import { shownVerdict } from '#lib/browser/taps/verdict-history.ts';
import { memberOf, type Verdict, visitOf } from '#lib/wire/verdict.ts';
import { type ReceptionView, useReception } from './reception-context.ts';

const CalledManager = onDemand(async () => (await import('./called-manager.tsx')).CalledManager);
const IntroductionOffer = onDemand(async () => (await import('./introduction-offer.tsx')).IntroductionOffer);
const UnknownActions = onDemand(async () => (await import('./unknown-actions.tsx')).UnknownActions);

/** The verdict at the counter with its actions, the same on every page. */
export function CurrentVerdict() {
  const { history, lookingUp, taps, undoingTapIds, clockAheadMs, location, staff, ...act } = useReception();
  const verdict = shownVerdict(history);
  return (
    <VerdictCard
      verdict={verdict}
      lookingUp={lookingUp}
      timeZone={location.timeZone}
      pendingAction={verdict && pendingActionOf(verdict, { taps, undoingTapIds, location })}
      clockAheadMs={clockAheadMs}
      onCheckIn={(accountId) => act.press({ kind: 'checkIn', accountId, ...(verdict && { scanTapId: verdict.tapId }) })}
      onCheckOut={(accountId) => act.press({ kind: 'checkOut', accountId })}
      onAdmitAnyway={(accountId, reason) => act.press({ kind: 'admitAnyway', accountId, reason })}
      onUndo={act.undo}
      callManager={(asked, onClose) => <CalledManager isWanted={asked !== null} asked={asked} onClose={onClose} />}
      unknownLinks={(verdict) => <UnknownActions isWanted verdict={verdict} onAssign={act.assign} />}
      profileLink={(accountId) => <ProfileLink accountId={accountId} />}
      offerFor={({ code }, verdict) => {
        const member = memberOf(verdict);
        if (code !== 'firstAdmission' || !member) return null;
        return (
          <IntroductionOffer
            isWanted
            accountId={member.accountId}
            tapId={verdict.tapId}
            locationId={location.id}
            staffId={staff.id}
          />
        );
      }}
    />
  );
}

/** The action in flight on this verdict. One on another verdict may take longer than the next scan, and does not count. */
function pendingActionOf(
  verdict: Verdict,
  { taps, undoingTapIds, location }: Pick<ReceptionView, 'taps' | 'undoingTapIds' | 'location'>,
): VerdictAction | null {
  const visit = visitOf(verdict);
  if (visit && undoingTapIds.includes(visit.tapId)) return 'undo';
  const accountId = memberOf(verdict)?.accountId;
  const presses = taps.sending.filter((tap) => tap.kind !== 'lookUp');
  return presses.findLast((tap) => tap.locationId === location.id && tap.accountId === accountId)?.kind ?? null;
}
