'use client';

import { Button } from '#components/ui/button.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { useGymPath } from '#lib/browser/page/gym-address.tsx';
import { type CardInHand, cardOfScan, putCardInHand } from '#lib/browser/scan/card-in-hand.ts';
import { newMemberPath } from '#lib/wire/member-path.ts';
import { numbersOfDecimal } from '#lib/wire/reader/decimal-card.ts';
import type { ReaderProfiles } from '#lib/wire/reader/reader-profile.ts';
import type { UnknownVerdict } from '#lib/wire/verdict.ts';
import { AssignDecimal } from './assign-decimal.tsx';
import { useReception } from './reception-context.ts';

export interface UnknownActionsProps {
  verdict: UnknownVerdict;
  readerProfiles: ReaderProfiles;
  onAssign(card: CardInHand): void;
}

/** The actions for an unknown card. */
export function UnknownActions({ verdict, readerProfiles, onAssign }: UnknownActionsProps) {
  const toGym = useGymPath();
  const t = useTranslations('cards.assign');
  const { location, staff } = useReception();
  const counter = { locationId: location.id, staffId: staff.id };
  const isFree = verdict.reasons.some(({ code }) => code === 'cardUnknown' || code === 'passUnknown');
  const card = isFree ? cardOfScan(verdict.scanned) : null;
  if (!card) {
    const numbers =
      verdict.scanned.kind === 'membershipId' ? numbersOfDecimal(verdict.scanned.text, readerProfiles) : [];
    // the key: another scan starts with fresh state
    return numbers.length > 0 && <AssignDecimal key={verdict.tapId} numbers={numbers} onAssign={onAssign} />;
  }
  return (
    <>
      <Button look="main" onClick={() => onAssign(card)}>
        {t('open')}
      </Button>
      {/* not onClick: another tab would not have the card, and this one would keep it */}
      <LinkButton href={toGym(newMemberPath)} onNavigate={() => putCardInHand(card, counter)}>
        {t('create')}
      </LinkButton>
    </>
  );
}
