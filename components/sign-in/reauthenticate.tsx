'use client';

import { KeyRound } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { FormDialog } from '#components/dialogs/form-dialog.tsx';
import { useAction } from '#components/hooks/use-action.ts';
import { usePasskeysOffered } from '#components/hooks/use-passkeys.ts';
import { Button } from '#components/ui/button.tsx';
import { TextField } from '#components/ui/field.tsx';
import { Spinner } from '#components/ui/spinner.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { provePasskey } from '#lib/browser/page/passkeys.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';
import type {
  ReauthenticationInput,
  ReauthenticationMeans,
  ReauthenticationOutcome,
} from '#lib/wire/reauthentication.ts';
import { longestTypedPassword } from '#lib/wire/typed-password.ts';
import { reauthenticationMin } from '#shared/session/session-rules.ts';

export interface ReauthenticateProps {
  /** Reads how the person may prove who they are. */
  onBegin(): Promise<ActionResult<ReauthenticationMeans>>;
  onProve(proof: ReauthenticationInput): Promise<ActionResult<ReauthenticationOutcome>>;
  /** @param isConfirmed whether the person has proved who they are */
  onClose(isConfirmed: boolean): void;
}

/** Asks for the password or a passkey again before an action that gives access to others. */
export function Reauthenticate({ onBegin, onProve, onClose }: ReauthenticateProps) {
  const t = useTranslations('reauthentication');
  const [means, setMeans] = useState<ReauthenticationMeans | null>(null);
  const [mistake, setMistake] = useState<'missing' | 'wrong' | 'tooManyAttempts' | null>(null);
  const [isPasskeyWrong, setPasskeyWrong] = useState(false);
  const [password, setPassword] = useState('');
  const begin = useAction(onBegin, { onDone: setMeans });
  const prove = useAction(onProve, {
    onDone: ({ kind }) => (kind === 'confirmed' ? onClose(true) : undefined),
  });
  const isOffered = usePasskeysOffered() && means?.passkey != null;
  const beginNow = useEffectEvent(() => void begin.run());
  useEffect(() => beginNow(), []);

  const submit = () => {
    if (means === null) return void begin.run();
    if (password === '') return setMistake('missing');
    setMistake(null);
    void tryPassword();
  };
  const tryPassword = async () => {
    const answer = await prove.run({ password });
    if (answer?.ok && answer.value.kind !== 'confirmed') setMistake(answer.value.kind);
  };
  const tryPasskey = async () => {
    if (!means?.passkey || prove.isPending) return;
    setPasskeyWrong(false);
    const passkey = await provePasskey(means.passkey);
    if (!passkey) return;
    const answer = await prove.run({ passkey });
    if (!answer?.ok || answer.value.kind === 'confirmed') return;
    setPasskeyWrong(true);
    // a challenge is accepted once
    void begin.run();
  };
  return (
    <FormDialog
      title={t('title')}
      description={t('text', { minutes: reauthenticationMin })}
      submit={t(means === null && begin.failure ? 'retry' : 'confirm')}
      isPending={prove.isPending}
      failure={isPasskeyWrong ? t('passkeyWrong') : (begin.failure ?? prove.failure)}
      onSubmit={submit}
      onClose={() => onClose(false)}
    >
      {begin.isPending && <Spinner />}
      {means?.hasPassword === false && !isOffered && <p>{t('noPassword')}</p>}
      {means?.hasPassword && (
        <TextField
          label={t('password')}
          type="password"
          autoComplete="current-password"
          maxLength={longestTypedPassword}
          autoFocus
          value={password}
          error={mistake && t(mistake)}
          onChange={(event) => {
            setPassword(event.target.value);
            setMistake(null);
          }}
        />
      )}
      {isOffered && (
        <Button className="justify-self-start" onClick={() => void tryPasskey()}>
          <KeyRound aria-hidden className="size-5" />
          {t('usePasskey')}
        </Button>
      )}
    </FormDialog>
  );
}
