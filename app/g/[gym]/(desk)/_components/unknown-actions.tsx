'use client';

import { Button } from '#components/ui/button.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { useGymPath } from '#lib/browser/page/gym-address.tsx';
import { type CardInHand, cardOfScan, putCardInHand } from '#lib/browser/scan/card-in-hand.ts';
import { newMemberPath } from '#lib/wire/member-path.ts';
import { isFullNumber } from '#lib/wire/reader/is-full-number.ts';
import { possibleNumbers } from '#lib/wire/reader/possible-numbers.ts';
import type { UnknownVerdict } from '#lib/wire/verdict.ts';
import { AssignDigits } from './assign-digits.tsx';
import { useReception } from './reception-context.ts';
import { SetUpReader } from './set-up-reader.tsx';

export interface UnknownActionsProps {
  verdict: UnknownVerdict;
  onAssign(card: CardInHand): void;
}

/** The actions for an unknown card. */
export function UnknownActions({ verdict, onAssign }: UnknownActionsProps) {
  const toGym = useGymPath();
  const t = useTranslations('cards.assign');
  const { location, staff } = useReception();
  const counter = { locationId: location.id, staffId: staff.id };
  const isFree = verdict.reasons.some(({ code }) => code === 'cardUnknown' || code === 'passUnknown');
  const card = isFree ? cardOfScan(verdict.scanned) : null;
  const digits = verdict.isScan && (isFree || verdict.scanned.kind !== 'rfid') ? digitsOf(verdict) : null;
  const isOther = digits !== null && verdict.scanned.kind !== 'rfid' && isFullNumber(digits);
  const numbers = isOther ? possibleNumbers(digits) : [];
  return (
    <>
      {card && (
        <Button look="main" onClick={() => onAssign(card)}>
          {t('open')}
        </Button>
      )}
      {/* the key: another scan starts with fresh state */}
      {numbers.length > 0 && <AssignDigits key={verdict.tapId} numbers={numbers} onAssign={onAssign} />}
      {card && (
        // not onClick: another tab would not have the card, and this one would keep it
        <LinkButton href={toGym(newMemberPath)} onNavigate={() => putCardInHand(card, counter)}>
          {t('create')}
        </LinkButton>
      )}
      {digits !== null && <SetUpReader role={staff.role} />}
    </>
  );
}

const fewestDigits = 6;
/** The readers' other formats have these problems. */
const problemsOfFormat: readonly string[] = ['oddDigits', 'wrongLength', 'tooLong', 'outOfRange'];

/** The digits of a scan that a reader with another way of writing may have sent for a card; null where it is none. */
function digitsOf({ scanned, reasons }: UnknownVerdict): string | null {
  const text = scanned.text.replace(/^0x/i, '').replaceAll(' ', '');
  if (text.length < fewestDigits) return null;
  const isOddNumber =
    scanned.kind === 'unreadable' &&
    reasons.some((reason) => reason.code === 'unreadable' && problemsOfFormat.includes(reason.problem));
  if (isOddNumber) return /^[\da-f,]+$/i.test(text) ? text : null;
  const mayBeCard = scanned.kind === 'membershipId' || scanned.kind === 'rfid';
  return mayBeCard && /^[\d,]+$/.test(text) ? text : null;
}
