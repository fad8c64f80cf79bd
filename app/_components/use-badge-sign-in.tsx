'use client';

import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { ErrorBoundary } from '#components/ui/error-boundary.tsx';
import { useLateCode } from '#components/ui/late-code.ts';
import { onDemand } from '#components/ui/on-demand.tsx';
import { toast } from '#components/ui/toast.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { onSessionChange, tellSessionChange } from '#lib/browser/queries/session-change.ts';
import type { ReadCard } from '#lib/wire/reader/read-card.ts';

const BadgeSignIn = onDemand(async () => (await import('#components/sign-in/badge-sign-in.tsx')).BadgeSignIn);
const importSignIn = () => import('./sign-in-by-badge.ts');

interface BadgeSignInOptions {
  locationId: string;
  /** Called with a card scanned while the PIN dialog is open. */
  onCard(text: string): void;
  /** Replaces the default, which is to stay on the same page. */
  onSignedIn?: () => void;
}

/** Signs the owner of a badge in, for this page and all other pages of this browser. */
export function useBadgeSignIn({ locationId, onCard, onSignedIn }: BadgeSignInOptions): {
  ask(badge: ReadCard): void;
  close(): void;
  dialog: ReactNode;
} {
  const t = useTranslations('errors');
  const [badge, setBadge] = useState<ReadCard | null>(null);
  const loadSignIn = useLateCode(importSignIn);
  const close = useCallback(() => setBadge(null), []);
  // a window opened at the same moment restores the same card and asks for the same PIN
  useEffect(() => onSessionChange(close), [close]);

  const goOn = () => {
    close();
    tellSessionChange();
  };
  const signIn = async (pin: string) => {
    if (!badge) return 'unavailable';
    const { signInByBadge } = await loadSignIn();
    const outcome = await signInByBadge(badge, pin, locationId);
    if (outcome === 'signedIn') (onSignedIn ?? goOn)();
    return outcome;
  };
  const giveUp = () => {
    close();
    toast.error(t('title'));
  };
  const takeCard = (text: string) => {
    close();
    onCard(text);
  };
  return {
    ask: setBadge,
    close,
    dialog: (
      <ErrorBoundary of={badge?.card ?? null} onBreak={giveUp}>
        <BadgeSignIn isWanted={badge !== null} onSignIn={signIn} onCard={takeCard} onClose={close} />
      </ErrorBoundary>
    ),
  };
}
