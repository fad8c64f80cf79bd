'use client';

import { FormDialog } from '#components/dialogs/form-dialog.tsx';
import { useAction } from '#components/hooks/use-action.ts';
import { useForm } from '#components/hooks/use-form.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';
import { changePinForm } from '#lib/wire/pins.ts';
import type { StaffRole } from '#lib/wire/staff.ts';
import { PinPair, usePinSentence } from './pin-pair.tsx';

interface ChangePinProps {
  name: string;
  role: StaffRole;
  onChange(pin: string): Promise<ActionResult<null>>;
  onChanged(): Promise<unknown>;
  onClose(): void;
}

export function ChangePin({ name, role, onChange, onChanged, onClose }: ChangePinProps) {
  const t = useTranslations('office.staff');
  const change = useAction(onChange, { onDone: onChanged });
  const form = useForm(changePinForm(role), {
    initial: { pin: '', again: '' },
    action: change,
    mistakeOf: usePinSentence(role),
  });
  return (
    <FormDialog
      title={t('changePinTitle', { name })}
      description={t('changePinText')}
      submit={t('actions.changePin')}
      isPending={form.isPending}
      failure={form.failure}
      onSubmit={form.submit(({ pin }) => void change.run(pin))}
      onClose={onClose}
    >
      <PinPair
        isFirst
        role={role}
        pins={form.values}
        mistakes={form.mistakes}
        // a scan is ignored here
        onCard={() => {}}
        onChange={(pins) => form.change(pins)}
      />
    </FormDialog>
  );
}
