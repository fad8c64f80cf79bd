'use client';

import { type FormEvent, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { TextAreaField } from '#components/ui/field.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { longestReason, shortestReason } from '#lib/wire/admission-reason.ts';
import type { MemberSummary } from '#lib/wire/verdict.ts';

export interface AdmitAnywayProps {
  /** The refused member; null while the dialog is closed. */
  member: MemberSummary | null;
  onClose(): void;
  onConfirm(accountId: string, reason: string): void;
}

/** Asks for the reason to admit a member whom the platform refused. */
export function AdmitAnyway({ member, onClose, onConfirm }: AdmitAnywayProps) {
  const t = useTranslations('admitAnyway');
  const common = useTranslations('common');
  const [error, setError] = useState<string>();

  const close = () => {
    setError(undefined);
    onClose();
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const reason = String(new FormData(event.currentTarget).get('reason')).trim();
    if (reason.length < shortestReason) return setError(t('reasonTooShort'));
    close();
    if (member) onConfirm(member.accountId, reason);
  };

  return (
    <Dialog
      isOpen={member !== null}
      onOpenChange={close}
      title={t('title', { name: member?.displayName ?? '' })}
      description={t('description')}
      closeLabel={common('close')}
    >
      <form onSubmit={submit} className="grid gap-4">
        <TextAreaField
          name="reason"
          label={t('reason')}
          error={error}
          maxLength={longestReason}
          onChange={() => setError(undefined)}
        />
        <div className="flex flex-wrap justify-end gap-2.5">
          <Button onClick={close}>{common('cancel')}</Button>
          <Button look="danger" type="submit">
            {t('confirm')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
