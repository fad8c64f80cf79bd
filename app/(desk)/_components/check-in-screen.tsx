'use client';

import { useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useCallback, useRef, useState } from 'react';
import { CheckInLayout } from '#components/desk/check-in-layout.tsx';
import { EarlierVerdicts } from '#components/desk/earlier-verdicts.tsx';
import { InTheGym } from '#components/desk/in-the-gym.tsx';
import { PlatformBanner } from '#components/desk/platform-banner.tsx';
import { ScanListener } from '#components/desk/scan-listener.tsx';
import { playVerdict } from '#components/desk/sounds.ts';
import { areSoundsOn } from '#components/desk/use-sound-switch.ts';
import type { VerdictAction } from '#components/desk/verdict-actions.tsx';
import { VerdictCard } from '#components/desk/verdict-card.tsx';
import { WaitingTaps } from '#components/desk/waiting-taps.tsx';
import { toast } from '#components/ui/toast.ts';
import type { ActionError } from '#lib/actions/result.ts';
import type { Verdict } from '#lib/desk/verdict/verdict.ts';
import type { LocationView, StaffView } from '#lib/desk/view.ts';
import { presenceQuery, statusQuery } from '#lib/queries/desk-queries.ts';
import { useLiveUpdates } from '#lib/queries/use-live-updates.ts';
import { lookedUp } from '#lib/taps/tap-request.ts';
import { MemberSearchBox } from './member-search-box.tsx';
import { type CheckInActions, useCheckIn } from './use-check-in.ts';

export interface CheckInScreenProps {
  location: LocationView;
  staff: StaffView;
  actions: CheckInActions;
}

/** Reception's page for the whole day. */
export function CheckInScreen({ location, staff, actions }: CheckInScreenProps) {
  const router = useRouter();
  const t = useTranslations('notes');
  const searchBox = useRef<HTMLInputElement>(null);
  const [isUndoing, setIsUndoing] = useState(false);

  const onVerdict = useCallback(({ kind }: Verdict) => {
    if (areSoundsOn()) playVerdict(kind);
  }, []);
  const onError = useCallback(
    (error: ActionError) => {
      if (error.code === 'signedOut') return router.push('/sign-in');
      toast.error(t(error.code, { requestId: error.requestId }));
    },
    [router, t],
  );
  const checkIn = useCheckIn({ locationId: location.id, staffId: staff.id, actions, onVerdict, onError });
  const isConnected = useLiveUpdates(checkIn.retryNow);
  const presence = useQuery(presenceQuery(location.id));
  const status = useQuery(statusQuery(location.id));

  const sending = checkIn.taps.sending.at(-1);
  const pendingAction: VerdictAction | null = isUndoing
    ? 'undo'
    : sending && sending.kind !== 'lookUp'
      ? sending.kind
      : null;
  const undo = async (tapId: string) => {
    setIsUndoing(true);
    await checkIn.undo(tapId);
    setIsUndoing(false);
  };

  return (
    <>
      <ScanListener searchBox={searchBox} onScan={(text) => checkIn.lookUp(text, 'scan')} />
      <CheckInLayout
        searchBox={
          <MemberSearchBox
            ref={searchBox}
            locationId={location.id}
            onSubmit={(value) => checkIn.lookUp(value, 'typed')}
            onChoose={checkIn.lookUpMember}
          />
        }
        verdict={
          <VerdictCard
            verdict={checkIn.shown}
            lookingUp={sending?.kind === 'lookUp' ? lookedUp(sending) : null}
            timeZone={location.timeZone}
            pendingAction={pendingAction}
            clockAheadMs={checkIn.clockAheadMs}
            onCheckIn={(accountId) => checkIn.press({ kind: 'checkIn', accountId })}
            onCheckOut={(accountId) => checkIn.press({ kind: 'checkOut', accountId })}
            onAdmitAnyway={(accountId, reason) => checkIn.press({ kind: 'admitAnyway', accountId, reason })}
            onUndo={undo}
          />
        }
        earlier={
          <EarlierVerdicts
            verdicts={checkIn.earlier}
            unseenTapIds={checkIn.unseenTapIds}
            onChoose={checkIn.choose}
            timeZone={location.timeZone}
          />
        }
        inTheGym={
          <InTheGym
            presence={presence.data}
            capacity={location.capacity}
            isStale={!isConnected}
            timeZone={location.timeZone}
          />
        }
        notices={
          <>
            <WaitingTaps taps={checkIn.taps.waiting} onRetry={checkIn.retryNow} timeZone={location.timeZone} />
            {status.data && <PlatformBanner status={status.data} role={staff.role} timeZone={location.timeZone} />}
          </>
        }
      />
    </>
  );
}
