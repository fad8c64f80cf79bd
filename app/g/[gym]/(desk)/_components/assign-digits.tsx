'use client';

import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import type { CardInHand } from '#lib/browser/scan/card-in-hand.ts';
import { type CardNumber, displayCardNumber } from '#lib/wire/reader/card-number.ts';

interface AssignDigitsProps {
  /** The card numbers that the digits may stand for. */
  numbers: readonly CardNumber[];
  onAssign(card: CardInHand): void;
}

/**
 * Digits that no reader of the location sends for a card: how they are to be read is unknown. The user, who holds the
 * card, chooses; nothing is guessed.
 */
export function AssignDigits({ numbers, onAssign }: AssignDigitsProps) {
  const t = useTranslations('cards.assign');
  const [isAsking, setIsAsking] = useState(false);
  if (!isAsking) {
    return <Button onClick={() => setIsAsking(true)}>{t('open')}</Button>;
  }
  return (
    <fieldset className="grid gap-2.5">
      <legend className="font-semibold text-lg">{t('whichNumber')}</legend>
      <p className="max-w-prose text-ink-soft">{t('whichNumberText')}</p>
      <div className="flex flex-wrap gap-2.5">
        {numbers.map((value) => (
          <Button key={value} onClick={() => onAssign({ kind: 'rfid', value })}>
            {displayCardNumber(value)}
          </Button>
        ))}
      </div>
    </fieldset>
  );
}
