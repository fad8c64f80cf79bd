'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import { liveConnectionOf } from '#lib/queries/live-connection.ts';

/** Leads to sign-in once the session has ended elsewhere, by its limits or by somebody's word. Taps that wait stay. */
export function useSessionEnd(): void {
  const router = useRouter();
  const connection = liveConnectionOf(useQueryClient());
  useEffect(() => connection.onSessionEnd(() => router.push('/sign-in')), [connection, router]);
}
