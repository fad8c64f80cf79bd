'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useCallAction } from '#app/(office)/office/_components/use-call-action.ts';
import { FormDialog } from '#components/office/form-dialog.tsx';
import { MigrationFile } from '#components/office/migration-file.tsx';
import { MigrationOne } from '#components/office/migration-one.tsx';
import { MigrationProgress } from '#components/office/migration-progress.tsx';
import { MigrationRuns } from '#components/office/migration-runs.tsx';
import { toast } from '#components/ui/toast.ts';
import { migrationsQuery, sendMigrationFile } from '#lib/queries/migration-queries.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';
import {
  type ChangeMigrationInput,
  isOpen,
  type MigrateOutcome,
  type MigrationChange,
  type StartOutcome,
} from '#lib/wire/migration.ts';

/** The server actions of this page, handed in by it. */
export interface MigrationActions {
  migrateMember(input: { locationId: string; legacyUserId: number }): Promise<ActionResult<MigrateOutcome>>;
  changeMigration(input: ChangeMigrationInput & { locationId: string }): Promise<ActionResult<null>>;
}

export interface MigrationScreenProps {
  locationId: string;
  timeZone: string;
  actions: MigrationActions;
}

/** Brings members of the legacy interface over: one whose number is typed, or a list of them. */
export function MigrationScreen({ locationId, timeZone, actions }: MigrationScreenProps) {
  const t = useTranslations('migration');
  const queryClient = useQueryClient();
  const call = useCallAction();
  const { data } = useQuery(migrationsQuery(locationId));
  const [started, setStarted] = useState<StartOutcome | null>(null);
  const [isCancelAsked, setCancelAsked] = useState(false);
  const runs = data?.runs ?? [];
  const open = runs.find(isOpen);

  const readAgain = () => queryClient.invalidateQueries({ queryKey: migrationsQuery(locationId).queryKey });
  const send = async (file: File) => {
    setStarted(null);
    const answer = await call(() => sendMigrationFile(locationId, file));
    setStarted(answer?.value ?? null);
    await readAgain();
  };
  const migrate = async (legacyUserId: number) =>
    (await call(() => actions.migrateMember({ locationId, legacyUserId })))?.value ?? null;
  const change = async (wish: MigrationChange) => {
    if (!open) return;
    const answer = await call(() => actions.changeMigration({ locationId, runId: open.id, change: wish }));
    await readAgain();
    if (answer && wish === 'cancel') toast.success(t('progress.cancelled'));
  };

  return (
    <>
      <MigrationOne onMigrate={migrate} />
      <MigrationFile isUnderWay={open !== undefined} started={started} onFile={send} />
      {open && <MigrationProgress run={open} onChange={change} onCancel={() => setCancelAsked(true)} />}
      <MigrationRuns runs={runs.filter((run) => !isOpen(run))} timeZone={timeZone} />
      {isCancelAsked && (
        <FormDialog
          title={t('progress.cancelTitle')}
          description={t('progress.cancelText')}
          submit={t('progress.cancelYes')}
          look="danger"
          onSubmit={async () => {
            await change('cancel');
            setCancelAsked(false);
          }}
          onClose={() => setCancelAsked(false)}
        />
      )}
    </>
  );
}
