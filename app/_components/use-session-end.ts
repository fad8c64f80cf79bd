'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { coverPage, isPageCovered, onPageCover, uncoverPage } from '#lib/browser/page/page-cover.ts';
import { isPageHeld } from '#lib/browser/page/page-leaving.ts';
import { liveConnectionOf } from '#lib/browser/queries/live-connection.ts';
import { signInPath } from '#lib/wire/gym-path.ts';

/**
 * Leaves the page when the session has ended elsewhere (timeout, sign-out everywhere) or the user has lost access to the
 * location. Waiting taps stay stored. A page with unsaved input is covered instead until somebody signs in.
 * @returns whether it is covered
 */
export function useSessionEnd(): boolean {
  const router = useRouter();
  const signIn = useWayToSignIn();
  const connection = liveConnectionOf(useQueryClient());
  useEffect(
    () =>
      connection.onEnd((end) => {
        // also after a sign-in of somebody without access on another page: the text waits for its user
        if (isPageCovered()) return;
        if (end === 'notAllowed') router.push('/no-access');
        else if (isPageHeld()) coverPage();
        else signIn();
      }),
    [connection, router, signIn],
  );
  // another page begins
  useEffect(() => uncoverPage, []);
  return useSyncExternalStore(onPageCover, isPageCovered, () => false);
}

/** Opens the sign-in, which leads back to this page. */
export function useWayToSignIn(): () => void {
  const router = useRouter();
  return useCallback(() => {
    const { pathname, search } = window.location;
    router.push(signInPath(pathname + search));
  }, [router]);
}
