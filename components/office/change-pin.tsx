'use client';

import { useState } from 'react';
import { FormDialog } from '#components/dialogs/form-dialog.tsx';
import { useAction } from '#components/hooks/use-action.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';
import { type PinProblem, pinProblem } from '#lib/wire/pins.ts';
import type { StaffRole } from '#lib/wire/staff.ts';
import { PinPair } from './pin-pair.tsx';

interface ChangePinProps {
  name: string;
  role: StaffRole;
  onChange(pin: string): Promise<ActionResult<null>>;
  onChanged(): Promise<unknown>;
  onClose(): void;
}

export function ChangePin({ name, role, onChange, onChanged, onClose }: ChangePinProps) {
  const t = useTranslations('office.staff');
  const [pins, setPins] = useState({ pin: '', again: '' });
  const [problem, setProblem] = useState<PinProblem | null>(null);
  const change = useAction(onChange, { onDone: onChanged });
  const submit = () => {
    const found = pinProblem(pins, role);
    setProblem(found);
    if (!found) void change.run(pins.pin);
  };
  return (
    <FormDialog
      title={t('changePinTitle', { name })}
      description={t('changePinText')}
      submit={t('actions.changePin')}
      isPending={change.isPending}
      failure={change.failure}
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
