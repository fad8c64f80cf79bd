import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import { removeNotes } from '#components/ui/toast.ts';
import { dropShell } from '#lib/browser/app-shell/drop-shell.ts';

/** What the window read for whoever was signed in before goes with them: Back then asks the desk, which asks who it is. */
export function useForgetFormerPerson(): void {
  const queryClient = useQueryClient();
  const router = useRouter();
  // what they were told stays in memory as well, and would be shown here
  useEffect(removeNotes, []);
  // best effort: a browser that stores nothing has nothing to drop
  useEffect(() => void dropShell().catch(() => {}), []);
  useEffect(() => {
    if (queryClient.getQueryCache().getAll().length === 0) return;
    queryClient.clear();
    router.refresh();
  }, [queryClient, router]);
}
