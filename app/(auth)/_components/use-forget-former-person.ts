import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import { removeNotes } from '#components/ui/toast.ts';
import { dropShell } from '#lib/browser/app-shell/drop-shell.ts';

/**
 * Drops the data that this window read for the previous user: Back then asks the desk, which checks the session.
 * @param isSignedIn whether somebody is signed in at this browser: then the offline shell stays, which another tab may have stored for them
 */
export function useForgetFormerPerson(isSignedIn: boolean): void {
  const queryClient = useQueryClient();
  const router = useRouter();
  // toasts stay in memory as well, and would be shown here
  useEffect(removeNotes, []);
  useEffect(() => {
    // best effort: a browser without storage has nothing to drop
    if (!isSignedIn) void dropShell().catch(() => {});
  }, [isSignedIn]);
  useEffect(() => {
    if (queryClient.getQueryCache().getAll().length === 0) return;
    queryClient.clear();
    router.refresh();
  }, [queryClient, router]);
}
