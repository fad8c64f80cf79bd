'use client';

import { useQuery } from '@tanstack/react-query';
import { memo, type ReactNode, useCallback } from 'react';
import { CheckInLayout } from '#components/check-in/check-in-layout.tsx';
import { InTheGym as Present } from '#components/check-in/in-the-gym.tsx';
import { SectionBoundary } from '#components/reading/section-boundary.tsx';
import { ReadingState } from '#components/reading/section-state.tsx';
import { ErrorBoundary } from '#components/ui/error-boundary.tsx';
import { BrokenVerdict } from '#components/verdict/broken.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { presenceQuery, statusQuery, todayQuery } from '#lib/browser/queries/desk-queries.ts';
import type { Verdict } from '#lib/wire/verdict.ts';
import { CurrentVerdict } from './current-verdict.tsx';
import { DemoCorner } from './demo-corner.tsx';
import { EarlierSection } from './earlier-section.tsx';
import { MemberSearchBox as SearchBox } from './member-search-box.tsx';
import { Notices } from './notices.tsx';
import { useReception } from './reception-context.ts';
import { TapToCheckIn } from './tap-to-check-in.tsx';
import { useLookAtPresent } from './use-look-at-present.ts';
import { counterMarkOf } from './use-seen-on-leaving.ts';
import { useVerdictInView } from './use-verdict-in-view.ts';

// not rendered again by a scan that does not change them, which would delay the verdict
const [MemberSearchBox, InTheGym] = [memo(SearchBox), memo(Present)];

interface CheckInScreenProps {
  /** Whether the location has demo cards. */
  isDemo: boolean;
  /** The notice of the offline shell, shown in place of the presence list. */
  away?: ReactNode;
}

/** The check-in page, on which reception spends the day. */
export function CheckInScreen({ isDemo, away }: CheckInScreenProps) {
  const t = useTranslations();
  const reception = useReception();
  const { location, history, lookingUp, lookUp } = reception;
  const { timeZone } = location;
  const scans = useQuery(todayQuery(location.id));
  const lookUpTyped = useCallback((value: string) => lookUp(value, 'typed'), [lookUp]);
  const answered = lookingUp?.tapId ?? history.shownTapId;
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
  // an unreachable desk has a notice of its own
  const unread = reception.isConnected && (['status', 'scans'] as const).find((name) => read[name].isError);
  return (
    <CheckInLayout
      searchBox={
        <div className="grid gap-2.5">
          <SectionBoundary title={t('searchBox.label')}>
            <MemberSearchBox
              ref={reception.searchBox}
              locationId={location.id}
              timeZone={timeZone}
              answered={answered}
              onSubmit={lookUpTyped}
              onChoose={reception.lookUpMember}
            />
          </SectionBoundary>
          <SectionBoundary title={t('cards.nfc.start')}>
            <TapToCheckIn />
          </SectionBoundary>
        </div>
      }
      verdict={
        <ErrorBoundary of={counterMarkOf(reception)} fallback={<BrokenVerdict />}>
          <CurrentVerdict />
        </ErrorBoundary>
      }
      earlier={
        <SectionBoundary title={t('earlier.title')}>
          <EarlierSection onChoose={lookAt} />
        </SectionBoundary>
      }
      inTheGym={
        away === undefined && (
          <SectionBoundary title={t('inTheGym.title')} onRetry={presence.refetch}>
            <InTheGym
              presence={presence.data}
              capacity={location.capacity}
              onChoose={lookAtPresent}
              isStale={!reception.isConnected || presence.isRefetchError}
              isFailed={presence.isError}
              onRetry={readPresence}
              timeZone={timeZone}
            />
          </SectionBoundary>
        )
      }
      notices={
        <>
          {away}
          {unread && <ReadingState of={unread} reading={read[unread]} />}
          <Notices status={status.data} onRetry={status.refetch} />
        </>
      }
      demo={
        isDemo && (
          <SectionBoundary title={t('demo.tryIt')}>
            <DemoCorner />
          </SectionBoundary>
        )
      }
    />
  );
}
