'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import { liveConnectionOf } from '#lib/browser/queries/live-connection.ts';

/**
 * Leads on once the session has ended elsewhere, by its limits or by somebody's word, or the location was taken from the
 * person. Taps that wait stay.
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
