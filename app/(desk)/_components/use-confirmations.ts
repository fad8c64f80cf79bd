import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { confirmedQuery } from '#lib/queries/tap-queries.ts';
import type { Reception } from '#lib/taps/reception.ts';
import { mayBeConfirmed, type VerdictHistory } from '#lib/taps/verdict-history.ts';

/** Replaces verdicts that could not be confirmed as soon as the desk has heard from the platform. */
export function useConfirmations(reception: Reception | null, locationId: string, history: VerdictHistory): void {
  const open = history.verdicts.filter(mayBeConfirmed).map(({ tapId }) => tapId);
  const { data } = useQuery(confirmedQuery(locationId, open));
  useEffect(() => {
    if (data) reception?.confirm(locationId, data);
  }, [reception, locationId, data]);
}
