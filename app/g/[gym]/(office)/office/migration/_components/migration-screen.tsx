'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { changeMigration, migrateMember } from '#app/g/[gym]/(office)/office/migration/actions.ts';
import { ConfirmDialog } from '#components/dialogs/confirm-dialog.tsx';
import { MigrationFile } from '#components/migration/file.tsx';
import { MigrationOne } from '#components/migration/one.tsx';
import { MigrationProgress } from '#components/migration/progress.tsx';
import { MigrationRuns } from '#components/migration/runs.tsx';
import { SectionBoundary } from '#components/reading/section-boundary.tsx';
import { ReadingState } from '#components/reading/section-state.tsx';
import { toast } from '#components/ui/toast.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { sendMigrationFile } from '#lib/browser/queries/migration-files.ts';
import { migrationsQuery } from '#lib/browser/queries/office-queries.ts';
import { isOpen, type MigrationChange } from '#lib/wire/migration.ts';

interface MigrationScreenProps {
  locationId: string;
  timeZone: string;
}

/** Migrates members of the legacy interface: one by a typed number, or a list. */
export function MigrationScreen({ locationId, timeZone }: MigrationScreenProps) {
  const t = useTranslations('migration');
  const queryClient = useQueryClient();
  const migrations = useQuery(migrationsQuery(locationId));
  /** The list whose cancellation is being confirmed. */
  const [toCancel, setToCancel] = useState<string | null>(null);
  const runs = migrations.data?.runs ?? [];
  const open = runs.find(isOpen);

  const readAgain = () => queryClient.invalidateQueries({ queryKey: migrationsQuery(locationId).queryKey });
  const change = (runId: string, wish: MigrationChange) => changeMigration({ locationId, runId, change: wish });

  return (
    <>
      <SectionBoundary title={t('one.title')}>
        <MigrationOne onMigrate={(legacyUserId) => migrateMember({ locationId, legacyUserId })} />
      </SectionBoundary>
      <SectionBoundary title={t('list.title')}>
        <MigrationFile
          isUnderWay={open !== undefined}
          onFile={(file) => sendMigrationFile(locationId, file)}
          onAnswer={readAgain}
        />
      </SectionBoundary>
      <ReadingState of="migrations" reading={migrations} />
      {open && (
        <SectionBoundary title={t('progress.title')} onRetry={readAgain}>
          <MigrationProgress
            locationId={locationId}
            run={open}
            onChange={(wish) => change(open.id, wish)}
            onChanged={readAgain}
            onCancel={() => setToCancel(open.id)}
          />
        </SectionBoundary>
      )}
      <SectionBoundary title={t('earlier.title')} onRetry={readAgain}>
        <MigrationRuns locationId={locationId} runs={runs.filter((run) => !isOpen(run))} timeZone={timeZone} />
      </SectionBoundary>
      {open && open.id === toCancel && (
        <ConfirmDialog
          title={t('progress.cancelTitle')}
          description={t('progress.cancelText')}
          confirm={t('progress.cancelYes')}
          onConfirm={() => change(open.id, 'cancel')}
          onDone={async () => {
            await readAgain();
            setToCancel(null);
            toast.success(t('progress.cancelled'));
          }}
          onClose={() => setToCancel(null)}
        />
      )}
    </>
  );
}
