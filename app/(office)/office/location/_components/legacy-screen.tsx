'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useCallAction } from '#app/(office)/office/_components/use-call-action.ts';
import { FormDialog } from '#components/office/form-dialog.tsx';
import { type LegacyEntries, LegacyForm, type LegacyProblem } from '#components/office/legacy-form.tsx';
import { LegacyState } from '#components/office/legacy-state.tsx';
import { OfficeSection } from '#components/office/office-section.tsx';
import { toast } from '#components/ui/toast.ts';
import { legacyQuery } from '#lib/queries/office-queries.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';
import type { LegacyOutcome } from '#lib/wire/legacy-connectivity.ts';

export interface LegacyActions {
  save(input: LegacyEntries & { locationId: string }): Promise<ActionResult<LegacyOutcome>>;
  remove(input: { locationId: string }): Promise<ActionResult<null>>;
}

export interface LegacyScreenProps {
  locationId: string;
  timeZone: string;
  actions: LegacyActions;
}

/** How the platform hears of this desk by the legacy interface, and what that needs. */
export function LegacyScreen({ locationId, timeZone, actions }: LegacyScreenProps) {
  const t = useTranslations('office.legacy');
  const call = useCallAction();
  const queryClient = useQueryClient();
  const { data: legacy = null } = useQuery(legacyQuery(locationId));
  const [isRemoving, setRemoving] = useState(false);
  const readAgain = () => queryClient.invalidateQueries({ queryKey: legacyQuery(locationId).queryKey });

  const save = async (entries: LegacyEntries): Promise<readonly LegacyProblem[]> => {
    let invalid: readonly LegacyProblem[] = [];
    const saved = await call(() => actions.save({ ...entries, locationId }), {
      onInvalid: (fields) => {
        invalid = (['url', 'gymId', 'token'] as const).filter((field) => fields.includes(field));
      },
    });
    if (!saved) return invalid;
    if (saved.value.kind !== 'kept') return [saved.value.kind];
    toast.success(t('kept'));
    await readAgain();
    return [];
  };
  const remove = async () => {
    if (!(await call(() => actions.remove({ locationId })))) return;
    setRemoving(false);
    toast.success(t('removed'));
    await readAgain();
  };
  return (
    <OfficeSection id="legacy" title={t('title')} text={t('text')}>
      <LegacyState legacy={legacy} timeZone={timeZone} />
      <LegacyForm
        key={legacy ? `${legacy.url} ${legacy.gymId}` : 'none'}
        legacy={legacy}
        onSave={save}
        onRemove={() => setRemoving(true)}
      />
      {isRemoving && (
        <FormDialog
          title={t('removeTitle')}
          description={t('removeText')}
          submit={t('remove')}
          look="danger"
          onSubmit={remove}
          onClose={() => setRemoving(false)}
        />
      )}
    </OfficeSection>
  );
}
