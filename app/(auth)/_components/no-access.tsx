'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useAction } from '#components/hooks/use-action.ts';
import { Button } from '#components/ui/button.tsx';
import { PendingButton } from '#components/ui/pending-button.tsx';
import { Problem } from '#components/ui/problem.tsx';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { leaveLocation, showLocation } from '#lib/browser/page/last-location.ts';
import { postSignOut } from '#lib/browser/queries/session-requests.ts';
import { gymPath } from '#lib/wire/gym-path.ts';
import type { NextLocation } from '#lib/wire/last-location.ts';

/** The links on, each a full page load: no data of the location stays in memory. */
export function NoAccess({ next }: { next: NextLocation | null }) {
  const t = useTranslations();
  const queryClient = useQueryClient();
  const leaving = useAction(postSignOut, { onDone: () => window.location.assign('/sign-in') });
  useEffect(() => {
    // shown once: from now on, an address without a gym leads to the next location
    if (next?.isInsteadOfLast) showLocation(next.id, next.staffId);
    leaveLocation();
    queryClient.clear();
  }, [queryClient, next]);
  return (
    <div className="grid gap-2.5">
      <Problem>{leaving.failure}</Problem>
      {next !== null && (
        <Button look="main" onClick={() => window.location.assign(gymPath(next.slug, '/'))}>
          {t('noAccess.goOn', { name: next.name })}
        </Button>
      )}
      <PendingButton isPending={leaving.isPending} onClick={() => void leaving.run()}>
        {t('header.signOut')}
      </PendingButton>
    </div>
  );
}
