'use client';

import { useTranslations } from 'next-intl';
import { type FormEvent, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Spinner } from '#components/ui/spinner.tsx';
import { postSignIn } from '#lib/queries/session-requests.ts';
import { enter } from './enter.ts';

export function SignInLink({ token, name }: { token: string; name: string }) {
  const t = useTranslations('signInLink');
  const [problem, setProblem] = useState<'invalid' | 'failed' | null>(null);
  const [isPending, setPending] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isPending) return;
    setPending(true);
    const answer = await postSignIn('link', { token }).catch(() => null);
    if (answer?.ok) return enter();
    setPending(false);
    setProblem(answer?.error === 'CredentialsSignin' ? 'invalid' : 'failed');
  };
  return (
    <form method="post" onSubmit={submit} className="grid gap-4">
      <p role="alert" className="font-medium text-refused empty:hidden">
        {problem && t(problem)}
      </p>
      <Button type="submit" look="main" aria-disabled={isPending}>
        {isPending && <Spinner />}
        {t('submit', { name })}
      </Button>
    </form>
  );
}
