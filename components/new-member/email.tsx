'use client';

import { type FormEvent, useState } from 'react';
import { TextField } from '#components/ui/field.tsx';
import { PendingButton } from '#components/ui/pending-button.tsx';
import { PendingFields } from '#components/ui/pending-fields.tsx';
import { Problem } from '#components/ui/problem.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';

interface NewMemberEmailProps {
  /** What was typed before. */
  email: string;
  isPending: boolean;
  /** Why the address could not be looked up; null where it was not tried. */
  failure: string | null;
  onContinue(email: string): void;
}

/** The first question: whose e-mail address is it? Whoever is known is found before a second one is made of them. */
export function NewMemberEmail({ email, isPending, failure, onContinue }: NewMemberEmailProps) {
  const t = useTranslations('newMember.email');
  const [isIncomplete, setIsIncomplete] = useState(false);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isPending) return;
    const typed = String(new FormData(event.currentTarget).get('email')).trim();
    const isEmail = /^\S+@\S+\.\S+$/.test(typed);
    setIsIncomplete(!isEmail);
    if (isEmail) onContinue(typed);
  };
  return (
    <form noValidate method="post" onSubmit={submit} className="grid gap-4">
      <PendingFields isPending={isPending}>
        <TextField
          label={t('label')}
          hint={t('hint')}
          name="email"
          type="email"
          autoComplete="off"
          spellCheck={false}
          autoCorrect="off"
          autoCapitalize="off"
          maxLength={320}
          defaultValue={email}
          autoFocus
          onChange={() => setIsIncomplete(false)}
          error={isIncomplete ? t('incomplete') : undefined}
        />
      </PendingFields>
      <Problem>{failure}</Problem>
      <PendingButton type="submit" look="main" isPending={isPending} className="justify-self-start">
        {t('continue')}
      </PendingButton>
    </form>
  );
}
