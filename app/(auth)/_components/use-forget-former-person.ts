import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import { removeNotes } from '#components/ui/toast.ts';
import { dropShell } from '#lib/browser/app-shell/drop-shell.ts';

/** Drops the data that this window read for the previous user: Back then asks the desk, which checks the session. */
export function useForgetFormerPerson(): void {
  const queryClient = useQueryClient();
  const router = useRouter();
  // toasts stay in memory as well, and would be shown here
  useEffect(removeNotes, []);
  // best effort: a browser without storage has nothing to drop
  useEffect(() => void dropShell().catch(() => {}), []);
  useEffect(() => {
    if (queryClient.getQueryCache().getAll().length === 0) return;
    queryClient.clear();
    router.refresh();
  }, [queryClient, router]);
}
