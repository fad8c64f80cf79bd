'use client';

import { useState } from 'react';
import { z } from 'zod';
import { enter } from '#app/_components/enter.ts';
import { useAction } from '#components/hooks/use-action.ts';
import { useForm } from '#components/hooks/use-form.ts';
import { Button } from '#components/ui/button.tsx';
import { TextField } from '#components/ui/field.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { PendingButton } from '#components/ui/pending-button.tsx';
import { Problem } from '#components/ui/problem.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { postSignIn } from '#lib/browser/queries/session-requests.ts';
import { longestPassword, shortestPassword } from '#shared/password/password-length.ts';

interface SignInLinkProps {
  token: string;
  /** Whether the person has a password already, which may stay. */
  hasPassword: boolean;
  /** Whether the person has passkeys, which a new password removes. */
  hasPasskeys: boolean;
}

/** Signs in by a one-time link, and saves the password that the person chooses. */
export function SignInLink({ token, hasPassword, hasPasskeys }: SignInLinkProps) {
  const t = useTranslations('signInLink');
  const [outcome, setOutcome] = useState<'signedIn' | 'invalid' | 'failed' | null>(null);
  const signIn = useAction(async (chosen: { password?: string }) => ({
    ok: true,
    value: await postSignIn('link', { token, ...chosen }),
  }));
  const isPending = signIn.isPending || outcome === 'signedIn';
  const tooShort = t('passwordTooShort', { count: shortestPassword });
  const form = useForm(z.object({ password: z.string().min(shortestPassword) }), {
    initial: { password: '' },
    action: { ...signIn, isPending },
    mistakeOf: () => tooShort,
  });
  const send = async (chosen: { password?: string }) => {
    if (isPending) return;
    setOutcome(null);
    const answer = await signIn.run(chosen);
    if (!answer?.ok) return;
    if (answer.value.kind === 'signedIn') {
      setOutcome('signedIn');
      return enter();
    }
    const { because } = answer.value;
    if (because === 'unsafePassword') return form.refuse({ password: t('passwordUnsafe') });
    setOutcome(because === 'CredentialsSignin' ? 'invalid' : 'failed');
  };
  const submit = form.submit(
    async ({ password }) => {
      await send({ password });
      return undefined;
    },
    (fields) => ({ password: String(fields.get('password')) }),
  );
  return (
    <form method="post" noValidate onSubmit={submit} className="grid gap-4">
      <TextField
        name="password"
        type="password"
        label={t('password')}
        hint={t('passwordHint', { count: shortestPassword })}
        error={form.mistakes.password}
        // uncontrolled: text typed before hydration stays in the field
        onChange={form.field('password').onChange}
        autoComplete="new-password"
        maxLength={longestPassword}
      />
      <Problem>{outcome && outcome !== 'signedIn' ? t(outcome) : form.failure}</Problem>
      {outcome === 'invalid' && <LinkButton href="/sign-in">{t('toSignIn')}</LinkButton>}
      <PendingButton type="submit" look="main" isPending={isPending}>
        {t('save')}
      </PendingButton>
      {hasPasskeys && <p className="text-ink-soft text-sm">{t('removesPasskeys')}</p>}
      {hasPassword && (
        <Button aria-disabled={isPending} onClick={() => void send({})}>
          {t('keep')}
        </Button>
      )}
    </form>
  );
}
