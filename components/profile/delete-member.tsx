'use client';

import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { TextField } from '#components/ui/field.tsx';
import { PendingButton } from '#components/ui/pending-button.tsx';
import { PendingFields } from '#components/ui/pending-fields.tsx';
import { Problem } from '#components/ui/problem.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { ProfileSection } from './section.tsx';

export type Removal = 'end' | 'erase';
const removals = ['end', 'erase'] as const satisfies readonly Removal[];

/** The two ways to delete a member, explained before the user chooses. */
export function DeleteChoices({ onChoose }: { onChoose(how: Removal): void }) {
  const t = useTranslations('removeMember');
  return (
    <ProfileSection id="removal" title={t('title')}>
      <div className="grid gap-5">
        {removals.map((how) => (
          <div key={how} className="grid justify-items-start gap-2">
            <p>{t(`${how}.text`)}</p>
            <Button look="danger" onClick={() => onChoose(how)}>
              {t(`${how}.button`)}
            </Button>
          </div>
        ))}
      </div>
    </ProfileSection>
  );
}

interface DeleteDialogProps {
  how: Removal;
  name: string;
  isNameWrong: boolean;
  failure: string | null;
  isPending: boolean;
  onConfirm(typedName: string): void;
  onClose(): void;
}

/** Asks before deleting a member; before a complete erasure, the user also types the name. */
export function DeleteDialog({ how, name, isNameWrong, failure, isPending, onConfirm, onClose }: DeleteDialogProps) {
  const t = useTranslations('removeMember');
  const common = useTranslations('common');
  const [typed, setTyped] = useState('');
  const [tried, setTried] = useState('');
  const form = useRef<HTMLFormElement>(null);

  useEffect(() => {
    if (isNameWrong) form.current?.querySelector('input')?.select();
  }, [isNameWrong]);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isPending) return;
    setTried(typed);
    onConfirm(typed);
  };

  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={t(`${how}.question`, { name })}
      description={t(`${how}.consequences`)}
      closeLabel={common('close')}
    >
      <form ref={form} noValidate method="post" onSubmit={submit} className="grid gap-4">
        <PendingFields isPending={isPending}>
          {how === 'erase' && (
            <TextField
              name="typedName"
              data-autofocus
              label={t('typeName', { name })}
              autoComplete="off"
              spellCheck={false}
              autoCorrect="off"
              autoCapitalize="off"
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              error={isNameWrong && typed === tried ? t('nameDiffers') : undefined}
            />
          )}
        </PendingFields>
        <Problem>{failure}</Problem>
        <div className="flex flex-wrap justify-end gap-2.5">
          <Button onClick={onClose} data-autofocus={how === 'end' || undefined}>
            {common('cancel')}
          </Button>
          <PendingButton type="submit" look="danger" isPending={isPending}>
            {t(`${how}.confirm`)}
          </PendingButton>
        </div>
      </form>
    </Dialog>
  );
}
