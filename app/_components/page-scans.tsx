'use client';

import { useTranslations } from 'next-intl';
import { useRef } from 'react';
import { ScanListener } from '#components/desk/scan-listener.tsx';
import { toast } from '#components/ui/toast.ts';
import type { ActionResult } from '#lib/actions/result.ts';
import { tellSessionChange } from '#lib/queries/session-change.ts';
import type { ReadCard } from '#lib/scan/read-card.ts';
import { useBadgeSignIn } from './use-badge-sign-in.tsx';

export interface PageScansProps {
  locationId: string;
  isBadge(input: ReadCard & { locationId: string }): Promise<ActionResult<boolean>>;
}

/** Hears the reader where members' cards are of no use: a badge takes over, a dialog may wait for a card. */
export function PageScans({ locationId, isBadge }: PageScansProps) {
  const t = useTranslations('badge');
  const noBox = useRef<HTMLInputElement>(null);
  const scan = async (card: string) => {
    signIn.close();
    const badge: ReadCard = { card, source: 'scan' };
    const answer = await isBadge({ ...badge, locationId }).catch(() => null);
    if (answer?.ok && answer.value) signIn.ask(badge);
    else toast.info(t('notHere'));
  };
  const signIn = useBadgeSignIn({
    locationId,
    onCard: scan,
    // the day of another person begins on the page of theirs, with nothing of this one
    onSignedIn: () => {
      tellSessionChange();
      window.location.assign('/');
    },
  });
  return (
    <>
      <ScanListener searchBox={noBox} onScan={scan} />
      {signIn.dialog}
    </>
  );
}
