'use client';

import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { toast } from '#components/ui/toast.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import type { CardInHand } from '#lib/browser/scan/card-in-hand.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';
import type { AssignOutcome, Card, PassIssuer } from '#lib/wire/cards.ts';
import type { MemberMatch } from '#lib/wire/directory.ts';
import { BoxedMember, CardsHolderQuestion, CardsWorking, useCardChange } from './change-flow.tsx';
import { CardsFailure } from './failure.tsx';
import { CardsMemberPicker, type CardsMemberPickerProps } from './member-picker.tsx';
import { useCardName } from './names.ts';
import { PassesIssuer } from './passes-issuer.tsx';

interface CardsAssignDialogProps {
  /** A scanned card or pass that belongs to no member. */
  card: CardInHand;
  search: Omit<CardsMemberPickerProps, 'onChoose'>;
  /** Null until a member is chosen. */
  member: MemberMatch | null;
  onChoose(member: MemberMatch | null): void;
  /** Pass issuers used at this location before; null while loading. */
  issuers: readonly PassIssuer[] | null;
  onAssign(accountId: string, card: Card, expectedHolder: string | null): Promise<ActionResult<AssignOutcome>>;
  /** Looks the card up again: the member is at the counter. */
  onLookUp(): void;
  /** Called once the card is assigned, instead of the offer to look it up again. */
  onGiven?(): void;
  onClose(): void;
}

/** Assigns a card that was scanned at the counter to a member found by search. */
export function CardsAssignDialog({
  card,
  search,
  member,
  onChoose,
  issuers,
  onAssign,
  onLookUp,
  onGiven,
  onClose,
}: CardsAssignDialogProps) {
  const t = useTranslations('cards.assign');
  const add = useTranslations('cards.addDialog');
  const common = useTranslations('common');
  const [isDone, setIsDone] = useState(false);
  const number = useCardName()(card);
  const name = member?.displayName ?? '';
  const { step, submit, confirm, startOver } = useCardChange<Card, Exclude<AssignOutcome, { kind: 'heldByAnother' }>>({
    change: (given, expectedHolder) => onAssign(member?.accountId ?? '', given, expectedHolder),
    onDone: ({ kind }) => {
      if (kind !== 'memberGone') return onGiven ? onGiven() : setIsDone(true);
      toast.error(add('memberGone', { name }));
      onChoose(null);
    },
  });
  const isWaiting = step.kind === 'waiting' && !isDone;

  return (
    <Dialog
      isOpen
      hasInput={member !== null && !isDone}
      onOpenChange={onClose}
      title={isDone ? t('doneTitle', { card: number, name }) : t('title', { card: number })}
      description={isDone ? t('doneText') : t('description')}
      closeLabel={common('close')}
    >
      {step.kind === 'changing' && <CardsWorking text={t('working', { card: number })} />}
      {step.kind === 'asking' && member && (
        <CardsHolderQuestion
          key={step.holder.accountId}
          kind={card.kind}
          holder={step.holder}
          name={name}
          taker={member}
          isAgain={step.isAgain}
          onMove={confirm}
          onKeep={startOver}
        />
      )}
      {member && (isWaiting || isDone) && <BoxedMember member={member} />}
      {isWaiting && <CardsFailure failure={step.failure} />}
      {isWaiting && !member && <CardsMemberPicker {...search} onChoose={onChoose} />}
      {isWaiting && member && card.kind === 'rfid' && (
        <GiveQuestion
          text={t('confirm', { card: number, name })}
          name={name}
          onGive={() => submit({ kind: 'rfid', value: card.value, tagFormat: null })}
          onBack={() => onChoose(null)}
        />
      )}
      {isWaiting && member && card.kind === 'nfc' && issuers && (
        <PassesIssuer
          issuers={issuers}
          onChoose={(issuer) => submit({ kind: 'nfc', value: card.value, issuer })}
          onBack={() => onChoose(null)}
        />
      )}
      {isDone && (
        <div className="flex flex-wrap items-center justify-end gap-2.5">
          <CircleCheck aria-hidden className="mr-auto size-8 text-accent" />
          <Button onClick={onClose}>{t('later')}</Button>
          <Button look="main" autoFocus onClick={onLookUp}>
            {t('lookUpAgain', { name })}
          </Button>
        </div>
      )}
    </Dialog>
  );
}

interface GiveQuestionProps {
  text: string;
  name: string;
  onGive(): void;
  onBack(): void;
}

function GiveQuestion({ text, name, onGive, onBack }: GiveQuestionProps) {
  const t = useTranslations('cards.assign');
  return (
    <div className="grid gap-4">
      <p className="break-words font-semibold text-xl">{text}</p>
      <div className="flex flex-wrap justify-end gap-2.5">
        <Button onClick={onBack}>{t('another')}</Button>
        <Button look="main" autoFocus onClick={onGive}>
          {t('give', { name })}
        </Button>
      </div>
    </div>
  );
}
