'use client';

import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { FormDialog } from '#components/dialogs/form-dialog.tsx';
import { useAction } from '#components/hooks/use-action.ts';
import { TextField } from '#components/ui/field.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { takeScans } from '#lib/browser/scan/scan-targets.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';
import { type PinProblem, pinProblem } from '#lib/wire/pins.ts';
import type { ReadCard } from '#lib/wire/reader/read-card.ts';
import type { BadgeOutcome, StaffRole } from '#lib/wire/staff.ts';
import { PinPair } from './pin-pair.tsx';

interface GiveBadgeProps {
  name: string;
  role: StaffRole;
  onGive(badge: ReadCard & { pin: string }): Promise<ActionResult<BadgeOutcome>>;
  onGiven(): Promise<unknown>;
  onClose(): void;
}

const noCard: ReadCard = { card: '', source: 'typed' };
const noPins = { pin: '', again: '' };

/** Takes a card from the reader, or its number, and the PIN that the colleague chooses. */
export function GiveBadge({ name, role, onGive, onGiven, onClose }: GiveBadgeProps) {
  const t = useTranslations('office.staff');
  const cardField = useRef<HTMLInputElement>(null);
  const pinField = useRef<HTMLInputElement>(null);
  const [read, setRead] = useState(noCard);
  const [pins, setPins] = useState(noPins);
  const [cardProblem, setCardProblem] = useState<string | null>(null);
  const [pinsProblem, setPinsProblem] = useState<PinProblem | null>(null);

  const take = (next: ReadCard) => {
    setRead(next);
    setCardProblem(null);
  };
  const scan = (card: string) => {
    take({ card: card.trim(), source: 'scan' });
    pinField.current?.focus();
  };
  const takeScan = useEffectEvent(scan);
  useEffect(() => takeScans((text) => takeScan(text)), []);

  const give = useAction(onGive, { onDone: ({ kind }) => (kind === 'given' ? onGiven() : undefined) });
  const submit = async () => {
    const problem = pinProblem(pins, role);
    setPinsProblem(problem);
    if (read.card.trim() === '') return setCardProblem(t('cardMissing'));
    if (problem) return;
    const given = await give.run({ ...read, pin: pins.pin });
    if (!given?.ok || given.value.kind === 'given') return;
    setCardProblem(problemOf(given.value));
    cardField.current?.select();
  };
  const problemOf = (outcome: Exclude<BadgeOutcome, { kind: 'given' }>) => {
    switch (outcome.kind) {
      case 'unreadable':
        return t('cardUnreadable');
      case 'takenByColleague':
        return outcome.name === null ? t('cardOfSomebodyElsewhere') : t('cardOfColleague', { name: outcome.name });
      case 'takenByMember':
        return t('cardOfMember', { name: outcome.name });
    }
  };

  return (
    <FormDialog
      title={t('giveBadgeTitle', { name })}
      description={t('giveBadgeText')}
      submit={t('actions.giveBadge')}
      isPending={give.isPending}
      failure={give.failure}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        ref={cardField}
        data-autofocus
        label={t('card')}
        hint={t('cardHint')}
        error={cardProblem ?? undefined}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        autoCorrect="off"
        maxLength={100}
        value={read.card}
        onChange={(event) => take({ card: event.target.value, source: 'typed' })}
      />
      <PinPair
        ref={pinField}
        role={role}
        pins={pins}
        problem={pinsProblem}
        onCard={scan}
        onChange={(next) => {
          setPins(next);
          setPinsProblem(null);
        }}
      />
    </FormDialog>
  );
}
