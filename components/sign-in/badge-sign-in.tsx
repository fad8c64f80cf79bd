'use client';

import { Delete } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { useAction } from '#components/hooks/use-action.ts';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { PendingButton } from '#components/ui/pending-button.tsx';
import { Problem } from '#components/ui/problem.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { longestPin, readPinEntry } from '#lib/wire/reader/pin-entry.ts';
import { PinField } from './pin-field.tsx';

/** `signedIn`: the page is about to reload for another user. */
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
  /** Another card was scanned in the meantime. */
  onCard(text: string): void;
  onClose(): void;
}

/** Asks for the PIN of a badge. It names the owner only afterwards, so that a found badge reveals nothing. */
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
          // the pad below replaces the keyboard of a tablet
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

export interface PinPadProps {
  onDigit(digit: string): void;
  onErase(): void;
}

const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0'];

/** A touch keypad. The PIN field keeps the focus, so that the user can mix keys and touch. */
export function PinPad({ onDigit, onErase }: PinPadProps) {
  const t = useTranslations('badge');
  return (
    <div className="grid grid-cols-3 gap-2.5" onPointerDown={(event) => event.preventDefault()}>
      {digits.map((digit) => (
        <Button
          key={digit}
          tabIndex={-1}
          className={digit === '0' ? 'col-start-2 min-h-14 text-2xl' : 'min-h-14 text-2xl'}
          onClick={() => onDigit(digit)}
        >
          {digit}
        </Button>
      ))}
      <Button look="quiet" tabIndex={-1} aria-label={t('erase')} className="min-h-14" onClick={onErase}>
        <Delete aria-hidden className="size-6" />
      </Button>
    </div>
  );
}
