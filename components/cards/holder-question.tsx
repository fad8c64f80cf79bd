'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useRef } from 'react';
import { Button } from '#components/ui/button.tsx';

interface CardsHolderQuestionProps {
  kind: 'rfid' | 'nfc';
  /** Who has the card now. */
  holder: string;
  /** Who is to have it. */
  name: string;
  /** It changed hands since the question was asked before. */
  isAgain: boolean;
  onMove(): void;
  onKeep(): void;
}

/** Asks before a card is taken from somebody. */
export function CardsHolderQuestion({ kind, holder, name, isAgain, onMove, onKeep }: CardsHolderQuestionProps) {
  const t = useTranslations('cards.holder');
  const keep = useRef<HTMLButtonElement>(null);
  // the answer that changes nothing has the focus: a reader ends each scan with Enter
  useEffect(() => keep.current?.focus(), []);
  return (
    <div className="grid gap-4">
      <div role="alert" className="grid gap-1.5">
        <p className="wrap-anywhere font-semibold text-xl">
          {t(isAgain ? 'titleAgain' : 'title', { kind, holder, name })}
        </p>
        <p className="text-ink-soft">{t('text', { holder })}</p>
      </div>
      <div className="flex flex-wrap justify-end gap-2.5">
        <Button ref={keep} onClick={onKeep}>
          {t('keep', { holder })}
        </Button>
        <Button look="main" onClick={onMove}>
          {t('move', { name })}
        </Button>
      </div>
    </div>
  );
}
