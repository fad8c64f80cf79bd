'use client';

import { useState } from 'react';
import { z } from 'zod';
import { FormDialog } from '#components/dialogs/form-dialog.tsx';
import { useAction } from '#components/hooks/use-action.ts';
import { useForm } from '#components/hooks/use-form.ts';
import { TextField } from '#components/ui/field.tsx';
import { longestEmail } from '#contracts/v2/primitives.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';
import {
  type Colleague,
  type CorrectInput,
  type CorrectOutcome,
  inviteInput,
  longestStaffName,
} from '#lib/wire/staff.ts';

interface CorrectColleagueProps {
  colleague: Pick<Colleague, 'name' | 'email'>;
  onCorrect(change: Omit<CorrectInput, 'staffId'>): Promise<ActionResult<CorrectOutcome>>;
  onCorrected(name: string): Promise<unknown>;
  onClose(): void;
}

/** Changes the name and the e-mail address of a colleague. */
export function CorrectColleague({ colleague, onCorrect, onCorrected, onClose }: CorrectColleagueProps) {
  const { name, email } = colleague;
  const t = useTranslations('office.staff');
  const correct = useAction(onCorrect);
  // an address without a dot may be an earlier one: it can stay
  const [written] = useState(() =>
    inviteInput.pick({ name: true }).extend({ email: z.literal(email).or(inviteInput.shape.email) }),
  );
  const form = useForm(written, {
    initial: { name, email },
    action: correct,
    mistakeOf: (_, field) => t(field === 'email' ? 'emailInvalid' : 'nameMissing'),
  });
  const submit = form.submit(async (now) => {
    const answer = await correct.run({
      name: now.name === name ? undefined : now.name,
      email: now.email === email ? undefined : now.email,
    });
    if (!answer?.ok) return answer;
    const { value } = answer;
    if (value.kind === 'corrected') return void onCorrected(now.name);
    return form.refuse({
      email: value.name === null ? t('emailTakenElsewhere') : t('addressTaken', { name: value.name }),
    });
  });
  return (
    <FormDialog
      title={t('correctTitle', { name })}
      description={t('correctText', { name })}
      submit={t('save')}
      isPending={form.isPending}
      failure={form.failure}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        {...form.field('name')}
        data-autofocus
        label={t('name')}
        error={form.mistakes.name}
        autoComplete="off"
        maxLength={longestStaffName}
      />
      <TextField
        {...form.field('email')}
        label={t('email')}
        error={form.mistakes.email}
        type="email"
        autoComplete="off"
        maxLength={longestEmail}
      />
    </FormDialog>
  );
}
