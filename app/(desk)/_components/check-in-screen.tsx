'use client';

import { useQuery } from '@tanstack/react-query';
import { CheckInLayout } from '#components/desk/check-in-layout.tsx';
import { EarlierVerdicts } from '#components/desk/earlier-verdicts.tsx';
import { InTheGym } from '#components/desk/in-the-gym.tsx';
import { PlatformBanner } from '#components/desk/platform-banner.tsx';
import { WaitingTaps } from '#components/desk/waiting-taps.tsx';
import { presenceQuery, statusQuery } from '#lib/queries/desk-queries.ts';
import { CurrentVerdict } from './current-verdict.tsx';
import { MemberSearchBox } from './member-search-box.tsx';
import { useReception } from './reception-context.ts';

/** Reception's page for the whole day. */
export function CheckInScreen() {
  const { location, staff, history, taps, ...reception } = useReception();
  const { timeZone } = location;
  const presence = useQuery(presenceQuery(location.id));
  const status = useQuery(statusQuery(location.id));
  return (
    <CheckInLayout
      searchBox={
        <MemberSearchBox
          ref={reception.searchBox}
          locationId={location.id}
          onSubmit={(value) => reception.lookUp(value, 'typed')}
          onChoose={reception.lookUpMember}
        />
      }
      verdict={<CurrentVerdict />}
      earlier={
        <EarlierVerdicts
          verdicts={history.verdicts.filter(({ tapId }) => tapId !== history.shownTapId)}
          unseenTapIds={history.unseenTapIds}
          onChoose={reception.choose}
          timeZone={timeZone}
        />
      }
      inTheGym={
        <InTheGym
          presence={presence.data}
          capacity={location.capacity}
          isStale={!reception.isConnected}
          timeZone={timeZone}
        />
      }
      notices={
        <>
          <WaitingTaps taps={taps.waiting} onRetry={reception.retryNow} timeZone={timeZone} />
          {status.data && <PlatformBanner status={status.data} role={staff.role} timeZone={timeZone} />}
        </>
      }
    />
  );
}
