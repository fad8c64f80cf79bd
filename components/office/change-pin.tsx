'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { type PinProblem, pinProblem } from '#lib/wire/pins.ts';
import type { StaffRole } from '#lib/wire/staff.ts';
import { FormDialog } from './form-dialog.tsx';
import { PinPair } from './pin-pair.tsx';

export interface ChangePinProps {
  name: string;
  role: StaffRole;
  onChange(pin: string): Promise<void>;
  onClose(): void;
}

export function ChangePin({ name, role, onChange, onClose }: ChangePinProps) {
  const t = useTranslations('office.staff');
  const [pins, setPins] = useState({ pin: '', again: '' });
  const [problem, setProblem] = useState<PinProblem | null>(null);
  const submit = async () => {
    const found = pinProblem(pins, role);
    setProblem(found);
    if (!found) await onChange(pins.pin);
  };
  return (
    <FormDialog
      title={t('changePinTitle', { name })}
      description={t('changePinText')}
      submit={t('actions.changePin')}
      onSubmit={submit}
      onClose={onClose}
    >
      <PinPair
        isFirst
        role={role}
        pins={pins}
        problem={problem}
        // a card has nothing to say here
        onCard={() => {}}
        onChange={(next) => {
          setPins(next);
          setProblem(null);
        }}
      />
    </FormDialog>
  );
}
