'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { Spinner } from '#components/ui/spinner.tsx';
import { toast } from '#components/ui/toast.ts';
import { orUnreachable } from '#lib/actions/or-unreachable.ts';
import type { ActionError, ActionResult } from '#lib/wire/action-result.ts';
import type { MemberPass, RemovePassOutcome } from '#lib/wire/cards.ts';
import { CardsFailure } from './failure.tsx';
import { useIssuerName } from './names.ts';

export interface PassesRemoveDialogProps {
  name: string;
  pass: MemberPass;
  onRemove(): Promise<ActionResult<RemovePassOutcome>>;
  onClose(): void;
}

/** Asks before a wallet pass is taken from a member. */
export function PassesRemoveDialog({ name, pass, onRemove, onClose }: PassesRemoveDialogProps) {
  const t = useTranslations('cards.removeDialog');
  const cards = useTranslations('cards');
  const common = useTranslations('common');
  const nameIssuer = useIssuerName();
  const [isPending, setIsPending] = useState(false);
  const [error, setError] = useState<ActionError | null>(null);

  const remove = async () => {
    setIsPending(true);
    const result = await orUnreachable(onRemove());
    setIsPending(false);
    if (!result.ok) return setError(result.error);
    if (result.value.kind === 'memberGone') toast.error(cards('addDialog.memberGone', { name }));
    else toast.success(t(result.value.kind));
    onClose();
  };

  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={t('title')}
      description={t(pass.issuer ? 'description' : 'descriptionAll', { name })}
      closeLabel={common('close')}
    >
      <CardsFailure error={error} />
      <p className="break-words font-medium">
        {nameIssuer(pass.issuer)} · {cards('ending', { ending: pass.ending })}
      </p>
      <div className="flex flex-wrap justify-end gap-2.5">
        <Button onClick={onClose}>{common('cancel')}</Button>
        <Button look="danger" aria-disabled={isPending} onClick={() => !isPending && void remove()}>
          {isPending && <Spinner />}
          {t(pass.issuer ? 'confirm' : 'confirmAll')}
        </Button>
      </div>
    </Dialog>
  );
}
