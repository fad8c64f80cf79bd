'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { waiveStep } from '#app/g/[gym]/(office)/office/start/actions.ts';
import { ClockNotice } from '#components/getting-started/clock-notice.tsx';
import { Steps } from '#components/getting-started/steps.tsx';
import { useAction } from '#components/hooks/use-action.ts';
import { OfficeSection } from '#components/office/section.tsx';
import { ReadingState } from '#components/reading/section-state.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { Problem } from '#components/ui/problem.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { useGymPath } from '#lib/browser/page/gym-address.tsx';
import { gettingStartedQuery } from '#lib/browser/queries/office-queries.ts';
import { useLiveUpdates } from '#lib/browser/queries/use-live-updates.ts';

interface StartScreenProps {
  locationId: string;
  timeZone: string;
}

/** What a new gym still needs. */
export function StartScreen({ locationId, timeZone }: StartScreenProps) {
  const t = useTranslations('gettingStarted');
  const toGym = useGymPath();
  const queryClient = useQueryClient();
  const query = gettingStartedQuery(locationId);
  const reading = useQuery(query);
  useLiveUpdates(locationId);
  const waive = useAction(waiveStep, { onDone: () => queryClient.invalidateQueries({ queryKey: query.queryKey }) });
  const { steps = [], doneAt = null, reading: members = null, memberCount = null } = reading.data ?? {};
  const done = steps.filter(({ isDone, waiver }) => isDone || waiver !== null).length;
  return (
    <OfficeSection title={t('title')} text={t('text')}>
      <ReadingState of="gettingStarted" reading={reading} />
      {reading.data && (
        <div role="status">
          {doneAt === null ? (
            <p className="font-semibold text-lg tabular-nums">{t('count', { done, all: steps.length })}</p>
          ) : (
            <div className="grid justify-items-start gap-3">
              <p className="flex items-center gap-2.5 font-medium text-admitted">
                <CircleCheck aria-hidden className="size-5 shrink-0" /> {t('allDone')}
              </p>
              <LinkButton look="main" href={toGym('/')}>
                {t('toCheckIn')}
              </LinkButton>
            </div>
          )}
        </div>
      )}
      {reading.data && doneAt === null && <ClockNotice timeZone={timeZone} />}
      <Problem>{waive.failure}</Problem>
      <Steps
        steps={steps}
        reading={members}
        memberCount={memberCount}
        timeZone={timeZone}
        pending={waive.pendingInput?.step ?? null}
        onWaive={(step, isWaived) => void waive.run({ locationId, step, isWaived })}
      />
    </OfficeSection>
  );
}
