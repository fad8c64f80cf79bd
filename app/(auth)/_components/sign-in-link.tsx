'use client';

import { type FormEvent, useState } from 'react';
import { useAction } from '#components/hooks/use-action.ts';
import { PendingButton } from '#components/ui/pending-button.tsx';
import { Problem } from '#components/ui/problem.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { postSignIn } from '#lib/browser/queries/session-requests.ts';
import { enter } from './enter.ts';

export function SignInLink({ token, name }: { token: string; name: string }) {
  const t = useTranslations('signInLink');
  const [outcome, setOutcome] = useState<'signedIn' | 'invalid' | 'failed' | null>(null);
  const signIn = useAction(async () => ({ ok: true, value: await postSignIn('link', { token }) }));
  const isPending = signIn.isPending || outcome === 'signedIn';
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isPending) return;
    setOutcome(null);
    const answer = await signIn.run();
    if (!answer?.ok) return;
    if (answer.value.kind === 'refused') {
      return setOutcome(answer.value.because === 'CredentialsSignin' ? 'invalid' : 'failed');
    }
    setOutcome('signedIn');
    enter();
  };
  return (
    <form method="post" onSubmit={submit} className="grid gap-4">
      <Problem>{outcome && outcome !== 'signedIn' ? t(outcome) : signIn.failure}</Problem>
      <PendingButton type="submit" look="main" isPending={isPending}>
        {t('submit', { name })}
      </PendingButton>
    </form>
  );
}
