import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { forgottenQuery } from '#lib/browser/queries/desk-queries.ts';
import type { Reception } from '#lib/browser/taps/reception.ts';
import { accountIdsOf } from '#lib/browser/taps/verdict-history.ts';

/** Removes the verdicts of members whose data was deleted, at this window or elsewhere. */
export function useForgotten(reception: Reception | null, locationId: string): void {
  const shown = () => (reception ? accountIdsOf(reception.stateAt(locationId).history) : []);
  const { data } = useQuery(forgottenQuery(locationId, shown));
  useEffect(() => {
    if (data.length > 0) reception?.forget(locationId, data);
  }, [reception, locationId, data]);
}
