'use client';

import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { Problem } from '#components/ui/problem.tsx';
import { toast } from '#components/ui/toast.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import type { CardInHand } from '#lib/browser/scan/card-in-hand.ts';
import type { ActionErrorCode, ActionResult } from '#lib/wire/action-result.ts';
import type { ReplaceOutcome } from '#lib/wire/cards.ts';
import { platformTroubles } from '#lib/wire/platform-trouble.ts';
import { displayCardNumber } from '#lib/wire/reader/card-number.ts';
import type { ReaderProfiles } from '#lib/wire/reader/reader-profile.ts';
import { CardsHolderQuestion, CardsWorking, useCardChange } from './change-flow.tsx';
import { CardsFailure } from './failure.tsx';
import { CardsInput } from './input.tsx';

/** Failures that arise only after the desk has forgotten the lost card: of the platform, and of another change of the member. */
const forgottenBefore: ReadonlySet<ActionErrorCode> = new Set([...platformTroubles, 'platformForbids', 'conflict']);

export interface CardsLostDialogProps {
  name: string;
  lost: string;
  readerProfiles: ReaderProfiles;
  onReplace(replacement: string | null, expectedHolder: string | null): Promise<ActionResult<ReplaceOutcome>>;
  onClose(): void;
}

/** Removes a lost card from a member in one step, with or without a replacement. */
export function CardsLostDialog({ name, lost, readerProfiles, onReplace, onClose }: CardsLostDialogProps) {
  const t = useTranslations('cards.lostDialog');
  const input = useTranslations('cards.input');
  const common = useTranslations('common');
  const [note, setNote] = useState<string | null>(null);
  const tell = useReplacedNote(name, lost);
  const { step, submit, confirm, startOver } = useCardChange<
    string | null,
    Exclude<ReplaceOutcome, { kind: 'heldByAnother' }>
  >({
    change: onReplace,
    onDone: (outcome, replacement) => {
      if (outcome.kind === 'sameCard') return setNote(t('sameCard'));
      tell(outcome, replacement);
      onClose();
    },
  });
  const replace = (replacement: string | null) => {
    setNote(null);
    submit(replacement);
  };
  const isChanging = step.kind === 'changing';
  const begin = () => {
    if (isChanging) return;
    setNote(null);
    startOver();
  };
  const takeCard = (card: CardInHand) => {
    if (isChanging) return;
    if (card.kind === 'rfid') replace(card.value);
    else setNote(input('noPassHere'));
  };

  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={t('title', { card: displayCardNumber(lost) })}
      description={t('description', { name })}
      closeLabel={common('close')}
    >
      {isChanging && <CardsWorking text={t('working')} />}
      {step.kind === 'asking' && (
        <CardsHolderQuestion
          key={step.holder.accountId}
          kind="rfid"
          holder={step.holder}
          name={name}
          isAgain={step.isAgain}
          onMove={confirm}
          onKeep={startOver}
        />
      )}
      {step.kind === 'waiting' && (
        <>
          <CardsFailure failure={step.failure}>
            {step.failureCode && forgottenBefore.has(step.failureCode) && t('failedText', { name })}
          </CardsFailure>
          <Problem>{note}</Problem>
        </>
      )}
      <CardsInput readerProfiles={readerProfiles} isHidden={step.kind !== 'waiting'} onScan={begin} onCard={takeCard} />
      {step.kind === 'waiting' && (
        <div className="flex justify-end border-line border-t pt-4">
          <Button look="danger" onClick={() => replace(null)}>
            {t('without')}
          </Button>
        </div>
      )}
    </Dialog>
  );
}

function useReplacedNote(name: string, lost: string) {
  const t = useTranslations('cards.lostDialog');
  const common = useTranslations('cards.addDialog');
  const card = displayCardNumber(lost);
  return (outcome: Exclude<ReplaceOutcome, { kind: 'heldByAnother' | 'sameCard' }>, replacement: string | null) => {
    switch (outcome.kind) {
      case 'replaced': {
        const { isStillKnown } = outcome;
        const cards = outcome.otherForms.map(displayCardNumber).join(', ');
        const values = { card, name, replacement: replacement ? displayCardNumber(replacement) : '' };
        const text = replacement
          ? t(isStillKnown ? 'replacedStillKnown' : 'replaced', values)
          : t(isStillKnown ? 'stillKnown' : 'removed', { card });
        return toast[isStillKnown ? 'error' : 'success'](cards ? `${text} ${t('otherForms', { cards })}` : text);
      }
      case 'listDiffers': {
        const missing = outcome.missing.map(displayCardNumber).join(', ');
        if (outcome.isStillListed) toast.error(t('stillListed', { card }));
        return missing ? toast.error(t('missing', { cards: missing, name })) : undefined;
      }
      case 'notConfirmed':
        return toast.error(t('notConfirmed', { card }));
      case 'cardsUnreadable':
        return toast.error(t('cardsUnreadable', { count: outcome.count, name }));
      case 'notOurs':
        return toast.error(t('notOurs'));
      case 'memberGone':
        return toast.error(common('memberGone', { name }));
      default:
        return outcome satisfies never;
    }
  };
}
