'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { removeLegacyInterface, saveLegacyInterface } from '#app/g/[gym]/(office)/office/location/actions.ts';
import { ConfirmDialog } from '#components/dialogs/confirm-dialog.tsx';
import { useLastKnown } from '#components/hooks/use-last-known.ts';
import { LegacyForm, LegacyState } from '#components/office/legacy.tsx';
import { OfficeSection } from '#components/office/section.tsx';
import type { BegunByProps } from '#components/profile/begun-by.tsx';
import { ReadingState } from '#components/reading/section-state.tsx';
import { toast } from '#components/ui/toast.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { legacyQuery } from '#lib/browser/queries/office-queries.ts';

interface LegacyScreenProps {
  locationId: string;
  timeZone: string;
  staff: BegunByProps['staff'];
}

/** The legacy interface: its state and its settings. */
export function LegacyScreen({ locationId, timeZone, staff }: LegacyScreenProps) {
  const t = useTranslations('office.legacy');
  const queryClient = useQueryClient();
  const reading = useQuery(legacyQuery(locationId));
  const legacy = useLastKnown(reading.data) ?? null;
  const [isRemoving, setRemoving] = useState(false);
  const readAgain = () => queryClient.invalidateQueries({ queryKey: legacyQuery(locationId).queryKey });
  return (
    <OfficeSection id="legacy" title={t('title')} text={t('text')}>
      <ReadingState of="legacy" reading={reading} />
      {reading.data !== undefined && <LegacyState legacy={legacy} timeZone={timeZone} />}
      <LegacyForm
        key={legacy ? `${legacy.url} ${legacy.gymId}` : 'none'}
        legacy={legacy}
        staff={staff}
        onSave={(entries) => saveLegacyInterface({ ...entries, locationId })}
        onKept={readAgain}
        onRemove={() => setRemoving(true)}
      />
      {isRemoving && (
        <ConfirmDialog
          title={t('removeTitle')}
          description={t('removeText')}
          confirm={t('remove')}
          onConfirm={() => removeLegacyInterface({ locationId })}
          onDone={() => {
            setRemoving(false);
            toast.success(t('removed'));
            return readAgain();
          }}
          onClose={() => setRemoving(false)}
        />
      )}
    </OfficeSection>
  );
}
