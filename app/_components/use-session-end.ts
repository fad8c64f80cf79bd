'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import { liveConnectionOf } from '#lib/browser/queries/live-connection.ts';

/**
 * Leaves the page when the session has ended elsewhere (timeout, sign-out everywhere) or the user has lost access to the
 * location. Waiting taps stay stored.
 */
export function useSessionEnd(): void {
  const router = useRouter();
  const connection = liveConnectionOf(useQueryClient());
  useEffect(
    () =>
      connection.onEnd((end) => {
        if (end === 'signedOut') router.push('/sign-in');
        else router.push('/no-access');
      }),
    [connection, router],
  );
}
