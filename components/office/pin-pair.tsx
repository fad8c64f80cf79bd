'use client';

import type { RefObject } from 'react';
import { PinField } from '#components/sign-in/pin-field.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { type PinProblem, type PinPair as Pins, shortestPinOf } from '#lib/wire/pins.ts';
import type { StaffRole } from '#lib/wire/staff.ts';

interface PinPairProps {
  ref?: RefObject<HTMLInputElement | null>;
  /** Where a dialog about it begins. */
  isFirst?: boolean;
  pins: Pins;
  /** Whose PIN it is to be: a manager's is longer. */
  role: StaffRole;
  onChange(pins: Pins): void;
  problem: PinProblem | null;
  /** A card was held to the reader while one of the fields had the focus. */
  onCard(text: string): void;
}

/** Where a colleague chooses a PIN: twice, since nobody can read it. */
export function PinPair({ ref, isFirst, pins, role, onChange, problem, onCard }: PinPairProps) {
  const t = useTranslations('office.staff');
  const lengths = { shortest: String(shortestPinOf(role)) };
  const problemText = problem && t(`pinProblems.${problem}`, lengths);
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <PinField
        ref={ref}
        data-autofocus={isFirst || undefined}
        label={t('pin')}
        hint={t('pinHint', lengths)}
        error={problem === 'different' ? undefined : (problemText ?? undefined)}
        value={pins.pin}
        onChange={(pin) => onChange({ ...pins, pin })}
        onCard={onCard}
      />
      <PinField
        label={t('pinAgain')}
        error={problem === 'different' ? (problemText ?? undefined) : undefined}
        value={pins.again}
        onChange={(again) => onChange({ ...pins, again })}
        onCard={onCard}
      />
    </div>
  );
}
