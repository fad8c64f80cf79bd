'use client';

import { useTranslations } from 'next-intl';
import { type FormEvent, useRef, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { Spinner } from '#components/ui/spinner.tsx';
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
  const [isPending, setPending] = useState(false);

  const change = (digits: string) => {
    setPin(digits);
    setProblem(null);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isPending) return;
    if (readPinEntry(pin, Number.POSITIVE_INFINITY) !== 'pin') return setProblem('tooShort');
    setPending(true);
    setProblem(null);
    const outcome = await onSignIn(pin).catch((): BadgeSignInOutcome => 'unavailable');
    setPin('');
    if (outcome === 'signedIn') return;
    setPending(false);
    setProblem(outcome);
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
        <p role="alert" className="font-medium text-refused empty:hidden">
          {problem && t(`problems.${problem}`)}
        </p>
        <PinPad
          onDigit={(digit) => pin.length < longestPin && change(pin + digit)}
          onErase={() => change(pin.slice(0, -1))}
        />
        <Button type="submit" look="main" className="min-h-14" aria-disabled={isPending}>
          {isPending && <Spinner />}
          {t('signIn')}
        </Button>
      </form>
    </Dialog>
  );
}
