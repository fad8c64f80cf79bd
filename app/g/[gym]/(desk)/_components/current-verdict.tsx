'use client';

import { onDemand } from '#components/ui/on-demand.tsx';
import type { VerdictAction } from '#components/verdict/actions.tsx';
import { VerdictCard } from '#components/verdict/card.tsx';
import { ProfileLink } from '#components/verdict/profile-link.tsx';
import { shownVerdict } from '#lib/browser/taps/verdict-history.ts';
import { memberOf } from '#lib/wire/verdict.ts';
import { useReception } from './reception-context.ts';

const CalledManager = onDemand(async () => (await import('./called-manager.tsx')).CalledManager);
const IntroductionOffer = onDemand(async () => (await import('./introduction-offer.tsx')).IntroductionOffer);
const UnknownActions = onDemand(async () => (await import('./unknown-actions.tsx')).UnknownActions);

/** The verdict at the counter with its actions, the same on every page. */
export function CurrentVerdict() {
  const { history, lookingUp, taps, isUndoing, clockAheadMs, location, staff, ...act } = useReception();
  const verdict = shownVerdict(history);
  const sending = taps.sending.at(-1);
  const pendingAction: VerdictAction | null = isUndoing
    ? 'undo'
    : sending && sending.kind !== 'lookUp'
      ? sending.kind
      : null;
  return (
    <VerdictCard
      verdict={verdict}
      lookingUp={lookingUp}
      timeZone={location.timeZone}
      pendingAction={pendingAction}
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
