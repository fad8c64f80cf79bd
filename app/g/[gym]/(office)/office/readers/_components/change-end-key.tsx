'use client';

import { useState } from 'react';
import { FormDialog } from '#components/dialogs/form-dialog.tsx';
import { useAction } from '#components/hooks/use-action.ts';
import { ChoiceCards } from '#components/ui/choice-cards.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';
import type { EndKey } from '#lib/wire/reader/reader-habit.ts';
import type { ReaderProfile } from '#lib/wire/reader/reader-profile.ts';
import type { ReadersOutcome } from '#lib/wire/readers.ts';

interface ChangeEndKeyProps {
  profile: ReaderProfile;
  onSave(profile: ReaderProfile): Promise<ActionResult<ReadersOutcome>>;
  onSaved(outcome: ReadersOutcome): void;
  onClose(): void;
}

const choices = ['enter', 'tab', 'none', 'learn'] as const;

/** Changes the key that a reader sends after a card. */
export function ChangeEndKey({ profile: { endKey, ...writing }, onSave, onSaved, onClose }: ChangeEndKeyProps) {
  const t = useTranslations('readers.endKey');
  const [chosen, setChosen] = useState<EndKey | 'learn'>(endKey ?? 'learn');
  const save = useAction(onSave, { onDone: onSaved });
  const submit = () => void save.run(chosen === 'learn' ? writing : { ...writing, endKey: chosen });
  return (
    <FormDialog
      title={t('title')}
      description={t('text')}
      submit={t('save')}
      isPending={save.isPending}
      failure={save.failure}
      onSubmit={submit}
      onClose={onClose}
    >
      <ChoiceCards<EndKey | 'learn'>
        label={t('label')}
        value={chosen}
        options={choices.map((value) => ({ value, label: t(value) }))}
        onChange={setChosen}
        className="grid sm:grid-cols-2"
      />
    </FormDialog>
  );
}
