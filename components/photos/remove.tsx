'use client';

import { ConfirmDialog } from '#components/dialogs/confirm-dialog.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';

export interface PhotoRemoveProps {
  onConfirm(): Promise<ActionResult<null>>;
  onRemoved(): void;
  onClose(): void;
}

/** Asks before a member's photo is deleted, at the desk and at the platform. */
export function PhotoRemove({ onConfirm, onRemoved, onClose }: PhotoRemoveProps) {
  const t = useTranslations('photos.remove');
  return (
    <ConfirmDialog
      title={t('title')}
      description={t('text')}
      confirm={t('confirm')}
      onConfirm={onConfirm}
      onDone={onRemoved}
      onClose={onClose}
    />
  );
}
