'use client';

import { useTranslations } from 'next-intl';
import { Button } from '#components/ui/button.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import type { UnknownVerdict } from '#lib/desk/verdict/verdict.ts';
import { type CardInHand, cardOfScan, putCardInHand } from '#lib/scan/card-in-hand.ts';

export interface UnknownActionsProps {
  verdict: UnknownVerdict;
  onAssign(card: CardInHand): void;
}

/** What can be done about a card that nobody has. */
export function UnknownActions({ verdict, onAssign }: UnknownActionsProps) {
  const t = useTranslations('cards.assign');
  const isFree = verdict.reasons.some(({ code }) => code === 'cardUnknown' || code === 'passUnknown');
  const card = isFree ? cardOfScan(verdict.scanned) : null;
  if (!card) return null;
  return (
    <>
      <Button look="main" onClick={() => onAssign(card)}>
        {t('open')}
      </Button>
      {/* not onClick: another tab would not have the card, and this one would keep it */}
      <LinkButton href="/members/new" onNavigate={() => putCardInHand(card)}>
        {t('create')}
      </LinkButton>
    </>
  );
}
