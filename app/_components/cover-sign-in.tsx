'use client';

import { useEffect, useEffectEvent, useState } from 'react';
import { useAction } from '#components/hooks/use-action.ts';
import { Button } from '#components/ui/button.tsx';
import { PageCover } from '#components/ui/page-cover.tsx';
import { Problem } from '#components/ui/problem.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { givePageUp } from '#lib/browser/page/page-leaving.ts';
import { askTakesBadges } from '#lib/browser/queries/sign-in-questions.ts';
import { takeScans } from '#lib/browser/scan/scan-targets.ts';
import { SignInWays } from './sign-in-ways.tsx';
import { useWayToSignIn } from './use-session-end.ts';
import { useTakeOver } from './use-take-over.ts';

interface CoverSignInProps {
  locationId: string;
  staffId: string;
  restartsAt: string | null;
  words: Record<'appName' | 'title' | 'text' | 'hint', string>;
}

/** The sign-in on a covered page. The page's own listener hands the scans over. */
export function CoverSignIn({ locationId, staffId, restartsAt, words }: CoverSignInProps) {
  const t = useTranslations();
  const signIn = useWayToSignIn();
  const takeOver = useTakeOver({ locationId, staffId, restartsAt });
  const [card, setCard] = useState<string | null>(null);
  const [isCut, setIsCut] = useState(false);
  const [hasBadges, setHasBadges] = useState(false);
  // without an answer, badges are not offered
  const ask = useAction(askTakesBadges, { onDone: setHasBadges });
  const askNow = useEffectEvent(() => void ask.run());
  useEffect(() => askNow(), []);
  const take = useEffectEvent((text: string) => {
    setIsCut(false);
    if (hasBadges) setCard(text === '' ? null : text);
  });
  const cut = useEffectEvent(() => setIsCut(hasBadges));
  useEffect(() => takeScans((text) => take(text), { onCut: () => cut(), onKey: () => {} }), []);
  const leave = () => {
    givePageUp();
    signIn();
  };
  return (
    <PageCover {...words}>
      <div className="grid gap-4">
        <SignInWays takesBadges={hasBadges} card={card} onCard={setCard} onSignedIn={takeOver} />
        <Problem>{isCut && t('notes.notReadWhole')}</Problem>
        <Button look="quiet" onClick={leave}>
          {t('unsaved.leave')}
        </Button>
      </div>
    </PageCover>
  );
}
