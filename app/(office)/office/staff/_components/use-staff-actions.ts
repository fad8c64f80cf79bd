'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useCallAction } from '#app/(office)/office/_components/use-call-action.ts';
import { staffQuery } from '#lib/queries/office-queries.ts';

/** Calls an action of this page: what fails is said, and the list is read again after whatever has changed. */
export function useStaffActions(locationId: string) {
  const queryClient = useQueryClient();
  return {
    call: useCallAction(),
    readAgain: () => queryClient.invalidateQueries({ queryKey: staffQuery(locationId).queryKey }),
  };
}
