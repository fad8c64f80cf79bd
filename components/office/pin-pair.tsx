'use client';

import type { RefObject } from 'react';
import { PinField } from '#components/sign-in/pin-field.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { pinProblems, shortestPinOf } from '#lib/wire/pins.ts';
import type { StaffRole } from '#lib/wire/staff.ts';

interface PinPairProps {
  ref?: RefObject<HTMLInputElement | null>;
  /** Whether a dialog focuses it first. */
  isFirst?: boolean;
  pins: Record<'pin' | 'again', string>;
  /** The role of the PIN's owner: a manager's PIN is longer. */
  role: StaffRole;
  onChange(changed: Partial<Record<'pin' | 'again', string>>): void;
  mistakes: Partial<Record<string, string>>;
  /** A card was scanned while one of the fields was focused. */
  onCard(text: string): void;
}

/** The fields for choosing a PIN: typed twice, since the text is hidden. */
export function PinPair({ ref, isFirst, pins, role, onChange, mistakes, onCard }: PinPairProps) {
  const t = useTranslations('office.staff');
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <PinField
        ref={ref}
        data-autofocus={isFirst || undefined}
        label={t('pin')}
        hint={t('pinHint', lengthsOf(role))}
        error={mistakes.pin}
        value={pins.pin}
        onChange={(pin) => onChange({ pin })}
        onCard={onCard}
      />
      <PinField
        label={t('pinAgain')}
        error={mistakes.again}
        value={pins.again}
        onChange={(again) => onChange({ again })}
        onCard={onCard}
      />
    </div>
  );
}

export function usePinSentence(role: StaffRole): (rule: string) => string {
  const t = useTranslations('office.staff.pinProblems');
  return (rule) => t(pinProblems.find((known) => known === rule) ?? 'length', lengthsOf(role));
}

const lengthsOf = (role: StaffRole) => ({ shortest: String(shortestPinOf(role)) });
