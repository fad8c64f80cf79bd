'use client';

import { useRef } from 'react';
import { ScanListener } from '#components/check-in/scan-listener.tsx';
import { useFailures } from '#components/hooks/use-failures.ts';
import { toast } from '#components/ui/toast.ts';
import { callAction } from '#lib/browser/base/call-action.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { useGymPath } from '#lib/browser/page/gym-address.tsx';
import { askToLeave, givePageUp } from '#lib/browser/page/page-leaving.ts';
import { tellOtherPages } from '#lib/browser/queries/session-change.ts';
import { askIsBadge } from '#lib/browser/queries/sign-in-questions.ts';
import { useReaders } from '#lib/browser/queries/use-readers.ts';
import type { ReadCard } from '#lib/wire/reader/read-card.ts';
import type { ReaderProfiles } from '#lib/wire/reader/reader-profile.ts';
import { useBadgeSignIn } from './use-badge-sign-in.tsx';

interface PageScansProps {
  locationId: string;
  /** Whether the new user stays on this page; otherwise their own start page opens. */
  staysHere?: boolean;
  /** How the location's readers write, as the page was opened. */
  readers: ReaderProfiles;
}

/** Handles scans on pages where members' cards are not used: for badges, and for dialogs that wait for a card. */
export function PageScans({ locationId, staysHere = false, readers: opened }: PageScansProps) {
  const t = useTranslations();
  const readers = useReaders(locationId, opened);
  const toGym = useGymPath();
  const beginAnew = () => {
    tellOtherPages();
    givePageUp();
    window.location.assign(toGym('/'));
  };
  const failures = useFailures();
  const noBox = useRef<HTMLInputElement>(null);
  const scan = async (card: string) => {
    signIn.close();
    const badge: ReadCard = { card, source: 'scan' };
    // not `useAction`, which runs one call at a time: the next scan must not wait for this response
    const answer = await callAction(() => askIsBadge(locationId, badge));
    if (!answer.ok) failures.tell(answer.error);
    else if (answer.value) askToLeave(() => signIn.ask(badge));
    else toast.info(t('badge.notHere'));
  };
  const signIn = useBadgeSignIn({
    locationId,
    onCard: scan,
    ...(!staysHere && { onSignedIn: beginAnew }),
  });
  return (
    <>
      <ScanListener
        searchBox={noBox}
        readers={readers}
        onScan={scan}
        onCut={() => toast.warning(t('notes.notReadWhole'))}
      />
      {signIn.dialog}
    </>
  );
}
