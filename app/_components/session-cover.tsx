'use client';

import { useState } from 'react';
import { useLateCode } from '#components/ui/late-code.ts';
import { onDemand } from '#components/ui/on-demand.tsx';
import { PageCover } from '#components/ui/page-cover.tsx';
import { Spinner } from '#components/ui/spinner.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { importPasskeys } from '#lib/browser/page/passkeys.ts';
import type { StaffView } from '#lib/wire/staff.ts';

const CoverSignIn = onDemand(async () => (await import('./cover-sign-in.tsx')).CoverSignIn);

interface SessionCoverProps {
  isCovered: boolean;
  locationId: string;
  /** The user whose session has ended. */
  staff: StaffView;
  /** See `useTakeOver`. */
  restartsAt: string | null;
}

/** Covers a page whose session has ended, and asks to sign in again: its unsaved input stays meanwhile. */
export function SessionCover({ isCovered, staff, ...place }: SessionCoverProps) {
  const t = useTranslations();
  // it may be covered after an update, which has removed the files of this page
  useLateCode(importPasskeys);
  const [coveredOf, setCoveredOf] = useState(staff);
  // a covered page that is rendered for another user still holds what this one typed
  if (!isCovered && coveredOf.id !== staff.id) setCoveredOf(staff);
  const words = {
    appName: t('app.name'),
    title: t('sessionEnded.title'),
    text: t('sessionEnded.text', { name: coveredOf.displayName }),
    hint: t(`sessionEnded.${place.restartsAt === null ? 'keeps' : 'discards'}`),
  };
  return (
    <CoverSignIn
      isWanted={isCovered}
      // at once, even before the code of the sign-in has arrived
      meanwhile={
        isCovered && (
          <PageCover {...words}>
            <Spinner />
          </PageCover>
        )
      }
      {...place}
      staffId={staff.id}
      words={words}
    />
  );
}
