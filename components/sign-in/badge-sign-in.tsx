'use client';

import { useTranslations } from 'next-intl';
import { type FormEvent, useRef, useState } from 'react';
import { useAction } from '#components/hooks/use-action.ts';
import { Dialog } from '#components/ui/dialog.tsx';
import { PendingButton } from '#components/ui/pending-button.tsx';
import { Problem } from '#components/ui/problem.tsx';
import { longestPin, readPinEntry } from '#lib/scan/pin-entry.ts';
import { PinField } from './pin-field.tsx';
import { PinPad } from './pin-pad.tsx';

/** `signedIn`: the page is about to become another person's. */
export type BadgeSignInOutcome =
  | 'signedIn'
  | 'wrong'
  | 'tooManyAttempts'
  | 'locked'
  | 'unknownBrowser'
  | 'weakPin'
  | 'busy'
  | 'unavailable';

export interface BadgeSignInProps {
  /** @throws where the desk can't be reached */
  onSignIn(pin: string): Promise<BadgeSignInOutcome>;
  /** Another card was held to the reader meanwhile. */
  onCard(text: string): void;
  onClose(): void;
}

/** Asks for the PIN of a badge. Whose badge it is, is said only after it: who finds one learns nothing here. */
export function BadgeSignIn({ onSignIn, onCard, onClose }: BadgeSignInProps) {
  const t = useTranslations('badge');
  const common = useTranslations('common');
  const field = useRef<HTMLInputElement>(null);
  const [pin, setPin] = useState('');
  const [problem, setProblem] = useState<Exclude<BadgeSignInOutcome, 'signedIn'> | 'tooShort' | null>(null);
  const signIn = useAction(async (entered: string) => ({ ok: true, value: await onSignIn(entered) }));

  const change = (digits: string) => {
    setPin(digits);
    setProblem(null);
    signIn.forgetFailure();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (signIn.isPending) return;
    if (readPinEntry(pin, Number.POSITIVE_INFINITY) !== 'pin') return setProblem('tooShort');
    setProblem(null);
    const answer = await signIn.run(pin);
    if (!answer?.ok) return;
    setPin('');
    if (answer.value === 'signedIn') return;
    setProblem(answer.value);
    field.current?.focus();
  };

  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={t('title')}
      description={t('description')}
      closeLabel={common('close')}
    >
      <form method="post" onSubmit={submit} className="mx-auto grid w-full max-w-72 gap-4">
        <PinField
          ref={field}
          data-autofocus
          label={t('pin')}
          // the pad below stands for the keyboard of a tablet
          inputMode="none"
          className="[&_input]:text-center [&_input]:text-2xl [&_input]:tracking-[0.4em]"
          value={pin}
          onChange={change}
          onCard={onCard}
        />
        <Problem>{problem ? t(`problems.${problem}`) : signIn.failure}</Problem>
        <PinPad
          onDigit={(digit) => pin.length < longestPin && change(pin + digit)}
          onErase={() => change(pin.slice(0, -1))}
        />
        <PendingButton type="submit" look="main" className="min-h-14" isPending={signIn.isPending}>
          {t('signIn')}
        </PendingButton>
      </form>
    </Dialog>
  );
}
