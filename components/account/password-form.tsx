'use client';

import { useAction } from '#components/hooks/use-action.ts';
import { useForm } from '#components/hooks/use-form.ts';
import { useUnsaved } from '#components/hooks/use-unsaved.ts';
import { FormEnd } from '#components/office/section.tsx';
import { TextField } from '#components/ui/field.tsx';
import { PendingFields } from '#components/ui/pending-fields.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { type PasswordChange, type PasswordOutcome, passwordChange } from '#lib/wire/account.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';
import { longestTypedPassword } from '#lib/wire/typed-password.ts';
import { longestPassword, shortestPassword } from '#shared/password/password-length.ts';

interface PasswordFormProps {
  onChange(change: PasswordChange): Promise<ActionResult<PasswordOutcome>>;
  onChanged(): void;
}

const empty: PasswordChange = { current: '', next: '' };

/** The current password and the new one. */
export function PasswordForm({ onChange, onChanged }: PasswordFormProps) {
  const t = useTranslations('account.password');
  const change = useAction(onChange);
  const count = shortestPassword;
  const form = useForm(passwordChange, {
    initial: empty,
    action: change,
    mistakeOf: (_, field) => (field === 'current' ? t('currentMissing') : t('tooShort', { count })),
  });
  useUnsaved(form.isUnsaved);
  const submit = form.submit(async (entered) => {
    const answer = await change.run(entered);
    if (!answer?.ok) return answer;
    switch (answer.value.kind) {
      case 'changed':
        form.beginAnew(empty);
        return void onChanged();
      case 'wrong':
        return form.refuse({ current: t('wrong') });
      case 'tooManyAttempts':
        return form.refuse({ current: t('tooManyAttempts') });
      case 'unsafe':
        return form.refuse({ next: t('unsafe') });
    }
  });
  return (
    <form method="post" noValidate onSubmit={submit} className="grid max-w-md gap-4">
      <PendingFields isPending={form.isPending}>
        <TextField
          {...form.field('current')}
          type="password"
          label={t('current')}
          error={form.mistakes.current}
          autoComplete="current-password"
          maxLength={longestTypedPassword}
        />
        <TextField
          {...form.field('next')}
          type="password"
          label={t('next')}
          hint={t('hint', { count })}
          error={form.mistakes.next}
          autoComplete="new-password"
          maxLength={longestPassword}
        />
      </PendingFields>
      <FormEnd submit={t('submit')} look="main" isPending={form.isPending} failure={form.failure} />
    </form>
  );
}
