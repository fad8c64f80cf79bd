'use client';

import { ConfirmDialog } from '#components/dialogs/confirm-dialog.tsx';
import { toast } from '#components/ui/toast.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';
import type { MemberPass, RemovePassOutcome } from '#lib/wire/cards.ts';
import { useIssuerName } from './names.ts';

export interface PassesRemoveDialogProps {
  name: string;
  pass: MemberPass;
  onRemove(): Promise<ActionResult<RemovePassOutcome>>;
  onClose(): void;
}

/** Asks before a wallet pass is removed from a member. */
export function PassesRemoveDialog({ name, pass, onRemove, onClose }: PassesRemoveDialogProps) {
  const t = useTranslations('cards.removeDialog');
  const cards = useTranslations('cards');
  const nameIssuer = useIssuerName();
  const tell = ({ kind }: RemovePassOutcome) => {
    if (kind === 'memberGone') toast.error(cards('addDialog.memberGone', { name }));
    else toast.success(t(kind));
    onClose();
  };
  return (
    <ConfirmDialog
      title={t('title')}
      description={t(pass.issuer ? 'description' : 'descriptionAll', { name })}
      confirm={t(pass.issuer ? 'confirm' : 'confirmAll')}
      onConfirm={onRemove}
      onDone={tell}
      onClose={onClose}
    >
      <p className="break-words font-medium">
        {nameIssuer(pass.issuer)} · {cards('ending', { ending: pass.ending })}
      </p>
    </ConfirmDialog>
  );
}
