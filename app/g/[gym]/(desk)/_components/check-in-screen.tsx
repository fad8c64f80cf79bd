'use client';

import { useQuery } from '@tanstack/react-query';
import { memo, type ReactNode, useCallback, useMemo } from 'react';
import { CheckInLayout } from '#components/check-in/check-in-layout.tsx';
import { EarlierVerdicts as Earlier } from '#components/check-in/earlier-verdicts.tsx';
import { InTheGym as Present } from '#components/check-in/in-the-gym.tsx';
import { ReadingState } from '#components/reading/section-state.tsx';
import { ErrorBoundary } from '#components/ui/error-boundary.tsx';
import { BrokenVerdict } from '#components/verdict/broken.tsx';
import { dayInZone } from '#lib/browser/clock/day-in-zone.ts';
import { presenceQuery, statusQuery, todayQuery } from '#lib/browser/queries/desk-queries.ts';
import { earlierOf } from '#lib/browser/taps/earlier.ts';
import type { Verdict } from '#lib/wire/verdict.ts';
import { CurrentVerdict } from './current-verdict.tsx';
import { DemoCorner } from './demo-corner.tsx';
import { MemberSearchBox as SearchBox } from './member-search-box.tsx';
import { Notices } from './notices.tsx';
import { useReception } from './reception-context.ts';
import { TapToCheckIn } from './tap-to-check-in.tsx';
import { useLookAtPresent } from './use-look-at-present.ts';
import { counterMarkOf } from './use-seen-on-leaving.ts';
import { useVerdictInView } from './use-verdict-in-view.ts';

// what a scan does not change is not drawn again: the name of the member is waited for
const [MemberSearchBox, EarlierVerdicts, InTheGym] = [memo(SearchBox), memo(Earlier), memo(Present)];

interface CheckInScreenProps {
  /** Whether the location has cards to try. */
  isDemo: boolean;
  /** What is said of a desk that was away when the page was opened: in the place of who is in. */
  away?: ReactNode;
}

/** Reception's page for the whole day. */
export function CheckInScreen({ isDemo, away }: CheckInScreenProps) {
  const reception = useReception();
  const { location, history, lookingUp, lookUp, today } = reception;
  const { timeZone } = location;
  const { verdicts, shownTapId } = history;
  const scans = useQuery(todayQuery(location.id));
  const { data: told } = scans;
  const earlier = useMemo(() => {
    const isToday = ({ tappedAt }: Verdict) => dayInZone(tappedAt, timeZone) === today;
    return earlierOf({ verdicts, shownTapId }, told, isToday);
  }, [verdicts, shownTapId, told, timeZone, today]);
  const lookUpTyped = useCallback((value: string) => lookUp(value, 'typed'), [lookUp]);
  const answered = lookingUp?.tapId ?? shownTapId;
  const bringVerdict = useVerdictInView(answered);
  const { lookAt: show } = reception;
  const lookAt = useCallback(
    (verdict: Verdict) => {
      show(verdict);
      bringVerdict();
    },
    [show, bringVerdict],
  );
  const lookAtPresent = useLookAtPresent(location.id, answered, lookAt);
  const presence = useQuery(presenceQuery(location.id));
  const { refetch } = presence;
  const readPresence = useCallback(() => void refetch(), [refetch]);
  const status = useQuery(statusQuery(location.id));
  const read = { status, scans };
  // a desk that is away is told of already
  const unread = reception.isConnected && (['status', 'scans'] as const).find((name) => read[name].isError);
  return (
    <CheckInLayout
      searchBox={
        <div className="grid gap-2.5">
          <MemberSearchBox
            ref={reception.searchBox}
            locationId={location.id}
            timeZone={timeZone}
            answered={answered}
            onSubmit={lookUpTyped}
            onChoose={reception.lookUpMember}
          />
          <TapToCheckIn />
        </div>
      }
      verdict={
        <ErrorBoundary of={counterMarkOf(reception)} fallback={<BrokenVerdict />}>
          <CurrentVerdict />
        </ErrorBoundary>
      }
      earlier={
        // that nothing was scanned is said only where it is known
        (earlier.length > 0 || told !== undefined) && (
          <EarlierVerdicts
            verdicts={earlier}
            unseenTapIds={history.unseenTapIds}
            onChoose={lookAt}
            timeZone={timeZone}
          />
        )
      }
      inTheGym={
        away === undefined && (
          <InTheGym
            presence={presence.data}
            capacity={location.capacity}
            onChoose={lookAtPresent}
            isStale={!reception.isConnected || presence.isRefetchError}
            isFailed={presence.isError}
            onRetry={readPresence}
            timeZone={timeZone}
          />
        )
      }
      notices={
        <>
          {away}
          {unread && <ReadingState of={unread} reading={read[unread]} />}
          <Notices status={status.data} />
        </>
      }
      demo={isDemo && <DemoCorner />}
    />
  );
}
