'use client';

import { useTranslations } from 'next-intl';
import { type FormEvent, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { TextAreaField } from '#components/ui/field.tsx';
import { Spinner } from '#components/ui/spinner.tsx';

export interface AdmitAnywayProps {
  name: string;
  isBusy: boolean;
  isPending: boolean;
  onConfirm(reason: string): void;
}

const shortestReason = 3;
const longestReason = 500;

/** Lets a member in against the refusal of the platform, with a reason that is kept. */
export function AdmitAnyway({ name, isBusy, isPending, onConfirm }: AdmitAnywayProps) {
  const t = useTranslations('admitAnyway');
  const action = useTranslations('actions');
  const common = useTranslations('common');
  const [isOpen, setIsOpen] = useState(false);
  const [error, setError] = useState<string>();

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const reason = String(new FormData(event.currentTarget).get('reason')).trim();
    if (reason.length < shortestReason) return setError(t('reasonTooShort'));
    setIsOpen(false);
    onConfirm(reason);
  };

  return (
    <Dialog
      trigger={
        <Button look="danger" aria-disabled={isBusy}>
          {isPending && <Spinner />}
          {action('admitAnyway')}…
        </Button>
      }
      isOpen={isOpen}
      onOpenChange={(next) => setIsOpen(next && !isBusy)}
      title={t('title', { name })}
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
          <Button onClick={() => setIsOpen(false)}>{common('cancel')}</Button>
          <Button look="danger" type="submit">
            {t('confirm')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
