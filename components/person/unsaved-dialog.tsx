'use client';

import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';

interface UnsavedDialogProps {
  onStay(): void;
  onLeave(): void;
}

/** Asks before navigation discards unsaved input. */
export function UnsavedDialog({ onStay, onLeave }: UnsavedDialogProps) {
  const t = useTranslations('unsaved');
  const common = useTranslations('common');
  return (
    <Dialog isOpen onOpenChange={onStay} title={t('title')} description={t('description')} closeLabel={common('close')}>
      <div className="flex flex-wrap justify-end gap-2.5">
        <Button look="danger" onClick={onLeave}>
          {t('leave')}
        </Button>
        <Button look="main" data-autofocus onClick={onStay}>
          {t('stay')}
        </Button>
      </div>
    </Dialog>
  );
}
