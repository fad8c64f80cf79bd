'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useEffect, useRef } from 'react';
import { removeNotes, toast } from '#components/ui/toast.ts';
import { useTranslations } from '#lib/browser/i18n/translations.ts';
import { coverPage, isPageCovered } from '#lib/browser/page/page-cover.ts';
import { isPageHeld } from '#lib/browser/page/page-leaving.ts';
import { liveConnectionOf } from '#lib/browser/queries/live-connection.ts';
import { onSessionChange } from '#lib/browser/queries/session-change.ts';
import type { StaffView } from '#lib/wire/staff.ts';

/**
 * Resets the page for another user after a badge sign-in: no cached data of the previous user stays. For the same user, signed in
 * again, it refetches. A page that the new user may not have, and that has unsaved input, is covered instead.
 * @param restartsAt see `useTakeOver`
 */
export function useNewPerson({ id, displayName }: StaffView, restartsAt: string | null): void {
  const t = useTranslations('badge');
  const router = useRouter();
  const queryClient = useQueryClient();
  const shownId = useRef(id);

  useEffect(
    () =>
      onSessionChange((change) => {
        // a covered page first finds out who it is
        if (change === 'elsewhere' && isPageCovered()) return;
        // the counter and the floor go on with the new user: their forms name who began them
        if (change === 'elsewhere' && restartsAt === '/' && isPageHeld()) return coverPage();
        if (change === 'again') {
          // no refresh: of another build, Next would load the whole page, and its text would be lost
          void queryClient.invalidateQueries();
          liveConnectionOf(queryClient).reopen();
          return;
        }
        removeNotes();
        queryClient.removeQueries({ type: 'inactive' });
        void queryClient.resetQueries();
        liveConnectionOf(queryClient).reopen();
        router.refresh();
      }),
    [queryClient, router, restartsAt],
  );
  useEffect(() => {
    if (shownId.current === id) return;
    shownId.current = id;
    toast.success(t('now', { name: displayName }));
  }, [id, displayName, t]);
}
