'use client';

import { useState } from 'react';
import { ChoiceCards } from '#components/ui/choice-cards.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { toast } from '#components/ui/toast.ts';
import { type TagFormat, tagFormats } from '#contracts/v2/rfids.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import type { CardInHand } from '#lib/browser/scan/card-in-hand.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';
import type { AssignOutcome, Card, PassIssuer } from '#lib/wire/cards.ts';
import type { ReaderProfiles } from '#lib/wire/reader/reader-profile.ts';
import { CardsHolderQuestion, CardsWorking, useCardChange } from './change-flow.tsx';
import { CardsFailure } from './failure.tsx';
import { CardsInput } from './input.tsx';
import { useCardName, useHolderName } from './names.ts';
import { PassesIssuer } from './passes-issuer.tsx';

export interface CardsAddDialogProps {
  /** The member who gets the card. */
  name: string;
  issuers: readonly PassIssuer[];
  readerProfiles: ReaderProfiles;
  onAssign(card: Card, expectedHolder: string | null): Promise<ActionResult<AssignOutcome>>;
  onClose(): void;
}

/** Waits for a card or pass, and assigns it to a member. */
export function CardsAddDialog({ name, issuers, readerProfiles, onAssign, onClose }: CardsAddDialogProps) {
  const t = useTranslations('cards.addDialog');
  const common = useTranslations('common');
  const [pass, setPass] = useState<string | null>(null);
  const [format, setFormat] = useState<TagFormat | 'none'>('none');
  const nameCard = useCardName();
  const tell = useAssignedNote(name);
  const { step, submit, confirm, startOver } = useCardChange<Card, Exclude<AssignOutcome, { kind: 'heldByAnother' }>>({
    change: onAssign,
    onDone: (outcome, card) => {
      tell(outcome, card);
      onClose();
    },
  });
  const isChanging = step.kind === 'changing';
  const takeCard = (card: CardInHand) => {
    if (isChanging) return;
    if (card.kind === 'nfc') return setPass(card.value);
    submit({ kind: 'rfid', value: card.value, tagFormat: format === 'none' ? null : format });
  };
  const begin = () => {
    if (isChanging) return;
    setPass(null);
    startOver();
  };
  const takeIssuer = (issuer: PassIssuer | null) => {
    if (pass !== null) submit({ kind: 'nfc', value: pass, issuer });
    setPass(null);
  };

  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={t('title', { name })}
      description={t('description')}
      closeLabel={common('close')}
    >
      {isChanging && <CardsWorking text={t('working', { card: nameCard(step.card) })} />}
      {step.kind === 'asking' && (
        <CardsHolderQuestion
          key={step.holder.accountId}
          kind={step.card.kind}
          holder={step.holder}
          name={name}
          isAgain={step.isAgain}
          onMove={confirm}
          onKeep={startOver}
        />
      )}
      {step.kind === 'waiting' && <CardsFailure failure={step.failure} />}
      {step.kind === 'waiting' && pass !== null && (
        <PassesIssuer issuers={issuers} onChoose={takeIssuer} onBack={() => setPass(null)} />
      )}
      <CardsInput
        readerProfiles={readerProfiles}
        isHidden={step.kind !== 'waiting' || pass !== null}
        onScan={begin}
        onCard={takeCard}
      >
        <FormatChoice value={format} onChoose={setFormat} />
      </CardsInput>
    </Dialog>
  );
}

function FormatChoice({ value, onChoose }: { value: TagFormat | 'none'; onChoose(format: TagFormat | 'none'): void }) {
  const t = useTranslations('cards');
  const options = (['none', ...tagFormats] as const).map((format) => ({
    value: format,
    label: t(`formats.${format}`),
  }));
  return (
    <ChoiceCards label={t('format')} value={value} options={options} onChange={onChoose} className="flex flex-wrap" />
  );
}

function useAssignedNote(name: string) {
  const t = useTranslations('cards.addDialog');
  const nameCard = useCardName();
  const nameHolder = useHolderName();
  return (outcome: Exclude<AssignOutcome, { kind: 'heldByAnother' }>, assigned: Card) => {
    const card = nameCard(assigned);
    switch (outcome.kind) {
      case 'assigned':
        return toast.success(
          outcome.movedFrom
            ? t('addedMoved', { card, name, from: nameHolder(outcome.movedFrom, name) })
            : t('added', { card, name }),
        );
      case 'alreadyTheirs':
        return toast.info(t('alreadyTheirs', { card, name }));
      case 'memberGone':
        return toast.error(t('memberGone', { name }));
      default:
        return outcome satisfies never;
    }
  };
}
