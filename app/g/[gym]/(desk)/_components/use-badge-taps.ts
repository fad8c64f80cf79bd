'use client';

import { useBadgeSignIn } from '#app/_components/use-badge-sign-in.tsx';
import type { TapRequest } from '#lib/browser/taps/tap-request.ts';
import type { ActionError } from '#lib/wire/action-result.ts';

/** After a longer wait in the page, a badge's scan no longer opens the sign-in. */
const freshMs = 30_000;

interface BadgeTapsOptions {
  locationId: string;
  /** Called with a card scanned while the PIN dialog is open. */
  onCard(text: string): void;
}

/** Recognises badges among the scans at the counter, and asks for the PIN. */
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
