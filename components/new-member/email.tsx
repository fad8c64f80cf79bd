'use client';

import type { Action } from '#components/hooks/use-action.ts';
import { useForm } from '#components/hooks/use-form.ts';
import { TextField } from '#components/ui/field.tsx';
import { PendingButton } from '#components/ui/pending-button.tsx';
import { PendingFields } from '#components/ui/pending-fields.tsx';
import { Problem } from '#components/ui/problem.tsx';
import { longestEmail } from '#contracts/v2/primitives.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';
import { newEmailInput } from '#lib/wire/new-member.ts';

const emailForm = newEmailInput.pick({ email: true });

interface NewMemberEmailProps {
  /** The e-mail address typed before. */
  email: string;
  /** The state of the look-up of the address. */
  lookUp: Pick<Action<never, unknown>, 'isPending' | 'failure' | 'forgetFailure'>;
  onType(email: string): void;
  /** @returns the response, where the form does not continue */
  onContinue(email: string): Promise<ActionResult<unknown> | null | undefined>;
}

/** The first step asks for the e-mail address: an existing member is found before a duplicate is created. */
export function NewMemberEmail({ email, lookUp, onType, onContinue }: NewMemberEmailProps) {
  const t = useTranslations('newMember.email');
  const form = useForm(emailForm, { initial: { email }, action: lookUp, mistakeOf: () => t('incomplete') });
  const submit = form.submit(
    (entered) => onContinue(entered.email),
    (fields) => ({ email: String(fields.get('email')) }),
  );
  return (
    <form noValidate method="post" onSubmit={submit} className="grid gap-4">
      <PendingFields isPending={form.isPending}>
        <TextField
          label={t('label')}
          hint={t('hint')}
          name="email"
          type="email"
          autoComplete="off"
          spellCheck={false}
          autoCorrect="off"
          autoCapitalize="off"
          maxLength={longestEmail}
          // uncontrolled: text typed before hydration stays in the field
          defaultValue={email}
          autoFocus
          onChange={(event) => {
            form.field('email').onChange(event);
            onType(event.target.value);
          }}
          error={form.mistakes.email}
        />
      </PendingFields>
      <Problem>{form.failure}</Problem>
      <PendingButton type="submit" look="main" isPending={form.isPending} className="justify-self-start">
        {t('continue')}
      </PendingButton>
    </form>
  );
}
