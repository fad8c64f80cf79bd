'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { Spinner } from '#components/ui/spinner.tsx';

export interface PhotoRemoveProps {
  onClose(): void;
  /** @returns what went wrong, in words; null where it is gone */
  onConfirm(): Promise<string | null>;
}

/** Asks before the picture of a member goes, here and at the platform. */
export function PhotoRemove({ onClose, onConfirm }: PhotoRemoveProps) {
  const t = useTranslations('photos.remove');
  const common = useTranslations('common');
  const [isPending, setIsPending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const confirm = async () => {
    if (isPending) return;
    setIsPending(true);
    setProblem(await onConfirm());
    setIsPending(false);
  };
  return (
    <Dialog isOpen onOpenChange={onClose} title={t('title')} description={t('text')} closeLabel={common('close')}>
      <p role="alert" className="font-medium text-refused empty:hidden">
        {problem}
      </p>
      <div className="flex flex-wrap justify-end gap-2.5">
        <Button onClick={onClose}>{common('cancel')}</Button>
        <Button look="danger" aria-disabled={isPending} onClick={confirm}>
          {isPending && <Spinner />}
          {t('confirm')}
        </Button>
      </div>
    </Dialog>
  );
}
