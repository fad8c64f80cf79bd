'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { TextField } from '#components/ui/field.tsx';
import type { ReadCard } from '#lib/scan/read-card.ts';
import { takeScans } from '#lib/scan/scan-targets.ts';
import { type PinProblem, pinProblem } from '#lib/wire/pins.ts';
import type { BadgeOutcome, StaffRole } from '#lib/wire/staff.ts';
import { FormDialog } from './form-dialog.tsx';
import { PinPair } from './pin-pair.tsx';

export interface GiveBadgeProps {
  name: string;
  role: StaffRole;
  /** Null where it failed, which was said already. */
  onGive(badge: ReadCard & { pin: string }): Promise<BadgeOutcome | null>;
  onClose(): void;
}

const noCard: ReadCard = { card: '', source: 'typed' };
const noPins = { pin: '', again: '' };

/** Takes a card from the reader, or its number, and the PIN that the colleague chooses. */
export function GiveBadge({ name, role, onGive, onClose }: GiveBadgeProps) {
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

  const submit = async () => {
    const problem = pinProblem(pins, role);
    setPinsProblem(problem);
    if (read.card.trim() === '') return setCardProblem(t('cardMissing'));
    if (problem) return;
    const outcome = await onGive({ ...read, pin: pins.pin });
    if (outcome === null || outcome.kind === 'given') return;
    setCardProblem(problemOf(outcome));
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
