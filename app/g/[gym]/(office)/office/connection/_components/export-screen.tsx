'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
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
import { connectionQuery } from '#lib/browser/queries/office-queries.ts';

interface ExportScreenProps {
  locationId: string;
  staff: BegunByProps['staff'];
}

/** Address and key of the data export. */
export function ExportScreen({ locationId, staff }: ExportScreenProps) {
  const t = useTranslations('connection.dataExport');
  const tAccess = useTranslations('connection.access');
  const queryClient = useQueryClient();
  const reading = useQuery(connectionQuery(locationId));
  const [isRemoving, setRemoving] = useState(false);
  const refresh = () => queryClient.invalidateQueries({ queryKey: connectionQuery(locationId).queryKey });
  const { version = '', dataExport = null } = reading.data ?? {};
  return (
    <OfficeSection id="export" title={t('title')} text={t('text')}>
      <ReadingState of="connection" reading={reading} />
      {reading.data && (
        <ConnectionState tone={dataExport ? 'good' : 'neutral'} icon={dataExport ? CircleCheck : CircleDashed}>
          {dataExport ? t('set', { ...dataExport }) : t('none')}
        </ConnectionState>
      )}
      {reading.data && (
        <AccessForm
          key={dataExport?.url ?? 'none'}
          texts={{
            ...{ url: t('url'), urlHint: tAccess('urlHint'), key: t('key'), keyHint: t('keyHint') },
            ...{ save: t('save'), kept: t('kept') },
          }}
          url={dataExport?.url ?? ''}
          staff={staff}
          onSave={(access) => saveExportAccess({ locationId, version, ...access })}
          onFailed={() => void refresh()}
          onKept={refresh}
        >
          {dataExport && (
            <Button onClick={() => setRemoving(true)} className="max-sm:w-full">
              {t('remove')}
            </Button>
          )}
        </AccessForm>
      )}
      {isRemoving && (
        <ConfirmDialog
          title={t('removeTitle')}
          description={t('removeText')}
          confirm={t('remove')}
          onConfirm={() => removeExportAccess({ locationId, version })}
          onDone={() => {
            setRemoving(false);
            toast.success(t('removed'));
            return refresh();
          }}
          onClose={() => setRemoving(false)}
        />
      )}
    </OfficeSection>
  );
}
