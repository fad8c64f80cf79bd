'use client';

import { useRef, useState } from 'react';
import { enter } from '#app/_components/enter.ts';
import { SignInWays } from '#app/_components/sign-in-ways.tsx';
import { ScanListener } from '#components/check-in/scan-listener.tsx';
import { toast } from '#components/ui/toast.ts';
import { Toaster } from '#components/ui/toaster.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { useForgetFormerPerson } from './use-forget-former-person.ts';

interface SignInProps {
  takesBadges: boolean;
  /** Whether somebody is signed in at this browser already. */
  isSignedIn: boolean;
}

/** The page that signs in, and opens the page that was asked for. */
export function SignIn({ takesBadges, isSignedIn }: SignInProps) {
  const t = useTranslations();
  const email = useRef<HTMLInputElement>(null);
  useForgetFormerPerson(isSignedIn);
  const [card, setCard] = useState<string | null>(null);
  const goOn = () => {
    enter();
    return true;
  };
  return (
    <>
      <SignInWays emailRef={email} takesBadges={takesBadges} card={card} onCard={setCard} onSignedIn={goOn} />
      {takesBadges && (
        <ScanListener searchBox={email} onScan={setCard} onCut={() => toast.warning(t('notes.notReadWhole'))} />
      )}
      <Toaster closeLabel={t('common.close')} />
    </>
  );
}
