import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { readQuery } from '#lib/browser/queries/read-query.ts';
import { useLiveUpdates } from '#lib/browser/queries/use-live-updates.ts';
import { forgottenMembers } from '#lib/wire/reads/counter.ts';

/** Whether a member's data was deleted since this was first asked. Somebody who has come back was forgotten before. */
export function useIsForgotten(locationId: string, accountId: string): boolean {
  useLiveUpdates(locationId);
  const { data } = useQuery(readQuery(forgottenMembers, locationId, { accountId: [accountId] }));
  const at = data && (data[0]?.at ?? null);
  const [before, setBefore] = useState(at);
  if (before === undefined && at !== undefined) setBefore(at);
  return before !== undefined && at !== before;
}
