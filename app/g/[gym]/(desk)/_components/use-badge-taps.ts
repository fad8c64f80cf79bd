'use client';

import { useBadgeSignIn } from '#app/_components/use-badge-sign-in.tsx';
import type { TapRequest } from '#lib/browser/taps/tap-request.ts';
import type { ActionError } from '#lib/wire/action-result.ts';

/** A badge whose scan waited longer in the page is no wish to sign in any more. */
const freshMs = 30_000;

interface BadgeTapsOptions {
  locationId: string;
  /** Takes a card that is held to the reader while the PIN is asked for. */
  onCard(text: string): void;
}

/** Takes badges out of the scans at the counter, and asks for the PIN. */
export function useBadgeTaps(options: BadgeTapsOptions) {
  const signIn = useBadgeSignIn(options);
  return {
    ...signIn,
    /** @returns whether a tap was refused because its card is a badge */
    take: ({ code }: ActionError, request: TapRequest | null): boolean => {
      if (code !== 'staffBadge' || request?.kind !== 'lookUp' || request.source === 'chosen') return false;
      if (Date.now() - request.tappedAt < freshMs) signIn.ask({ card: request.value, source: request.source });
      return true;
    },
  };
}
