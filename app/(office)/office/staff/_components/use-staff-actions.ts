'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { toast } from '#components/ui/toast.ts';
import type { ActionResult } from '#lib/actions/result.ts';
import { staffQuery } from '#lib/queries/office-queries.ts';

/** Calls an action of this page: what fails is said, and the list is read again after whatever has changed. */
export function useStaffActions(locationId: string) {
  const router = useRouter();
  const queryClient = useQueryClient();
  const t = useTranslations('notes');
  return {
    /** @returns null where it failed, which is said by then */
    call: async <T>(action: () => Promise<ActionResult<T>>): Promise<{ value: T } | null> => {
      const result = await action().catch(() => null);
      if (result?.ok) return { value: result.value };
      if (result?.error.code === 'signedOut') router.push('/sign-in');
      else toast.error(t(result?.error.code ?? 'unexpected', { requestId: result?.error.requestId ?? '' }));
      return null;
    },
    readAgain: () => queryClient.invalidateQueries({ queryKey: staffQuery(locationId).queryKey }),
  };
}
