'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { removeLegacyInterface, saveLegacyInterface } from '#app/g/[gym]/(office)/office/connection/actions.ts';
import { ConfirmDialog } from '#components/dialogs/confirm-dialog.tsx';
import { useLastKnown } from '#components/hooks/use-last-known.ts';
import { LegacyForm, LegacyState } from '#components/office/legacy.tsx';
import { OfficeSection } from '#components/office/section.tsx';
import type { BegunByProps } from '#components/profile/begun-by.tsx';
import { ReadingState } from '#components/reading/section-state.tsx';
import { toast } from '#components/ui/toast.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { legacyQuery } from '#lib/browser/queries/office-queries.ts';
import { useConnection } from './use-connection.ts';

interface LegacyScreenProps {
  locationId: string;
  timeZone: string;
  staff: BegunByProps['staff'];
}

/** The legacy interface: its state and its settings. */
export function LegacyScreen({ locationId, timeZone, staff }: LegacyScreenProps) {
  const t = useTranslations('office.legacy');
  const query = legacyQuery(locationId);
  const reading = useQuery(query);
  const legacy = useLastKnown(reading.data) ?? null;
  // the version that the manager saw when they pressed
  const [removing, setRemoving] = useState<string | null>(null);
  const { version, readAgain, readVersionAgain } = useConnection(locationId, [query]);
  return (
    <OfficeSection id="legacy" title={t('title')} text={t('text')}>
      <ReadingState of="legacy" reading={reading} />
      {reading.data !== undefined && <LegacyState legacy={legacy} timeZone={timeZone} />}
      <LegacyForm
        legacy={legacy}
        version={version}
        staff={staff}
        onSave={(entries) => saveLegacyInterface({ ...entries, locationId })}
        onConflict={readVersionAgain}
        onKept={readAgain}
        onRemove={() => setRemoving(version)}
      />
      {removing !== null && (
        <ConfirmDialog
          title={t('removeTitle')}
          description={t('removeText')}
          confirm={t('remove')}
          onConfirm={() => removeLegacyInterface({ locationId, version: removing })}
          onFailed={() => void readAgain()}
          onDone={() => {
            setRemoving(null);
            toast.success(t('removed'));
            return readAgain();
          }}
          onClose={() => setRemoving(null)}
        />
      )}
    </OfficeSection>
  );
}
