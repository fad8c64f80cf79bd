'use client';

import { useQuery } from '@tanstack/react-query';
import { pullTrainingNow } from '#app/g/[gym]/(office)/office/connection/actions.ts';
import { TrainingPullsList } from '#components/connection/training-pulls.tsx';
import { useAction } from '#components/hooks/use-action.ts';
import { OfficeSection } from '#components/office/section.tsx';
import { ReadingState } from '#components/reading/section-state.tsx';
import { PendingButton } from '#components/ui/pending-button.tsx';
import { toast } from '#components/ui/toast.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { trainingPullsQuery } from '#lib/browser/queries/office-queries.ts';
import { useLiveUpdates } from '#lib/browser/queries/use-live-updates.ts';

interface TrainingScreenProps {
  locationId: string;
  timeZone: string;
}

/** How far training has been read from the data export, and reading it now. Nothing without a data export. */
export function TrainingScreen({ locationId, timeZone }: TrainingScreenProps) {
  const t = useTranslations('connection.training');
  useLiveUpdates(locationId);
  const reading = useQuery(trainingPullsQuery(locationId));
  const pull = useAction(() => pullTrainingNow({ locationId }), {
    tellsByNote: true,
    onDone: () => {
      toast.success(t('requested'));
      return reading.refetch();
    },
  });
  const pulls = reading.data;
  if (pulls && !pulls.isConnected) return null;
  return (
    <OfficeSection id="training" title={t('title')} text={t('text')}>
      <ReadingState of="connection" reading={reading} />
      {pulls && (
        <>
          <TrainingPullsList pulls={pulls} timeZone={timeZone} />
          {pulls.hasReadMembers && (
            <PendingButton
              className="justify-self-start max-sm:w-full"
              isPending={pull.isPending}
              onClick={() => void pull.run()}
            >
              {t('pullNow')}
            </PendingButton>
          )}
        </>
      )}
    </OfficeSection>
  );
}
