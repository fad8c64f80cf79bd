'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, CircleDashed } from 'lucide-react';
import { useState } from 'react';
import { removeExportAccess, saveExportAccess } from '#app/g/[gym]/(office)/office/connection/actions.ts';
import { AccessForm } from '#components/connection/access-form.tsx';
import { ConfirmDialog } from '#components/dialogs/confirm-dialog.tsx';
import { useLastKnown } from '#components/hooks/use-last-known.ts';
import { ConnectionState, OfficeSection } from '#components/office/section.tsx';
import type { BegunByProps } from '#components/profile/begun-by.tsx';
import { ReadingState } from '#components/reading/section-state.tsx';
import { Button } from '#components/ui/button.tsx';
import { toast } from '#components/ui/toast.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { connectionQuery } from '#lib/browser/queries/office-queries.ts';
import type { ExportDoubt } from '#lib/wire/connection.ts';

interface ExportScreenProps {
  locationId: string;
  staff: BegunByProps['staff'];
}

/** Address and key of the data export. */
export function ExportScreen({ locationId, staff }: ExportScreenProps) {
  const t = useTranslations('connection.dataExport');
  const queryClient = useQueryClient();
  const reading = useQuery(connectionQuery(locationId));
  const connection = useLastKnown(reading.data);
  // the version that the manager saw when they pressed
  const [removing, setRemoving] = useState<string | null>(null);
  const refresh = () => queryClient.invalidateQueries({ queryKey: connectionQuery(locationId).queryKey });
  const readAgain = async () => {
    await refresh();
    return queryClient.getQueryData(connectionQuery(locationId).queryKey)?.version ?? '';
  };
  const { version = '', dataExport = null } = connection ?? {};
  return (
    <OfficeSection id="export" title={t('title')} text={t('text')}>
      <ReadingState of="connection" reading={reading} />
      {reading.data && (
        <ConnectionState tone={dataExport ? 'good' : 'neutral'} icon={dataExport ? CircleCheck : CircleDashed}>
          {dataExport ? t('set', { ...dataExport }) : t('none')}
        </ConnectionState>
      )}
      {connection && (
        <AccessForm
          of="dataExport"
          url={dataExport?.url ?? ''}
          version={version}
          staff={staff}
          onSave={({ confirmed, ...attempt }) =>
            saveExportAccess({ locationId, ...attempt, confirmedGym: confirmed?.gym ?? null })
          }
          onKept={refresh}
          onConflict={readAgain}
          question={({ gym }: ExportDoubt) => ({
            title: t('doubt.title'),
            description: t('doubt.text', { name: gym || 'none' }),
            confirm: t('doubt.confirm'),
            look: 'main',
          })}
        >
          {dataExport && (
            <Button onClick={() => setRemoving(version)} className="max-sm:w-full">
              {t('remove')}
            </Button>
          )}
        </AccessForm>
      )}
      {removing !== null && (
        <ConfirmDialog
          title={t('removeTitle')}
          description={t('removeText')}
          confirm={t('remove')}
          onConfirm={() => removeExportAccess({ locationId, version: removing })}
          onFailed={() => void refresh()}
          onDone={() => {
            setRemoving(null);
            toast.success(t('removed'));
            return refresh();
          }}
          onClose={() => setRemoving(null)}
        />
      )}
    </OfficeSection>
  );
}
