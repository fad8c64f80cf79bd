'use client';

import { CircleCheck, CircleDashed } from 'lucide-react';
import { useState } from 'react';
import { removeExportAccess, saveExportAccess } from '#app/g/[gym]/(office)/office/connection/actions.ts';
import { AccessForm } from '#components/connection/access-form.tsx';
import { ConfirmDialog } from '#components/dialogs/confirm-dialog.tsx';
import { ConnectionState, OfficeSection } from '#components/office/section.tsx';
import type { BegunByProps } from '#components/profile/begun-by.tsx';
import { ReadingState } from '#components/reading/section-state.tsx';
import { Button } from '#components/ui/button.tsx';
import { toast } from '#components/ui/toast.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import type { ExportDoubt } from '#lib/wire/connection.ts';
import { useConnection } from './use-connection.ts';

interface ExportScreenProps {
  locationId: string;
  staff: BegunByProps['staff'];
}

/** Address and key of the data export. */
export function ExportScreen({ locationId, staff }: ExportScreenProps) {
  const t = useTranslations('connection.dataExport');
  const { reading, connection, version, readAgain, readVersionAgain } = useConnection(locationId);
  // the version that the manager saw when they pressed
  const [removing, setRemoving] = useState<string | null>(null);
  const dataExport = connection?.dataExport ?? null;
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
          onKept={readAgain}
          onConflict={readVersionAgain}
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
